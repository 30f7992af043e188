import type { Node } from "jsonc-parser";

import type { Json } from "../domain/json.ts";
import type { ContainerLayout } from "./json-layout.ts";
import { readLayout, renderMember, renderValue, toEmptyLayout } from "./json-layout.ts";
import type { JsonDocument } from "./json-text.ts";
import { getChildren, getMemberName } from "./json-text.ts";
import { findComma, findLastComment, followLine, isBlank } from "./json-trivia.ts";
import type { Splice } from "./text-splice.ts";
import { getIndentation, hasLineBreak, isFirstOnLine } from "./text-splice.ts";

/** A container that gets a new child; `render` writes the child for a line of the given indentation. */
export interface Insertion {
  readonly document: JsonDocument;
  readonly container: Node;
  readonly layout: ContainerLayout;
  readonly render: (indentation: string) => string;
}

/** Puts a new member into an object: at its sorted place where the names are sorted, else last. */
export function insertMember(document: JsonDocument, object: Node, key: string, value: Json): readonly Splice[] {
  const layout = readLayout(document, object);
  const name = JSON.stringify(key).length + layout.colon.length;
  const render = (indentation: string): string =>
    renderMember(key, renderValue(value, layout, indentation, indentation.length + name), layout);
  return insertChild({ document, container: object, layout, render }, findSortedPlace(object, key));
}

/** Puts a new element at the end of an array. */
export function appendElement(document: JsonDocument, array: Node, value: Json): readonly Splice[] {
  const own = readLayout(document, array);
  // `[]` takes its first scalar on the same line, as formatters write it.
  const isBare = getChildren(array).length === 0 && isBlank(document, array.offset + 1, endOf(array) - 1);
  const isShort = isBare && (value === null || typeof value !== "object");
  const layout = isShort ? { ...own, isMultiline: false } : own;
  const render = (indentation: string): string => renderValue(value, layout, indentation, indentation.length);
  return insertChild({ document, container: array, layout, render }, getChildren(array).length);
}

/** Gives a value's span to another value. */
export function replaceValue(document: JsonDocument, node: Node, value: Json): readonly Splice[] {
  const { text } = document;
  const outer = node.parent?.type === "property" ? node.parent.parent : node.parent;
  const layout = outer ? readLayout(document, outer) : toEmptyLayout(text);
  const wasOneLine = getChildren(node).length > 0 && !hasLineBreak(text.slice(node.offset, endOf(node)));
  const written = { ...layout, isMultiline: layout.isMultiline && !wasOneLine };
  const indentation = getIndentation(text, node.offset);
  return [{ start: node.offset, end: endOf(node), text: renderValue(value, written, indentation, indentation.length) }];
}

/** Writes the first value of a document that holds none; what stands there (white space, comments) stays. */
export function writeDocument(document: JsonDocument, value: Json): readonly Splice[] {
  const { text } = document;
  const layout = toEmptyLayout(text);
  const rendered = renderValue(value, layout, "");
  const comment = findLastComment(document, 0, text.length);
  if (comment) return [insert(comment.end, `${layout.eol}${rendered}`)];
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  return [insert(start, text.length === start ? `${rendered}${layout.eol}` : rendered)];
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

/**
 * The index before the first greater name where two or more names stand in order, else the end. At the root it is
 * always the end: there `name` before `version` is custom, not sorting.
 */
function findSortedPlace(object: Node, key: string): number {
  const names = getChildren(object).map(getMemberName);
  if (names.length < 2 || !object.parent) return names.length;
  const compare = [compareCodeUnits, compareWords].find((order) => isSorted(names, order));
  if (!compare) return names.length;
  const place = names.findIndex((name) => compare(name, key) > 0);
  return place === -1 ? names.length : place;
}

function isSorted(names: readonly string[], compare: (left: string, right: string) => number): boolean {
  return names.every((name, index) => index === 0 || compare(names[index - 1] ?? "", name) < 0);
}

function compareCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The order in which package managers sort dependencies. */
function compareWords(left: string, right: string): number {
  return left.localeCompare(right, "en");
}

/** Puts a child before the one at `index`, or last. */
export function insertChild(insertion: Insertion, index: number): readonly Splice[] {
  const children = getChildren(insertion.container);
  const next = children[index];
  const last = children.at(-1);
  if (next) return insertBefore(insertion, next, children[index - 1]);
  return last ? insertLast(insertion, last) : insertOnly(insertion);
}

/** A comment on the previous child's line stays there; one above `next` stays above `next`. */
function insertBefore(
  { document, container, layout, render }: Insertion,
  next: Node,
  previous?: Node
): readonly Splice[] {
  const { text } = document;
  if (!isFirstOnLine(text, next.offset)) return [insert(next.offset, `${render(layout.base)},${layout.gap}`)];
  const indentation = getIndentation(text, next.offset);
  const opening = previous ? findComma(document, endOf(previous)) : container.offset;
  const { end } = followLine(document, (opening ?? container.offset) + 1);
  return [insert(end, `${layout.eol}${indentation}${render(indentation)},`)];
}

/** Needs a comma after the last child, unless one trails there already: then ours trails as well. */
function insertLast({ document, layout, render }: Insertion, last: Node): readonly Splice[] {
  const end = endOf(last);
  const comma = findComma(document, end);
  if (!isFirstOnLine(document.text, last.offset)) {
    const child = `${layout.gap}${render(layout.base)}`;
    return [comma === undefined ? insert(end, `,${child}`) : insert(comma + 1, `${child},`)];
  }
  const indentation = getIndentation(document.text, last.offset);
  const child = `${layout.eol}${indentation}${render(indentation)}`;
  if (comma !== undefined) return [insert(followLine(document, comma + 1).end, `${child},`)];
  const line = followLine(document, end);
  return isBlank(document, end, line.end) ? [insert(end, `,${child}`)] : [insert(end, ","), insert(line.end, child)];
}

function insertOnly({ document, container, layout, render }: Insertion): readonly Splice[] {
  const from = container.offset + 1;
  const to = endOf(container) - 1;
  const comment = findLastComment(document, from, to);
  if (comment) {
    const { breaks } = followLine(document, comment.end);
    if (!breaks) return [insert(comment.end, ` ${render(layout.base)}`)];
    const isOwnLine = isFirstOnLine(document.text, comment.start);
    const indentation = isOwnLine ? getIndentation(document.text, comment.start) : layout.child;
    return [insert(comment.end, `${layout.eol}${indentation}${render(indentation)}`)];
  }
  const { eol, base, child, gap, isMultiline } = layout;
  if (isMultiline) return [{ start: from, end: to, text: `${eol}${child}${render(child)}${eol}${base}` }];
  const pad = container.type === "object" ? gap : "";
  return [{ start: from, end: to, text: `${pad}${render(base)}${pad}` }];
}
