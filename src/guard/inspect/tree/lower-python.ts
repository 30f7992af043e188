import { lowerTerm, lowerTuple, sliceOf, toArguments, toParameters, toTarget } from "./lower-python-terms.ts";
import { listChildren, splitAtCommas } from "./python-syntax.ts";
import type { PythonNode } from "./python-syntax.ts";
import type { BranchStep, Handler, Step, Term } from "./tree.ts";

type Lower = (node: PythonNode, text: string) => readonly Step[];

const TABLE: Readonly<Record<string, Lower>> = {
  StatementGroup: (node, text) => lowerPython(listChildren(node), text),
  ExpressionStatement: (node, text) => {
    const value = lowerTuple(listChildren(node), text);
    return value ? [{ kind: "expression", value, at: node.from }] : [];
  },
  AssignStatement: (node, text) => lowerAssign(node, text),
  UpdateStatement: (node, text) => {
    const [target] = listChildren(node);
    return [{ kind: "bind", pattern: toTarget(target ? [target] : [], text), isDeclaration: false, at: node.from }];
  },
  AssertStatement: (node, text) => {
    const [, ...rest] = listChildren(node);
    const [test] = splitAtCommas(rest).map((group) => lowerTuple(group, text));
    return test ? [{ kind: "assert", test, at: node.from }] : [];
  },
  ReturnStatement: (node, text) => lowerLeave("return", node, text),
  RaiseStatement: (node, text) => lowerLeave("throw", node, text),
  BreakStatement: (node) => [{ kind: "jump", at: node.from }],
  ContinueStatement: (node) => [{ kind: "jump", at: node.from }],
  IfStatement: (node, text) => lowerIf(listChildren(node), text),
  TryStatement: (node, text) => lowerTry(node, text),
  WithStatement: (node, text) => lowerWith(node, text),
  ForStatement: (node, text) => lowerFor(node, text),
  WhileStatement: (node, text) => [{ kind: "loop", body: lowerBody(node.getChild("Body"), text), at: node.from }],
  MatchStatement: (node, text) =>
    (node.getChild("MatchBody")?.getChildren("MatchClause") ?? []).map((clause) => ({
      kind: "branch",
      test: { kind: "other", text: "match", at: clause.from },
      whenTrue: lowerBody(clause.getChild("Body"), text),
      otherwise: [],
      at: clause.from,
    })),
  FunctionDefinition: (node, text) => lowerDefinition(node, [], text),
  ClassDefinition: (node, text) => lowerDefinition(node, [], text),
  DecoratedStatement: (node, text) => {
    const decorators = node.getChildren("Decorator").map((decorator) => lowerDecorator(decorator, text));
    const definition = node.getChild("FunctionDefinition") ?? node.getChild("ClassDefinition");
    return definition ? lowerDefinition(definition, decorators, text) : [];
  },
  ImportStatement: (node, text) => lowerImport(node, text),
};

/** Statements, in their order; what has no bearing on tests is left out. */
export function lowerPython(nodes: readonly PythonNode[], text: string): readonly Step[] {
  return nodes.flatMap((node) => {
    const lower = Object.hasOwn(TABLE, node.name) ? TABLE[node.name] : undefined;
    return lower ? lower(node, text) : [];
  });
}

function lowerBody(body: PythonNode | null, text: string): readonly Step[] {
  return body ? lowerPython(listChildren(body), text) : [];
}

/** `a = b = value` binds both; a target that is no name is an assignment to a member. */
function lowerAssign(node: PythonNode, text: string): readonly Step[] {
  const sides: PythonNode[][] = [[]];
  for (const child of listChildren(node)) {
    if (child.name === "AssignOp") sides.push([]);
    else if (child.name !== "TypeDef") sides.at(-1)?.push(child);
  }
  const targets = sides.slice(0, -1);
  const value = lowerTuple(sides.at(-1) ?? [], text);
  if (!value) return [];
  return targets.map((target): Step => {
    const pattern = toTarget(target, text);
    const member = target.length === 1 && target[0]?.name === "MemberExpression" ? target[0] : undefined;
    if (!member) return { kind: "bind", pattern, value, isDeclaration: true, at: node.from };
    const assign: Term = { kind: "assign", target: lowerTerm(member, text), value, at: node.from };
    return { kind: "expression", value: assign, at: node.from };
  });
}

function lowerLeave(kind: "return" | "throw", node: PythonNode, text: string): readonly Step[] {
  const value = lowerTuple(listChildren(node).slice(1), text);
  return [{ kind, ...(value ? { value } : {}), at: node.from }];
}

