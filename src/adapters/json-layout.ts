import type { Node } from "jsonc-parser";

import type { Json } from "../domain/json.ts";
import type { JsonDocument } from "./json-text.ts";
import { getChildren } from "./json-text.ts";
import { findLineEnding, getIndentation, hasLineBreak, isFirstOnLine } from "./text-splice.ts";

/** How a container is written, so that what is put into it looks like its neighbours. */
export interface ContainerLayout {
  /** Its children stand on lines of their own; else all of it stays on one line. */
  readonly isMultiline: boolean;
  readonly eol: string;
  /** Indentation of the line that opens the container. */
  readonly base: string;
  /** Indentation of its children. */
  readonly child: string;
  /** What one level adds. */
  readonly unit: string;
  /** Between a name and its value, colon included. */
  readonly colon: string;
  /** After a comma on one line, and inside the braces of a one-line object. */
  readonly gap: string;
}

/** Lines longer than this are not made by joining an array. */
const WIDEST = 80;

/** Reads the layout of a container from its own text first, then from what surrounds it. */
export function readLayout(document: JsonDocument, container: Node): ContainerLayout {
  const { text } = document;
  const end = container.offset + container.length;
  const base = getIndentation(text, container.offset);
  const unit = findUnit(document, container);
  const own = findChildIndentation(text, container);
  return {
    isMultiline: isMultiline(document, container),
    eol: findLineEnding(text, container.offset, end),
    base,
    child: own ?? base + unit,
    unit,
    colon: findColon(document, container),
    gap: findGap(document, container),
  };
}

/** The layout of a document that holds no value yet. */
export function toEmptyLayout(text: string): ContainerLayout {
  return { isMultiline: true, eol: findLineEnding(text), base: "", child: "  ", unit: "  ", colon: ": ", gap: " " };
}

function isMultiline({ text }: JsonDocument, container: Node): boolean {
  if (hasLineBreak(text.slice(container.offset, container.offset + container.length))) return true;
  if (getChildren(container).length > 0) return false;
  const outer = findOuter(container);
  return !outer || hasLineBreak(text.slice(outer.offset, outer.offset + outer.length));
}

/** The container around a container. */
function findOuter(container: Node): Node | undefined {
  const above = container.parent;
  return above?.type === "property" ? above.parent : above;
}

/** Indentation of the last child that opens its line. */
function findChildIndentation(text: string, container: Node): string | undefined {
  const child = getChildren(container).findLast((node) => isFirstOnLine(text, node.offset));
  return child && getIndentation(text, child.offset);
}

/** One level of indentation: of this container, else of the nearest around it, else of any in the document. */
function findUnit({ text, root }: JsonDocument, container: Node): string {
  for (let here: Node | undefined = container; here; here = findOuter(here)) {
    const unit = measureUnit(text, here);
    if (unit) return unit;
  }
  const waiting = root ? [root] : [];
  for (const node of waiting) {
    const unit = measureUnit(text, node);
    if (unit) return unit;
    waiting.push(...getChildren(node));
  }
  return "  ";
}

function measureUnit(text: string, container: Node): string | undefined {
  if (container.type !== "object" && container.type !== "array") return undefined;
  const base = getIndentation(text, container.offset);
  const child = findChildIndentation(text, container);
  return child?.startsWith(base) && child.length > base.length ? child.slice(base.length) : undefined;
}

/** The spacing round the colon on which all members agree, else `: `. */
function findColon(document: JsonDocument, container: Node): string {
  const members = getChildren(container).filter((node) => node.type === "property");
  const seen = new Set(members.map((member) => getColonText(document, member)));
  const [only] = seen;
  if (seen.size === 1 && only !== undefined) return only;
  return isCompact(document) ? ":" : ": ";
}

function getColonText({ text }: JsonDocument, member: Node): string | undefined {
  const [name, value] = getChildren(member);
  if (!name || !value) return undefined;
  const between = text.slice(name.offset + name.length, value.offset);
  return /^[ \t]?:[ \t]?$/.test(between) ? between : undefined;
}

/** What follows a comma on one line: as between this container's last two children, else as in the document. */
function findGap(document: JsonDocument, container: Node): string {
  const [previous, last] = getChildren(container).slice(-2);
  if (previous && last) {
    const between = document.text.slice(previous.offset + previous.length, last.offset);
    if (/^,[ \t]*$/.test(between)) return between.slice(1);
  }
  return isCompact(document) ? "" : " ";
}

/** Whether the document is written without spaces: its first member has none after the colon, or no list has. */
function isCompact({ text, root }: JsonDocument): boolean {
  const waiting = root ? [root] : [];
  for (const node of waiting) {
    const [first, second] = getChildren(node);
    if (node.type === "property" && first && second) {
      return text.slice(first.offset + first.length, second.offset) === ":";
    }
    if (node.type === "array" && first && second) {
      return text.slice(first.offset + first.length, second.offset) === ",";
    }
    waiting.push(...getChildren(node));
  }
  return false;
}

/** Writes a value on one line. */
function renderInline(value: Json, layout: ContainerLayout): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item: Json) => renderInline(item, layout)).join(`,${layout.gap}`)}]`;
  }
  const members = Object.entries(value).map(([key, item]) => renderMember(key, renderInline(item, layout), layout));
  return members.length === 0 ? "{}" : `{${layout.gap}${members.join(`,${layout.gap}`)}${layout.gap}}`;
}

export function renderMember(key: string, value: string, { colon }: ContainerLayout): string {
  return `${JSON.stringify(key)}${colon}${value}`;
}

/**
 * Writes a value over several lines where it needs them; `indentation` is that of the line on which it begins,
 * `column` the width already used there. Arrays of scalars that fit stay on one line, as formatters write them.
 */
export function renderValue(value: Json, layout: ContainerLayout, indentation: string, column = 0): string {
  if (!layout.isMultiline || value === null || typeof value !== "object") return renderInline(value, layout);
  const inner = indentation + layout.unit;
  if (Array.isArray(value)) {
    const inline = renderInline(value, layout);
    if (value.every((item) => isScalar(item)) && column + inline.length <= WIDEST) return inline;
    return wrap(
      value.map((item: Json) => renderValue(item, layout, inner)),
      "[]",
      { layout, indentation, inner }
    );
  }
  const members = Object.entries(value).map(([key, item]) => {
    const width = inner.length + JSON.stringify(key).length + layout.colon.length;
    return renderMember(key, renderValue(item, layout, inner, width), layout);
  });
  return wrap(members, "{}", { layout, indentation, inner });
}

function wrap(
  items: readonly string[],
  brackets: string,
  { layout, indentation, inner }: { layout: ContainerLayout; indentation: string; inner: string }
): string {
  const { eol } = layout;
  if (items.length === 0) return brackets;
  const lines = items.map((item) => `${eol}${inner}${item}`).join(",");
  return `${brackets.charAt(0)}${lines}${eol}${indentation}${brackets.charAt(1)}`;
}

function isScalar(value: Json): boolean {
  return value === null || typeof value !== "object";
}
