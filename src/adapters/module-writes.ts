import type { Exported } from "./module-shape.ts";
import type { Ast, ModuleText } from "./module-syntax.ts";
import { getName, getNode, getNodes, getProperty, walkNodes } from "./module-syntax.ts";

const FUNCTION = /^(?:ArrowFunctionExpression|Function(?:Expression|Declaration)|(?:Class|Object)(?:Private)?Method)$/;
const CALL = /^(?:Optional)?CallExpression$|^NewExpression$|^TaggedTemplateExpression$/;
const MEMBER = /^(?:Optional)?MemberExpression$/;
const PLAIN = /^(?:String|Numeric|Boolean|BigInt)Literal$/;

type Names = ReadonlySet<string>;

/**
 * Where what a module exports may still be changed once the export was evaluated: a write to it, or a call that gets hold
 * of it, after the export or in a function, which may run at any time. A configuration that is handed on there would be
 * handed on too early. Other names of the same values are followed; too much is found rather than too little.
 */
export function findLateWrite({ body }: ModuleText, exported: Exported): Ast | undefined {
  const names = findReached(body, exported);
  for (const statement of body) {
    const isExport = statement.start <= exported.node.start && exported.node.end <= statement.end;
    const write = isExport ? undefined : findWrite(statement, names, statement.start > exported.node.end);
    if (write) return write;
  }
  return undefined;
}

/** Names through which the exported value, or a part of it, can be got hold of. */
function findReached(body: readonly Ast[], { node, isCommonJs }: Exported): Names {
  const imports = listImported(body);
  const names = new Set([...listNames(node, imports), ...(isCommonJs ? ["module", "exports"] : [])]);
  const links = [...walkNodes(body)].flatMap(toLinks);
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const { to, from } of links) {
      const sources = from.flatMap((one) => [...listNames(one, imports)]);
      if (to.some((name) => names.has(name))) for (const name of sources) names.add(name);
      if (sources.some((name) => names.has(name))) for (const name of to) names.add(name);
    }
  }
  // A text or a number is copied, never shared.
  for (const one of walkNodes(body)) {
    const init = one.type === "VariableDeclarator" ? getNode(one, "init") : undefined;
    if (init && PLAIN.test(init.type)) names.delete(getName(getNode(one, "id")) ?? "");
  }
  return names;
}

interface Link {
  readonly to: readonly string[];
  readonly from: readonly Ast[];
}

/** What gives a value to names: declarations, assignments, loops, and functions that may return it. */
function toLinks(node: Ast): readonly Link[] {
  const link = (target: Ast | undefined, source: Ast | undefined): readonly Link[] =>
    target && source ? [{ to: [...listNames(target)], from: [source] }] : [];
  if (node.type === "VariableDeclarator") return link(getNode(node, "id"), getNode(node, "init"));
  if (/^Assignment(?:Expression|Pattern)$/.test(node.type)) return link(getNode(node, "left"), getNode(node, "right"));
  if (/^For(?:Of|In)Statement$/.test(node.type)) return link(getNode(node, "left"), getNode(node, "right"));
  if (/^(?:Function|Class)Declaration$/.test(node.type)) return link(getNode(node, "id"), getNode(node, "body"));
  return [];
}

/** The names in an expression; those of imported functions that it only calls are left out. */
function listNames(node: Ast | undefined, imports: Names = new Set()): Names {
  const names = new Set<string>();
  const passed = new Set<Ast | undefined>();
  for (const one of walkNodes(node)) {
    const isPlain = getProperty(one, "computed") !== true;
    if (MEMBER.test(one.type) && isPlain) passed.add(getNode(one, "property"));
    if (/^(?:Object|Class)(?:Property|Method)$/.test(one.type) && isPlain && getProperty(one, "shorthand") !== true) {
      passed.add(getNode(one, "key"));
    }
    const root = CALL.test(one.type) ? getRoot(getNode(one, "callee") ?? getNode(one, "tag")) : undefined;
    if (imports.has(getName(root) ?? "")) passed.add(root);
    const name = passed.has(one) ? undefined : getName(one);
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** Names that imports and requires bind. */
function listImported(body: readonly Ast[]): Names {
  const isRequire = (init: Ast | undefined): boolean => getName(getRoot(getNode(init, "callee"))) === "require";
  const locals = body.flatMap((statement) => [
    ...getNodes(statement, "specifiers").map((specifier) => getName(getNode(specifier, "local"))),
    ...getNodes(statement, "declarations")
      .filter((one) => isRequire(getNode(one, "init")))
      .flatMap((one) => [...listNames(getNode(one, "id"))]),
  ]);
  return new Set([...locals.filter((name) => name !== undefined), "require", "Object", "Promise"]);
}

/** The first write below a node; where it is not late, only functions are looked into. */
function findWrite(node: Ast, names: Names, isLate: boolean): Ast | undefined {
  for (const one of walkNodes(node, (inner) => FUNCTION.test(inner.type))) {
    if (isLate && isWrite(one, names)) return one;
    if (!FUNCTION.test(one.type)) continue;
    const shown = hideOwn(one, names);
    for (const part of [...getNodes(one, "params"), getNode(one, "body")]) {
      const write = part && findWrite(part, shown, true);
      if (write) return write;
    }
  }
  return undefined;
}

/** A parameter, or a name that a function declares for a value of its own, is another one than the module's. */
function hideOwn(node: Ast, names: Names): Names {
  const plain = getNodes(node, "params").map(getName);
  const own = getNodes(getNode(node, "body"), "body")
    .flatMap((statement) => getNodes(statement, "declarations"))
    .filter((one) => getNode(one, "init") && ![...listNames(getNode(one, "init"))].some((name) => names.has(name)))
    .map((one) => getName(getNode(one, "id")));
  const hidden = new Set([...plain, ...own]);
  return new Set([...names].filter((name) => !hidden.has(name)));
}

function isWrite(node: Ast, names: Names): boolean {
  const touches = (part: Ast | undefined): boolean => [...listNames(part)].some((name) => names.has(name));
  if (node.type === "AssignmentExpression") return touches(getNode(node, "left"));
  if (node.type === "UpdateExpression") return touches(getNode(node, "argument"));
  if (node.type === "UnaryExpression" && getProperty(node, "operator") === "delete") {
    return touches(getNode(node, "argument"));
  }
  if (/^For(?:Of|In)Statement$/.test(node.type)) {
    return getNode(node, "left")?.type !== "VariableDeclaration" && touches(getNode(node, "left"));
  }
  if (!CALL.test(node.type)) return false;
  const callee = getNode(node, "callee") ?? getNode(node, "tag");
  const isMethod = callee !== undefined && MEMBER.test(callee.type);
  return getNodes(node, "arguments").some(touches) || touches(getNode(node, "quasi")) || (isMethod && touches(callee));
}

/** `a` of `a.b().c`. */
function getRoot(node: Ast | undefined): Ast | undefined {
  if (node && MEMBER.test(node.type)) return getRoot(getNode(node, "object"));
  return node && CALL.test(node.type) ? getRoot(getNode(node, "callee")) : node;
}
