import type { YAMLMap, YAMLSeq } from "yaml";

import type { Json } from "../domain/json.ts";
import type { Splice } from "./text-splice.ts";
import {
  findLineStart,
  hasLineBreak,
  isFirstOnLine,
  isLineEnd,
  measureLineBreakBefore,
  skipSpaces,
} from "./text-splice.ts";
import { insertIntoFlow, removeFromFlow } from "./yaml-flow.ts";
import { renderAfterColon, renderFlow, renderItem, renderMember } from "./yaml-render.ts";
import type { YamlChild, YamlDocument } from "./yaml-text.ts";
import { getColumn, getYamlChildren, isBlockScalar, isFlow, isNothing, readYamlStyle } from "./yaml-text.ts";

/** What a new child of a collection is: a member with a key, or an item. */
export interface NewChild {
  readonly key?: string;
  readonly value: Json;
}

/** Writes the first mapping of a document that holds none, after whatever comments it has. */
export function writeYamlRoot(document: YamlDocument, key: string, value: Json): readonly Splice[] {
  const { source } = document;
  const style = readYamlStyle(document);
  const text = renderMember(key, value, { column: 0, style });
  const isOpen = source !== "" && !isLineEnd(source, source.length - 1);
  return [insert(source.length, isOpen ? `${style.eol}${text}` : `${text}${style.eol}`)];
}

/** Puts a child at the end of a filled collection. @throws TypeError where the shape gives no safe place */
export function insertYamlChild(
  document: YamlDocument,
  collection: YAMLMap | YAMLSeq,
  child: NewChild
): readonly Splice[] {
  const children = getYamlChildren(collection);
  const last = children.at(-1);
  if (isFlow(collection)) return insertIntoFlow(document, { collection, children, child });
  if (!last) throw new TypeError("an empty block collection");
  const { source } = document;
  const style = readYamlStyle(document);
  const column = getColumn(source, last.dash ?? last.start);
  const text =
    child.key === undefined
      ? `- ${renderItem(child.value, column, style)}`
      : renderMember(child.key, child.value, { column, style });
  return [insert(findContentLineEnd(document, last), `${style.eol}${" ".repeat(column)}${text}`)];
}

/** Puts a member before the first one of a filled block mapping. @throws TypeError for any other */
export function insertYamlFirst(document: YamlDocument, collection: YAMLMap, child: NewChild): readonly Splice[] {
  const { source } = document;
  const first = getYamlChildren(collection)[0];
  if (!first || child.key === undefined || !isFirstOnLine(source, first.start)) throw new TypeError("no first member");
  const style = readYamlStyle(document);
  const text = renderMember(child.key, child.value, { column: getColumn(source, first.start), style });
  return [insert(first.start, `${text}${style.eol}${source.slice(findLineStart(source, first.start), first.start)}`)];
}

/** Gives a child another value. */
export function replaceYamlValue(document: YamlDocument, child: YamlChild, value: Json): readonly Splice[] {
  const { source } = document;
  const style = readYamlStyle(document);
  const column = getColumn(source, child.dash ?? child.start);
  const old = child.value;
  const end = trimEnd(source, child);
  if (child.isFlow) return [{ start: old?.range?.[0] ?? child.opening, end, text: renderFlow(value, false) }];
  if (child.key === undefined) return [{ start: child.opening, end, text: renderItem(value, column, style) }];
  const isInline = !isBlockScalar(old) && !(old && hasLineBreak(source.slice(child.opening, end)));
  const text = renderAfterColon(value, column, style);
  if (isBareNull(source, old)) return [insert(child.opening, text)];
  if (isInline && old?.range && !hasLineBreak(text)) return [{ start: old.range[0], end, text: text.slice(1) }];
  if (source.slice(child.opening, old?.range?.[0] ?? end).trim() !== "") {
    throw new TypeError("a comment, anchor or tag stands between the key and its value");
  }
  return [{ start: child.opening, end, text }];
}

/** No text of its own: what the parser takes for its place may lie behind a comment. */
function isBareNull(source: string, value: YamlChild["value"]): boolean {
  return isNothing(value) && source.slice(value?.range?.[0] ?? 0, value?.range?.[1] ?? 0).trim() === "";
}

/** Takes a child out; the line it leaves empty goes too, a comment beside it stays. */
export function removeYamlChild(
  document: YamlDocument,
  collection: YAMLMap | YAMLSeq,
  child: YamlChild
): readonly Splice[] {
  const { source } = document;
  const children = getYamlChildren(collection);
  const index = children.findIndex((other) => other.start === child.start);
  const next = children[index + 1];
  if (isFlow(collection)) return removeFromFlow(document, { collection, previous: children[index - 1], child, next });
  const end = trimEnd(source, child);
  if (!isFirstOnLine(source, child.start)) {
    if (!next || source.slice(end, next.start).trim() !== "") throw new TypeError("the first entry of a list item");
    return [{ start: child.start, end: next.start, text: "" }];
  }
  const after = skipSpaces(source, end);
  if (!isLineEnd(source, after)) return [{ start: child.start, end: after, text: "" }];
  const lineStart = findLineStart(source, child.start);
  const start = lineStart - measureLineBreakBefore(source, lineStart);
  if (start < lineStart) return [{ start, end: after, text: "" }];
  const following = /^(?:\r\n|\n|\r)/.exec(source.slice(after))?.[0] ?? "";
  return [{ start: lineStart, end: after + following.length, text: "" }];
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

/** A block scalar's range takes in the line ends after it; those stay. */
function trimEnd(source: string, child: YamlChild): number {
  const floor = Math.max(child.opening, child.value?.range?.[0] ?? 0);
  return Math.max(floor, source.slice(0, child.end).trimEnd().length);
}

/** End of the line on which a child's own text ends, its comment included. */
function findContentLineEnd({ source }: YamlDocument, child: YamlChild): number {
  let at = trimEnd(source, child);
  while (!isLineEnd(source, at)) at += 1;
  return at;
}
