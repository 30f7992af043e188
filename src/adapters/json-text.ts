import { parseTree } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";

import type { ParseProblem } from "../domain/config-edit.ts";
import { toArrayIndex } from "../domain/config-value.ts";
import { DEEPEST_JSON, findTooDeep } from "../domain/json-depth.ts";
import type { Json } from "../domain/json.ts";
import { toPointerSegments } from "../domain/json.ts";
import { toTextPosition } from "../domain/text-position.ts";

/** A document that parsed. `root` is undefined where the text holds no value (empty, white space, comments only). */
export interface JsonDocument {
  readonly text: string;
  /** The text with a byte order mark made a space, so that the scanner's offsets are the text's. */
  readonly source: string;
  readonly root: Node | undefined;
}

export type JsonReading =
  | { readonly ok: true; readonly document: JsonDocument }
  | { readonly ok: false; readonly problem: ParseProblem };

/** By jsonc-parser's ParseErrorCode; what a person reads. */
const MESSAGES: readonly string[] = [
  "unexpected text",
  "unexpected text",
  "not a number",
  "a property name in double quotes is expected",
  "a value is expected",
  "a colon is expected",
  "a comma is expected",
  "a closing brace is expected",
  "a closing bracket is expected",
  "the end of the file is expected",
  "a comment is not allowed here",
  "a comment is not closed",
  "a string is not closed",
  "a number is not complete",
  "an escape \\u needs four hexadecimal digits",
  "an escape in a string is not known",
  "a control character in a string",
];

/**
 * Reads JSON with comments and trailing commas (`isStrict`: without); everything else that is not JSON is a problem,
 * never "empty".
 */
export function readJsonText(text: string, isStrict = false): JsonReading {
  const source = text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
  const deep = findTooDeep(source);
  if (deep !== undefined) return refuse(text, deep, `nested too deep, beyond ${DEEPEST_JSON} levels`);
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, {
    allowTrailingComma: !isStrict,
    disallowComments: isStrict,
    allowEmptyContent: !isStrict,
  });
  const [first] = errors.toSorted((left, right) => left.offset - right.offset);
  if (first) return refuse(text, first.offset, MESSAGES[first.error] ?? "unexpected text");
  return { ok: true, document: { text, source, root } };
}

function refuse(text: string, offset: number, message: string): JsonReading {
  return { ok: false, problem: { message, ...toTextPosition(text, offset) } };
}

/** The members' or elements' nodes of a container; empty for anything else. */
export function getChildren(node: Node | undefined): readonly Node[] {
  return node?.children ?? [];
}

/** The decoded name of an object's member. */
export function getMemberName(member: Node): string {
  return String(member.children?.[0]?.value ?? "");
}

/** The first member of any object whose name stands twice in it, later than where it stood first. */
export function findRepeatedMember(node: Node | undefined): Node | undefined {
  const seen = new Set<string>();
  for (const child of getChildren(node)) {
    if (node?.type === "object") {
      const name = getMemberName(child);
      if (seen.has(name)) return child;
      seen.add(name);
    }
    const below = findRepeatedMember(node?.type === "object" ? child.children?.[1] : child);
    if (below) return below;
  }
  return undefined;
}

/** The member that a reader sees under `key`: the last one where the key stands twice. */
export function findMember(object: Node, key: string): Node | undefined {
  return getChildren(object).findLast((member) => getMemberName(member) === key);
}

/** The value node of a member. */
function getMemberValue(member: Node): Node | undefined {
  return member.children?.[1];
}

/** One step down by a pointer segment. */
export function findChild(node: Node, segment: string): Node | undefined {
  if (node.type === "object") {
    const member = findMember(node, segment);
    return member && getMemberValue(member);
  }
  if (node.type !== "array") return undefined;
  const children = getChildren(node);
  const index = toArrayIndex(segment, children.length);
  return index === undefined ? undefined : children[index];
}

/** The node at a pointer. */
export function findNode(root: Node | undefined, pointer: string): Node | undefined {
  let here = root;
  for (const segment of toPointerSegments(pointer)) {
    if (!here) return undefined;
    here = findChild(here, segment);
  }
  return here;
}

/** The value of a node; of a key that stands twice the last value, and `__proto__` is a key like any other. */
export function toJson(node: Node): Json {
  if (node.type === "array") return getChildren(node).map(toJson);
  if (node.type !== "object") return node.value as Json;
  const entries = getChildren(node).map((member) => {
    const value = getMemberValue(member);
    return [getMemberName(member), value ? toJson(value) : null] as const;
  });
  return Object.fromEntries(entries);
}
