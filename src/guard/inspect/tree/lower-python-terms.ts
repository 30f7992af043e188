import { listChildren, splitAtCommas } from "./python-syntax.ts";
import type { PythonNode } from "./python-syntax.ts";
import type { Pattern, Term } from "./tree.ts";

type Lower = (node: PythonNode, text: string) => Term;

const TABLE: Readonly<Record<string, Lower>> = {
  VariableName: (node, text) => ({ kind: "name", name: sliceOf(node, text), at: node.from }),
  Number: (node, text) => toNumber(sliceOf(node, text), node.from),
  String: (node, text) => toString(sliceOf(node, text), node.from),
  Boolean: (node, text) => ({ kind: "literal", value: sliceOf(node, text) === "True", at: node.from }),
  None: (node) => ({ kind: "literal", value: null, at: node.from }),
  ContinuedString: (node, text) => toContinued(node, text),
  FormatString: (node, text) => toFormat(node, text),
  ParenthesizedExpression: (node, text) => toInner(node, text),
  CallExpression: (node, text) => toCall(node, text),
  MemberExpression: (node, text) => toMember(node, text),
  ArrayExpression: (node, text) => toList(node, text),
  TupleExpression: (node, text) => toList(node, text),
  SetExpression: (node, text) => toList(node, text),
  DictionaryExpression: (node, text) => toRecord(node, text),
  BinaryExpression: (node, text) => toBinary(node, text),
  UnaryExpression: (node, text) => toUnary(node, text),
  AwaitExpression: (node, text) => ({ kind: "await", value: lowerLast(node, text), at: node.from }),
  ConditionalExpression: (node, text) => toChoice(node, text),
  LambdaExpression: (node, text) => {
    const params = node.getChild("ParamList");
    return {
      kind: "function",
      params: params ? toParameters(params, text) : [],
      body: [{ kind: "return", value: lowerLast(node, text), at: node.from }],
      at: node.from,
    };
  },
};

/** An expression; what nothing looks into is its text without layout. */
export function lowerTerm(node: PythonNode, text: string): Term {
  const lower = Object.hasOwn(TABLE, node.name) ? TABLE[node.name] : undefined;
  return lower ? lower(node, text) : toOther(node, text);
}

/** Several expressions between commas are one tuple. */
export function lowerTuple(nodes: readonly PythonNode[], text: string): Term | undefined {
  const items = splitAtCommas(nodes).map((group) => lowerGroup(group, text));
  const [first] = items;
  if (first === undefined || items.length === 1) return first;
  return { kind: "list", items, at: first.at };
}

/** What a target binds: a name, or several. */
export function toTarget(nodes: readonly PythonNode[], text: string): Pattern {
  const groups = splitAtCommas(nodes);
  if (groups.length > 1) return { kind: "list", items: groups.map((group) => toTarget(group, text)) };
  const [only] = groups[0] ?? [];
  if (only?.name === "VariableName") return { kind: "name", name: sliceOf(only, text) };
  const isList = only?.name === "TupleExpression" || only?.name === "ArrayExpression";
  return only && isList ? toTarget(listChildren(only).slice(1, -1), text) : { kind: "other" };
}

/** The parameters of a function or a lambda; defaults and types are left out. */
export function toParameters(list: PythonNode, text: string): readonly Pattern[] {
  const inner = listChildren(list).filter(({ name }) => name !== "(" && name !== ")");
  return splitAtCommas(inner).map((group): Pattern => {
    const name = group.find((node) => node.name === "VariableName");
    if (!name) return { kind: "other" };
    return { kind: group[0]?.name.startsWith("*") ? "rest" : "name", name: sliceOf(name, text) };
  });
}

export const sliceOf = ({ from, to }: PythonNode, text: string): string => text.slice(from, to);

function toOther(node: PythonNode, text: string): Term {
  return { kind: "other", text: sliceOf(node, text).replaceAll(/\s+/g, " "), at: node.from };
}

function toNumber(written: string, at: number): Term {
  const value = Number(written.replaceAll("_", ""));
  return Number.isNaN(value) ? { kind: "other", text: written, at } : { kind: "literal", value, at };
}

