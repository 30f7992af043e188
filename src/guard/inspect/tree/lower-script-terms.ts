import { toPlainRegex } from "./plain-regex.ts";
import { toPattern } from "./script-patterns.ts";
import type { ScriptArgument, ScriptExpression, ScriptPlaced, ScriptStatement } from "./script-syntax.ts";
import type { FunctionTerm, Step, Term } from "./tree.ts";

/** The text that the nodes are of, and how the body of a function is read. */
export interface Source {
  readonly text: string;
  readonly lowerSteps: (nodes: readonly ScriptStatement[]) => readonly Step[];
}

type Lowered = ScriptExpression | ScriptArgument;
type Lower<Type extends string> = (node: Extract<Lowered, { type: Type }>, source: Source) => Term;
type Table = { readonly [Type in Lowered["type"]]?: Lower<Type> };

const placeOf = (node: ScriptPlaced): number => node.start ?? 0;

const CONSTANTS: Readonly<Record<string, undefined | number>> = { undefined, NaN: Number.NaN, Infinity };

const TABLE: Table = {
  StringLiteral: (node) => ({ kind: "literal", value: node.value, at: placeOf(node) }),
  NumericLiteral: (node) => ({ kind: "literal", value: node.value, at: placeOf(node) }),
  BooleanLiteral: (node) => ({ kind: "literal", value: node.value, at: placeOf(node) }),
  NullLiteral: (node) => ({ kind: "literal", value: null, at: placeOf(node) }),
  RegExpLiteral: (node) => ({ kind: "regex", text: `/${toPlainRegex(node.pattern)}/${node.flags}`, at: placeOf(node) }),
  Identifier: (node) =>
    Object.hasOwn(CONSTANTS, node.name)
      ? { kind: "literal", value: CONSTANTS[node.name], at: placeOf(node) }
      : { kind: "name", name: node.name, at: placeOf(node) },
  ThisExpression: (node) => ({ kind: "name", name: "this", at: placeOf(node) }),
  MemberExpression: (node, source) => toMember(node, source),
  OptionalMemberExpression: (node, source) => toMember(node, source),
  CallExpression: (node, source) => toCall(node, source, false),
  OptionalCallExpression: (node, source) => toCall(node, source, false),
  NewExpression: (node, source) => toCall(node, source, true),
  ImportExpression: (node, source) => ({
    kind: "call",
    callee: { kind: "name", name: "import", at: placeOf(node) },
    args: [lowerTerm(node.source, source)],
    named: [],
    isNew: false,
    at: placeOf(node),
  }),
  ArrowFunctionExpression: (node, source) => lowerFunction(node, source),
  FunctionExpression: (node, source) => lowerFunction(node, source),
  ArrayExpression: (node, source) => ({
    kind: "list",
    items: node.elements.map((item) => (item ? lowerTerm(item, source) : toNothing(placeOf(node)))),
    at: placeOf(node),
  }),
  ObjectExpression: (node, source) => ({
    kind: "record",
    entries: node.properties.map((property) => toEntry(property, source)),
    at: placeOf(node),
  }),
  BinaryExpression: (node, source) => ({
    kind: "binary",
    operator: node.operator,
    left: node.left.type === "PrivateName" ? toOther(node.left, source) : lowerTerm(node.left, source),
    right: lowerTerm(node.right, source),
    at: placeOf(node),
  }),
  LogicalExpression: (node, source) => ({
    kind: "binary",
    operator: node.operator,
    left: lowerTerm(node.left, source),
    right: lowerTerm(node.right, source),
    at: placeOf(node),
  }),
  UnaryExpression: (node, source) => toUnary(node.operator, lowerTerm(node.argument, source), placeOf(node)),
  AwaitExpression: (node, source) => ({ kind: "await", value: lowerTerm(node.argument, source), at: placeOf(node) }),
  YieldExpression: (node, source) => ({
    kind: "await",
    value: node.argument ? lowerTerm(node.argument, source) : toNothing(placeOf(node)),
    at: placeOf(node),
  }),
  ConditionalExpression: (node, source) => ({
    kind: "choice",
    test: lowerTerm(node.test, source),
    whenTrue: lowerTerm(node.consequent, source),
    otherwise: lowerTerm(node.alternate, source),
    at: placeOf(node),
  }),
  AssignmentExpression: (node, source) => ({
    kind: "assign",
    target: isTerm(node.left) ? lowerTerm(node.left, source) : toOther(node.left, source),
    value: lowerTerm(node.right, source),
    at: placeOf(node),
  }),
  UpdateExpression: (node, source) => ({
    kind: "assign",
    target: lowerTerm(node.argument, source),
    value: toOther(node, source),
    at: placeOf(node),
  }),
  SequenceExpression: (node, source) => ({
    kind: "list",
    items: node.expressions.map((item) => lowerTerm(item, source)),
    at: placeOf(node),
  }),
  SpreadElement: (node, source) => ({ kind: "spread", value: lowerTerm(node.argument, source), at: placeOf(node) }),
  TemplateLiteral: (node, source) => toTemplate(node, source),
  TaggedTemplateExpression: (node, source) => ({
    kind: "call",
    callee: lowerTerm(node.tag, source),
    args: [toTemplate(node.quasi, source)],
    named: [],
    isNew: false,
    at: placeOf(node),
  }),
  ParenthesizedExpression: (node, source) => lowerTerm(node.expression, source),
  TSAsExpression: (node, source) => lowerTerm(node.expression, source),
  TSSatisfiesExpression: (node, source) => lowerTerm(node.expression, source),
  TSNonNullExpression: (node, source) => lowerTerm(node.expression, source),
  TSTypeAssertion: (node, source) => lowerTerm(node.expression, source),
  TSInstantiationExpression: (node, source) => lowerTerm(node.expression, source),
};

