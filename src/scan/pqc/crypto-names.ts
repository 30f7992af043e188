import type { SgNode } from "@ast-grep/napi";

/** What a name means within node:crypto: `[]` is the module, `["subtle", "sign"]` a member of a member. */
type CryptoPath = readonly string[];

/** One declaration of a name. Without a value it hides the name: a parameter, a function, another module's import. */
interface Declared {
  readonly from: number;
  readonly to: number;
  readonly value?: SgNode;
  /** Of the value, what is taken by destructuring. */
  readonly members: CryptoPath;
  /** Known without looking at a value: an import. */
  readonly path?: CryptoPath;
}

/** Looks up what expressions of one file mean; by scopes, so that a parameter named `crypto` is not the module. */
export interface CryptoNames {
  /** Undefined where it is nothing of node:crypto, or cannot be told. */
  readonly resolve: (node: SgNode) => CryptoPath | undefined;
  /** The node that a name stands for where it is declared once with a value; the node itself for what is no name. */
  readonly follow: (node: SgNode) => SgNode | undefined;
}

const MODULE = /^(?:node:)?crypto$/;
const FUNCTIONS = new Set([
  "arrow_function",
  "function_declaration",
  "function_expression",
  "generator_function",
  "generator_function_declaration",
  "method_definition",
]);
const BLOCKS = new Set([
  ...FUNCTIONS,
  "statement_block",
  "for_statement",
  "for_in_statement",
  "catch_clause",
  "class_static_block",
]);
/** What stands around an expression without changing what it is. */
const AROUND = new Set([
  "parenthesized_expression",
  "await_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
]);
/** An object that has the same things as a member. */
const GLOBAL_OBJECTS = new Set(["globalThis", "window", "self", "global"]);
/** A chain of names that is longer is followed no further. */
const MOST_STEPS = 40;

export function readCryptoNames(root: SgNode): CryptoNames {
  const declared = new Map<string, Declared[]>();
  const add = (name: string, of: Declared): void => {
    const known = declared.get(name);
    if (known === undefined) declared.set(name, [of]);
    else known.push(of);
  };
  for (const statement of root.findAll({ rule: { kind: "import_statement" } })) addImport(statement, root, add);
  for (const node of root.findAll({ rule: { kind: "variable_declarator" } })) addVariable(node, root, add);
  for (const node of root.findAll({ rule: { kind: "assignment_expression" } })) addAssignment(node, root, add);
  for (const node of root.findAll({ rule: { any: [...FUNCTIONS, "catch_clause"].map((kind) => ({ kind })) } })) {
    addFunction(node, root, add);
  }
  const find = (node: SgNode): readonly Declared[] => findDeclared(declared.get(node.text()) ?? [], node);
  return {
    resolve: (node) => toPlain(resolve(node, find, 0)),
    follow: (node) => {
      const inner = unwrap(node);
      if (inner.kind() !== "identifier") return inner;
      const [only, ...others] = find(inner);
      return others.length === 0 && only?.members.length === 0 && only.value ? unwrap(only.value) : undefined;
    },
  };
}

type Add = (name: string, of: Declared) => void;
type Find = (node: SgNode) => readonly Declared[];

/** Those of the innermost scope that holds the place. */
function findDeclared(all: readonly Declared[], node: SgNode): readonly Declared[] {
  const at = node.range().start.index;
  const around = all.filter(({ from, to }) => from <= at && at < to);
  const least = Math.min(...around.map(({ from, to }) => to - from));
  return around.filter(({ from, to }) => to - from === least);
}

/** The same whichever way it was reached: the module's default export and `webcrypto` have what the module has. */
function toPlain(found: CryptoPath | undefined): CryptoPath | undefined {
  return found?.filter((name) => name !== "default" && name !== "webcrypto");
}

export function unwrap(node: SgNode): SgNode {
  let inner = node;
  while (AROUND.has(String(inner.kind()))) {
    const next = inner.children().find((child) => child.isNamed() && child.kind() !== "comment");
    if (next === undefined) return inner;
    inner = next;
  }
  return inner;
}

function resolve(node: SgNode, find: Find, steps: number): CryptoPath | undefined {
  if (steps > MOST_STEPS) return undefined;
  const inner = unwrap(node);
  const kind = inner.kind();
  if (kind === "identifier") return resolveName(inner, find, steps);
  if (kind === "call_expression") return resolveCall(inner, find, steps);
  if (kind !== "member_expression" && kind !== "subscript_expression") return undefined;
  const object = inner.field("object");
  const member = toMember(inner);
  if (object === null || member === undefined) return undefined;
  if (member === "crypto" && GLOBAL_OBJECTS.has(object.text()) && find(object).length === 0) return [];
  const path = resolve(object, find, steps + 1);
  return path && [...path, member];
}

function toMember(node: SgNode): string | undefined {
  if (node.kind() === "member_expression") return node.field("property")?.text();
  const index = node.field("index");
  return index === null ? undefined : toLiteral(index);
}

/** A text that is written out: a string, or a template without a value in it. */
export function toLiteral(node: SgNode): string | undefined {
  const kind = node.kind();
  if (kind === "string") return node.text().slice(1, -1);
  if (kind !== "template_string") return undefined;
  const hasValue = node.children().some((child) => child.kind() === "template_substitution");
  return hasValue ? undefined : node.text().slice(1, -1);
}