const STRING = /^([a-z]*)("""|'''|"|')([^]*?)\2$/i;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", "\n": "" };

function toString(written: string, at: number): Term {
  const [, prefix = "", , body = ""] = STRING.exec(written) ?? [];
  const isRaw = /r/i.test(prefix);
  const value = isRaw ? body : body.replaceAll(/\\([^])/g, (all, char: string) => unescape(all, char));
  return { kind: "literal", value: /b/i.test(prefix) ? `b:${value}` : value, at };
}

/** Only the plain escapes: of any other the text says enough to tell it from a different one. */
const unescape = (all: string, char: string): string => {
  if (Object.hasOwn(ESCAPES, char)) return ESCAPES[char] ?? all;
  return /["'\\]/.test(char) ? char : all;
};

function toContinued(node: PythonNode, text: string): Term {
  const parts = listChildren(node).map((child) => lowerTerm(child, text));
  const values = parts.map((part) => (part.kind === "literal" ? part.value : undefined));
  if (values.every((value) => typeof value === "string")) {
    return { kind: "literal", value: values.join(""), at: node.from };
  }
  return {
    kind: "template",
    parts: parts.flatMap((part) => (part.kind === "template" ? part.parts : [part])),
    at: node.from,
  };
}

function toFormat(node: PythonNode, text: string): Term {
  const parts: (string | Term)[] = [];
  let from = node.from;
  for (const child of listChildren(node).filter(({ name }) => name === "FormatReplacement")) {
    parts.push(text.slice(from, child.from));
    const inner = listChildren(child).find(({ name }) => /^[A-Z]/.test(name) && name !== "FormatSpec");
    parts.push(inner ? lowerTerm(inner, text) : toOther(child, text));
    from = child.to;
  }
  parts.push(text.slice(from, node.to));
  return { kind: "template", parts, at: node.from };
}

function toInner(node: PythonNode, text: string): Term {
  const [inner] = listChildren(node).slice(1, -1);
  return inner ? lowerTerm(inner, text) : toOther(node, text);
}

function lowerLast(node: PythonNode, text: string): Term {
  return node.lastChild ? lowerTerm(node.lastChild, text) : toOther(node, text);
}

/** What stands between two commas: an expression, or one that is spread. */
function lowerGroup(group: readonly PythonNode[], text: string): Term {
  const [first, second] = group;
  if (first && second && first.name.startsWith("*")) {
    return { kind: "spread", value: lowerTerm(second, text), at: first.from };
  }
  if (first && group.length === 1) return lowerTerm(first, text);
  const written = text.slice(first?.from ?? 0, group.at(-1)?.to ?? 0);
  return { kind: "other", text: written.replaceAll(/\s+/g, " "), at: first?.from ?? 0 };
}

/** The arguments of a call, a class or a decorator. */
export function toArguments(
  list: PythonNode,
  text: string
): { readonly args: readonly Term[]; readonly named: readonly (readonly [string, Term])[] } {
  const args: Term[] = [];
  const named: (readonly [string, Term])[] = [];
  for (const group of splitAtCommas(listChildren(list).slice(1, -1))) {
    const [name, operator, value] = group;
    if (name && value && operator?.name === "AssignOp") named.push([sliceOf(name, text), lowerTerm(value, text)]);
    else args.push(lowerGroup(group, text));
  }
  return { args, named };
}

function toCall(node: PythonNode, text: string): Term {
  const list = node.getChild("ArgList");
  const callee = node.firstChild ? lowerTerm(node.firstChild, text) : toOther(node, text);
  const given = list ? toArguments(list, text) : { args: [], named: [] };
  return { kind: "call", callee, ...given, isNew: false, at: node.from };
}

function toMember(node: PythonNode, text: string): Term {
  const { firstChild } = node;
  if (!firstChild) return toOther(node, text);
  const object = lowerTerm(firstChild, text);
  const property = node.getChild("PropertyName");
  if (property) return { kind: "member", object, name: sliceOf(property, text), at: property.from };
  const inner = listChildren(node).slice(2, -1);
  const [first, second] = inner;
  if (first && second === undefined) return { kind: "member", object, index: lowerTerm(first, text), at: first.from };
  const written = text.slice(first?.from ?? node.from, inner.at(-1)?.to ?? node.to).replaceAll(/\s+/g, " ");
  return { kind: "member", object, index: { kind: "other", text: written, at: node.from }, at: node.from };
}

function toList(node: PythonNode, text: string): Term {
  const items = splitAtCommas(listChildren(node).slice(1, -1)).map((group) => lowerGroup(group, text));
  return { kind: "list", items, at: node.from };
}

function toRecord(node: PythonNode, text: string): Term {
  const entries = splitAtCommas(listChildren(node).slice(1, -1)).map((group): readonly [Term | undefined, Term] => {
    const [key, , value] = group;
    if (key && value && key.name !== "**") return [lowerTerm(key, text), lowerTerm(value, text)];
    return [undefined, lowerGroup(group, text)];
  });
  return { kind: "record", entries, at: node.from };
}

function toBinary(node: PythonNode, text: string): Term {
  const children = listChildren(node);
  const [left, ...rest] = children;
  const right = rest.at(-1);
  if (!left || !right) return toOther(node, text);
  const operator = rest
    .slice(0, -1)
    .map((token) => sliceOf(token, text))
    .join(" ");
  return { kind: "binary", operator, left: lowerTerm(left, text), right: lowerTerm(right, text), at: node.from };
}

function toUnary(node: PythonNode, text: string): Term {
  const operator = node.firstChild ? sliceOf(node.firstChild, text) : "";
  const value = lowerLast(node, text);
  if (operator === "-" && value.kind === "literal" && typeof value.value === "number") {
    return { kind: "literal", value: -value.value, at: node.from };
  }
  return { kind: "unary", operator: operator === "not" ? "!" : operator, value, at: node.from };
}

function toChoice(node: PythonNode, text: string): Term {
  const [whenTrue, , test, , otherwise] = listChildren(node);
  if (!whenTrue || !test || !otherwise) return toOther(node, text);
  return {
    kind: "choice",
    test: lowerTerm(test, text),
    whenTrue: lowerTerm(whenTrue, text),
    otherwise: lowerTerm(otherwise, text),
    at: node.from,
  };
}
