import { findLineEnding, findLineStart } from "./text-splice.ts";
import type { Splice } from "./text-splice.ts";

/** A text of any of the four kinds, or a comment. */
const OPAQUE = /"""[^]*?"{3,5}|'''[^]*?'{3,5}|"(?:\\.|[^"\\\r\n])*"|'[^'\r\n]*'|#[^\r\n]*/g;
const OPEN = new Set("[{");
const CLOSE = new Set("]}");

/** A list at the root: its brackets, and the span of each of its items. */
export interface TomlList {
  readonly open: number;
  readonly close: number;
  readonly items: readonly { readonly start: number; readonly end: number }[];
}

/** The document with all texts crossed out and comments blank, so that every bracket and comma left is one. */
function mask(text: string): string {
  const cross = (part: string): string => part.replaceAll(/[^\r\n]/g, part.startsWith("#") ? " " : "~");
  return text.replaceAll(OPAQUE, cross);
}

/** Where the document's own keys end: at its first table. */
function findRootEnd(masked: string): number {
  let depth = 0;
  for (let at = 0; at < masked.length; at += 1) {
    const sign = masked.charAt(at);
    const isHeader = sign === "[" && depth === 0 && masked.slice(findLineStart(masked, at), at).trim() === "";
    if (isHeader) return findLineStart(masked, at);
    if (OPEN.has(sign)) depth += 1;
    if (CLOSE.has(sign)) depth -= 1;
  }
  return masked.length;
}

/** The list under a key of the document's own; undefined where the key is written in another way. */
export function findTomlList(text: string, key: string): TomlList | undefined {
  const masked = mask(text);
  const end = findRootEnd(masked);
  for (const found of masked.matchAll(/^\uFEFF?[ \t]*(\S+)[ \t]*=[ \t]*\[/gm)) {
    const open = found.index + found[0].length - 1;
    const at = found.index + found[0].indexOf(found[1] ?? "");
    const name = text.slice(at, at + (found[1] ?? "").length).replaceAll(/^(["'])(.*)\1$/g, "$2");
    if (open < end && name === key) return readList(masked, open);
  }
  return undefined;
}

function readList(masked: string, open: number): TomlList | undefined {
  const items: { start: number; end: number }[] = [];
  let depth = 0;
  let from = open + 1;
  const push = (to: number): void => {
    const part = masked.slice(from, to);
    if (part.trim() !== "") items.push({ start: to - part.trimStart().length, end: from + part.trimEnd().length });
    from = to + 1;
  };
  for (let at = open + 1; at < masked.length; at += 1) {
    const sign = masked.charAt(at);
    if (OPEN.has(sign)) depth += 1;
    else if (sign === "]" && depth === 0) {
      push(at);
      return { open, close: at, items };
    } else if (CLOSE.has(sign)) depth -= 1;
    else if (sign === "," && depth === 0) push(at);
  }
  return undefined;
}

/** A line of its own, below what heads the file and above everything else. */
export function addTomlList(text: string, line: string): readonly Splice[] {
  const eol = findLineEnding(text);
  const bom = text.startsWith("\uFEFF") ? 1 : 0;
  if (text.slice(bom).trim() === "") return [insert(text.length, line + eol)];
  const head = /^(?:[ \t]*#[^\r\n]*(?:\r\n|\n))+[ \t]*(?:\r\n|\n)/.exec(text.slice(bom))?.[0] ?? "";
  return [insert(bom + head.length, line + eol + eol)];
}

/** An item at the end; the comments of the ones before stay beside them. */
export function addTomlItem(text: string, { open, close, items }: TomlList, item: string): readonly Splice[] {
  const last = items.at(-1);
  if (!last) return [insert(open + 1, item)];
  const isEnded = mask(text).slice(last.end, close).includes(",");
  const start = findLineStart(text, last.start);
  const isAlone = text.slice(start, last.start).trim() === "";
  if (!isAlone && !isEnded) return [insert(last.end, `, ${item}`)];
  if (!isAlone) return [insert(close, `${/\s$/.test(text.slice(0, close)) ? "" : " "}${item},`)];
  const line = `${findLineEnding(text)}${text.slice(start, last.start)}${item}${isEnded ? "," : ""}`;
  const place = insert(findLineEnd(text, last.end, close), line);
  return isEnded ? [place] : [insert(last.end, ","), place];
}

/** The inverse: the item, its comma, and the line that it leaves empty. */
export function takeTomlItem(text: string, { items, open, close }: TomlList, index: number): readonly Splice[] {
  const item = items[index];
  if (!item) return [];
  const masked = mask(text);
  const previous = items[index - 1];
  const comma = masked.slice(item.end, items[index + 1]?.start ?? close).indexOf(",");
  const end = comma === -1 ? item.end : item.end + comma + 1;
  const before = previous && comma === -1 ? masked.indexOf(",", previous.end) : -1;
  const cut = before === -1 ? [] : [{ start: before, end: before + 1, text: "" }];
  const lineStart = findLineStart(text, item.start);
  const isAlone = lineStart > open && text.slice(lineStart, item.start).trim() === "";
  const rest = text.slice(end, findLineEnd(text, end, close));
  if (isAlone && rest.trim() === "") {
    const start = lineStart - (/(?:\r\n|\n)$/.exec(text.slice(0, lineStart))?.[0].length ?? 0);
    return [...cut, { start, end: end + rest.length, text: "" }];
  }
  if (previous && comma === -1) return [{ start: before, end, text: "" }];
  const blank = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return [...cut, { start: item.start, end: items[index + 1] ? end + blank : end, text: "" }];
}

function findLineEnd(text: string, from: number, most: number): number {
  const found = /[\r\n]/.exec(text.slice(from, most));
  return found ? from + found.index : most;
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