/** `elif` is an `if` in the `else`. */
function lowerIf(children: readonly PythonNode[], text: string): readonly Step[] {
  const [word, test, body, ...rest] = children;
  if (!word) return [];
  if (word.name === "else") return lowerBody(test ?? null, text);
  if (!test) return [];
  const branch: BranchStep = {
    kind: "branch",
    test: lowerTerm(test, text),
    whenTrue: lowerBody(body ?? null, text),
    otherwise: lowerIf(rest, text),
    at: word.from,
  };
  return [branch];
}

function lowerTry(node: PythonNode, text: string): readonly Step[] {
  const blocks = { try: [] as Step[], handlers: [] as Handler[], final: [] as Step[] };
  let part = "try";
  let takes = "";
  for (const child of listChildren(node)) {
    if (child.name !== "Body") {
      if (/^(?:try|except|else|finally)$/.test(child.name)) {
        part = child.name;
        takes = "";
      } else takes += ` ${sliceOf(child, text)}`;
      continue;
    }
    const body = lowerBody(child, text);
    if (part === "except") blocks.handlers.push({ takes: takes.trim(), body });
    else if (part === "finally") blocks.final.push(...body);
    else blocks.try.push(...body);
  }
  return [{ kind: "try", body: blocks.try, handlers: blocks.handlers, final: blocks.final, at: node.from }];
}

function lowerWith(node: PythonNode, text: string): readonly Step[] {
  const inner = listChildren(node).filter(({ name }) => !/^(?:async|with|Body)$/.test(name));
  const items = splitAtCommas(inner).flatMap(([item]) => (item ? [lowerTerm(item, text)] : []));
  return [{ kind: "with", items, body: lowerBody(node.getChild("Body"), text), at: node.from }];
}

function lowerFor(node: PythonNode, text: string): readonly Step[] {
  const children = listChildren(node);
  const start = children.findIndex(({ name }) => name === "for");
  const middle = children.findIndex(({ name }) => name === "in");
  const end = children.findIndex(({ name }) => name === "Body");
  const over = lowerTuple(children.slice(middle + 1, end), text);
  const each = toTarget(children.slice(start + 1, middle), text);
  return [
    { kind: "loop", ...(over ? { over } : {}), each, body: lowerBody(node.getChild("Body"), text), at: node.from },
  ];
}

function lowerDefinition(node: PythonNode, decorators: readonly Term[], text: string): readonly Step[] {
  const named = node.getChild("VariableName");
  const name = named ? sliceOf(named, text) : "";
  const body = lowerBody(node.getChild("Body"), text);
  const at = named?.from ?? node.from;
  const list = node.getChild("ParamList");
  if (node.name === "ClassDefinition") {
    const bases = node.getChild("ArgList");
    return [{ kind: "class", name, decorators, bases: bases ? toArguments(bases, text).args : [], body, at }];
  }
  const params = list ? toParameters(list, text) : [];
  return [{ kind: "function", name, value: { kind: "function", params, body, at }, decorators, at }];
}

function lowerDecorator(node: PythonNode, text: string): Term {
  const [, ...rest] = listChildren(node);
  const names = rest.filter(({ name }) => name === "VariableName");
  const [first, ...others] = names;
  if (!first) return { kind: "other", text: sliceOf(node, text), at: node.from };
  let callee: Term = { kind: "name", name: sliceOf(first, text), at: node.from };
  for (const other of others) callee = { kind: "member", object: callee, name: sliceOf(other, text), at: node.from };
  const list = node.getChild("ArgList");
  if (!list) return callee;
  return { kind: "call", callee, ...toArguments(list, text), isNew: false, at: node.from };
}

function lowerImport(node: PythonNode, text: string): readonly Step[] {
  const children = listChildren(node).filter(({ name }) => name !== "(" && name !== ")");
  const split = children.findIndex(({ name }) => name === "import");
  const isFrom = children[0]?.name === "from";
  const from = isFrom
    ? children
        .slice(1, split)
        .map((child) => sliceOf(child, text))
        .join("")
    : "";
  return splitAtCommas(children.slice(split + 1)).map((group): Step => {
    const at = group.findIndex(({ name }) => name === "as");
    const imported = group
      .slice(0, at === -1 ? undefined : at)
      .map((child) => sliceOf(child, text))
      .join("");
    const alias = group[at + 1];
    const local = at === -1 || !alias ? imported.replace(/\..*$/, "") : sliceOf(alias, text);
    const name = isFrom ? imported : "*";
    return { kind: "import", from: isFrom ? from : imported, names: [[name, local]], at: node.from };
  });
}