/** An expression; types are left out, what nothing looks into is its text. */
export function lowerTerm(node: Lowered, source: Source): Term {
  const lower = TABLE[node.type] as ((node: Lowered, source: Source) => Term) | undefined;
  return lower ? lower(node, source) : toOther(node, source);
}

/** A function, a method or an arrow; the value of an arrow is what it returns. */
export function lowerFunction(
  node: ScriptPlaced & {
    readonly params: readonly Parameters<typeof toPattern>[0][];
    readonly body: { readonly type: string };
  },
  source: Source
): FunctionTerm {
  const body = node.body as Extract<ScriptExpression, { type: "ArrowFunctionExpression" }>["body"];
  const steps: readonly Step[] =
    body.type === "BlockStatement"
      ? source.lowerSteps(body.body)
      : [{ kind: "return", value: lowerTerm(body, source), at: placeOf(body) }];
  return { kind: "function", params: node.params.map(toPattern), body: steps, at: placeOf(node) };
}

const toNothing = (at: number): Term => ({ kind: "literal", value: undefined, at });

function toOther(node: ScriptPlaced, source: Source): Term {
  const written = source.text.slice(node.start ?? 0, node.end ?? 0);
  return { kind: "other", text: written.replaceAll(/\s+/g, " "), at: placeOf(node) };
}

/** Negative numbers are numbers; `void 0` is undefined. */
function toUnary(operator: string, value: Term, at: number): Term {
  if (operator === "-" && value.kind === "literal" && typeof value.value === "number") {
    return { kind: "literal", value: -value.value, at };
  }
  if (operator === "void" && value.kind === "literal") return toNothing(at);
  return { kind: "unary", operator, value, at };
}

function toMember(
  node: Extract<ScriptExpression, { type: "MemberExpression" | "OptionalMemberExpression" }>,
  source: Source
): Term {
  const object = node.object.type === "Super" ? toOther(node.object, source) : lowerTerm(node.object, source);
  const { property } = node;
  // The place of a chain's link is its own name: that is what a finding about it points at.
  const at = placeOf(property);
  if (property.type === "PrivateName") return { kind: "member", object, name: `#${property.id.name}`, at };
  if (!node.computed && property.type === "Identifier") return { kind: "member", object, name: property.name, at };
  const index = lowerTerm(property, source);
  if (index.kind === "literal" && typeof index.value === "string") {
    return { kind: "member", object, name: index.value, at };
  }
  return { kind: "member", object, index, at };
}

function toCall(
  node: Extract<ScriptExpression, { type: "CallExpression" | "OptionalCallExpression" | "NewExpression" }>,
  source: Source,
  isNew: boolean
): Term {
  const isForeign =
    node.callee.type === "Super" || node.callee.type === "Import" || node.callee.type === "V8IntrinsicIdentifier";
  const callee = isForeign ? toOther(node.callee, source) : lowerTerm(node.callee as ScriptExpression, source);
  const args = node.arguments.map((argument) => lowerTerm(argument as Lowered, source));
  return { kind: "call", callee, args, named: [], isNew, at: placeOf(node) };
}

function toTemplate(node: Extract<ScriptExpression, { type: "TemplateLiteral" }>, source: Source): Term {
  const parts: (string | Term)[] = [];
  for (const [index, quasi] of node.quasis.entries()) {
    parts.push(quasi.value.cooked ?? quasi.value.raw);
    const expression = node.expressions[index];
    if (expression) parts.push(isTerm(expression) ? lowerTerm(expression, source) : toOther(expression, source));
  }
  const [only] = parts;
  if (parts.length === 1 && typeof only === "string") return { kind: "literal", value: only, at: placeOf(node) };
  return { kind: "template", parts, at: placeOf(node) };
}

type Property = Extract<ScriptExpression, { type: "ObjectExpression" }>["properties"][number];

function toEntry(property: Property, source: Source): readonly [Term | undefined, Term] {
  if (property.type === "SpreadElement") return [undefined, lowerTerm(property.argument, source)];
  const { key } = property;
  const at = placeOf(key);
  const computed = isTerm(key) ? lowerTerm(key, source) : toOther(key, source);
  const isPlain = !property.computed && key.type === "Identifier";
  const name: Term = isPlain ? { kind: "literal", value: key.name, at } : computed;
  if (property.type === "ObjectMethod") return [name, lowerFunction(property, source)];
  return [name, isTerm(property.value) ? lowerTerm(property.value, source) : toOther(property.value, source)];
}

const isTerm = (node: ScriptPlaced): node is ScriptExpression =>
  Object.hasOwn(TABLE, node.type) || /Expression$|Literal$|^JSX/.test(node.type);
