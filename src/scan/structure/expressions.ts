import type { FileView } from "./rule.ts";
import type { Node } from "./syntax.ts";

/** Deeper than this an expression counts as not static: nobody writes it, and the stack has an end. */
const MAX_DEPTH = 40;
/** Names whose value is a place of the program's own, not of whoever calls it. */
const OWN_PLACES =
  /^(?:__dirname|__filename|import\.meta\.(?:dirname|filename|url)|process\.cwd\(\)|os\.(?:tmpdir|homedir)\(\))$/;
/** A longer callee is computed, and none that a rule knows. */
const MAX_CALLEE_LENGTH = 200;
const QUOTES = /^["'`]|["'`]$/g;

/** What is called, as it is written and by its last name; undefined for what is computed. */
export interface Callee {
  readonly name: string;
  /** `child_process.exec`; optional chaining is written as it is. */
  readonly path: string;
  /** What the method is called on, undefined for a plain name. */
  readonly receiver: string | undefined;
}

export function toCallee(call: Node): Callee | undefined {
  const callee = call.field("function") ?? call.field("constructor");
  if (!callee) return undefined;
  const kind = String(callee.kind());
  if (kind === "identifier") return { name: callee.text(), path: callee.text(), receiver: undefined };
  if (kind !== "member_expression") return undefined;
  const [object, property] = [callee.field("object"), callee.field("property")];
  if (!object || !property) return undefined;
  const receiver = isLong(object) ? "…" : object.text();
  return { name: property.text(), path: `${receiver}.${property.text()}`, receiver };
}

function isLong(node: Node): boolean {
  const { start, end } = node.range();
  return end.index - start.index > MAX_CALLEE_LENGTH;
}

/** The arguments of a call or of `new`, without comments. */
export function toArguments(call: Node): Node[] {
  const list = call.field("arguments");
  return list ? list.namedChildren().filter((child) => !child.is("comment")) : [];
}

/** The value of a plain string or of a template that fills nothing in, as written between its quotes. */
export function toStaticString(node: Node | null | undefined): string | undefined {
  if (!node) return undefined;
  if (node.is("string")) return node.text().replaceAll(QUOTES, "");
  return node.is("template_string") && toSubstitutions(node).length === 0
    ? node.text().replaceAll(QUOTES, "")
    : undefined;
}

export function toSubstitutions(template: Node): Node[] {
  return template.namedChildren().filter((child) => child.is("template_substitution"));
}

/** A name or a string as the key of a pair, undefined for a computed one. */
export function toKey(pair: Node): string | undefined {
  const key = pair.field("key");
  if (!key) return undefined;
  if (key.is("property_identifier")) return key.text();
  return toStaticString(key);
}

/** The value under one of the keys of an object literal; the last one counts, as it does when it runs. */
export function toMember(object: Node, name: string): Node | undefined {
  let value: Node | undefined;
  for (const child of object.namedChildren()) {
    if (child.is("pair") && toKey(child) === name) value = child.field("value") ?? value;
    if (child.is("shorthand_property_identifier") && child.text() === name) value = child;
    if (child.is("method_definition") && child.field("name")?.text() === name) value = child;
  }
  return value;
}

/** Whether an object takes what another has, so that nobody can say which keys are missing. */
export function hasSpread(object: Node): boolean {
  return object.namedChildren().some((child) => child.is("spread_element"));
}

/** Whether nothing that is known only when it runs can be in the value: literals, and what is put together from them. */
export function isStatic(node: Node | null | undefined, file: FileView, depth = 0): boolean {
  let rest = node;
  // Sums lean to the left, and some have thousands of parts.
  while (rest?.is("binary_expression")) {
    if (!isStatic(rest.field("right"), file, depth + 1)) return false;
    rest = rest.field("left");
  }
  if (!rest || depth > MAX_DEPTH) return false;
  return isStaticPart(rest, file, depth + 1);
}

function isStaticPart(node: Node, file: FileView, depth: number): boolean {
  switch (String(node.kind())) {
    case "string":
    case "number":
    case "true":
    case "false":
    case "null":
    case "undefined":
    case "regex":
      return true;
    case "identifier":
      return OWN_PLACES.test(node.text()) || file.isConstant(node.text());
    case "member_expression":
    case "call_expression":
      return !isLong(node) && OWN_PLACES.test(node.text());
    case "template_string":
      return toSubstitutions(node).every((part) => isStatic(part.namedChildren()[0], file, depth));
    case "ternary_expression":
      return isStatic(node.field("consequence"), file, depth) && isStatic(node.field("alternative"), file, depth);
    case "parenthesized_expression":
    case "as_expression":
    case "satisfies_expression":
    case "non_null_expression":
      return isStatic(node.namedChildren()[0], file, depth);
    default:
      return false;
  }
}