function resolveName(node: SgNode, find: Find, steps: number): CryptoPath | undefined {
  const all = find(node);
  // Node and browsers have it as a global.
  if (all.length === 0) return node.text() === "crypto" ? [] : undefined;
  for (const { path, value, members } of all) {
    const found = path ?? (value && resolve(value, find, steps + 1));
    if (found !== undefined) return [...found, ...members];
  }
  return undefined;
}

/** `require`, `import`, and what gives the same function back: `promisify(x)` and `x.bind(…)`. */
function resolveCall(node: SgNode, find: Find, steps: number): CryptoPath | undefined {
  const callee = node.field("function");
  const [first] = toArguments(node);
  if (callee === null) return undefined;
  const name = callee.kind() === "member_expression" ? callee.field("property")?.text() : callee.text();
  if (name === "bind") {
    const object = callee.field("object");
    return object === null ? undefined : resolve(object, find, steps + 1);
  }
  if (first === undefined) return undefined;
  if (name === "promisify") return resolve(first, find, steps + 1);
  const isImport = name === "require" || name === "import" || name === "getBuiltinModule";
  return isImport && MODULE.test(toLiteral(first) ?? "") ? [] : undefined;
}

export function toArguments(call: SgNode): readonly SgNode[] {
  const list = call.field("arguments");
  return list === null ? [] : list.children().filter((child) => child.isNamed() && child.kind() !== "comment");
}

/** The block that the name is known in; a `var` is known in the whole function. */
function toScope(
  node: SgNode,
  root: SgNode,
  kinds: ReadonlySet<string>
): { readonly from: number; readonly to: number } {
  const scope = node.ancestors().find((ancestor) => kinds.has(String(ancestor.kind()))) ?? root;
  const { start, end } = scope.range();
  // The root begins at its first statement only.
  return { from: scope === root ? 0 : start.index, to: end.index };
}

const WHOLE_IMPORTS = new Set(["import_clause", "namespace_import", "import_require_clause"]);

function addImport(statement: SgNode, root: SgNode, add: Add): void {
  const { end } = root.range();
  const scope = { from: 0, to: end.index, members: [] };
  const source = statement.field("source") ?? statement.find({ rule: { kind: "string" } });
  const isCrypto = source !== null && MODULE.test(toLiteral(source) ?? "");
  const of = (path: CryptoPath): Declared => (isCrypto ? { ...scope, path } : scope);
  for (const specifier of statement.findAll({ rule: { kind: "import_specifier" } })) {
    const name = specifier.field("name");
    if (name !== null) add((specifier.field("alias") ?? name).text(), of([name.text()]));
  }
  // Not by a rule: a grammar refuses the kinds that it does not have.
  const names = statement
    .findAll({ rule: { kind: "identifier" } })
    .filter((name) => WHOLE_IMPORTS.has(String(name.parent()?.kind())));
  for (const name of names) add(name.text(), of([]));
}

function addVariable(node: SgNode, root: SgNode, add: Add): void {
  const name = node.field("name");
  if (name === null) return;
  const isVar = node.parent()?.kind() === "variable_declaration";
  const scope = toScope(node, root, isVar ? FUNCTIONS : BLOCKS);
  addPattern(name, { ...scope, members: [], ...toValue(node.field("value")) }, add);
}

const toValue = (value: SgNode | null) => (value === null ? {} : { value });

/** Only a plain name: it is known wherever it was declared, so that the whole file is looked in. */
function addAssignment(node: SgNode, root: SgNode, add: Add): void {
  const left = node.field("left");
  const right = node.field("right");
  if (left?.kind() !== "identifier" || right === null) return;
  const isCrypto = resolve(right, () => [], 0) !== undefined && right.text() !== "crypto";
  if (isCrypto) add(left.text(), { from: 0, to: root.range().end.index, members: [], value: right });
}

/** A pattern's names, each with the way to it from the pattern's value. */
function addPattern(pattern: SgNode, of: Declared, add: Add): void {
  const kind = pattern.kind();
  if (kind === "identifier" || kind === "shorthand_property_identifier_pattern") {
    add(pattern.text(), kind === "identifier" ? of : { ...of, members: [...of.members, pattern.text()] });
    return;
  }
  if (kind === "pair_pattern") {
    const key = pattern.field("key");
    const value = pattern.field("value");
    const name = key === null ? undefined : (toLiteral(key) ?? key.text());
    if (value !== null && name !== undefined) addPattern(value, { ...of, members: [...of.members, name] }, add);
    return;
  }
  if (kind === "assignment_pattern" || kind === "object_assignment_pattern") {
    const left = pattern.field("left");
    if (left !== null) addPattern(left, of, add);
    return;
  }
  const { value: _value, path: _path, ...opaque } = of;
  for (const child of pattern.children()) {
    if (child.isNamed()) addPattern(child, kind === "object_pattern" ? of : opaque, add);
  }
}

/** A function's name and its parameters hide what is outside of it. */
function addFunction(node: SgNode, root: SgNode, add: Add): void {
  const { start, end } = node.range();
  const inside = { from: start.index, to: end.index, members: [] };
  const name = node.field("name");
  if (name?.kind() === "identifier") add(name.text(), { ...toScope(node, root, BLOCKS), members: [] });
  for (const field of ["parameter", "parameters"]) {
    const given = node.field(field);
    if (given !== null) addParameters(given, inside, add);
  }
}

function addParameters(given: SgNode, inside: Declared, add: Add): void {
  if (given.kind() !== "formal_parameters") {
    addPattern(given, inside, add);
    return;
  }
  for (const parameter of given.children()) {
    const pattern = parameter.field("pattern") ?? parameter;
    if (parameter.isNamed()) addPattern(pattern, inside, add);
  }
}
