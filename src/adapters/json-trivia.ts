import { createScanner } from "jsonc-parser";

import type { JsonDocument } from "./json-text.ts";

/** jsonc-parser's SyntaxKind of what stands between tokens. */
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const SPACES = 15;
const EOF = 17;

/** Offset of the first token at or after `from` that is neither white space nor comment; the length at the end. */
function findToken({ source }: JsonDocument, from: number): number {
  const scanner = createScanner(source, true);
  scanner.setPosition(from);
  scanner.scan();
  return scanner.getTokenOffset();
}

/** Offset of a comma that is the first token at or after `from`. */
export function findComma(document: JsonDocument, from: number): number | undefined {
  const at = findToken(document, from);
  return document.source[at] === "," ? at : undefined;
}

/** How the line goes on after `from`. */
export interface RestOfLine {
  /** Where a new line can be put in: the line break, or the end of the last comment before the next token. */
  readonly end: number;
  /** A line break comes before the next token. */
  readonly breaks: boolean;
}

/** Follows spaces and comments from `from` to the end of the line, so that a comment stays with what it is about. */
export function followLine({ source }: JsonDocument, from: number): RestOfLine {
  const scanner = createScanner(source, false);
  scanner.setPosition(from);
  let end = from;
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === LINE_BREAK) return { end: scanner.getTokenOffset(), breaks: true };
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) end = scanner.getPosition();
    else if (kind !== SPACES) return { end, breaks: false };
  }
}

/** The last comment within `[from, to)`, or undefined where there is none. */
export function findLastComment(
  { source }: JsonDocument,
  from: number,
  to: number
): { readonly start: number; readonly end: number } | undefined {
  const scanner = createScanner(source, false);
  scanner.setPosition(from);
  let last: { start: number; end: number } | undefined;
  for (;;) {
    const kind: number = scanner.scan();
    const start = scanner.getTokenOffset();
    if (kind === EOF || start >= to) return last;
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) last = { start, end: scanner.getPosition() };
  }
}

/** Whether `[from, to)` holds nothing but white space. */
export function isBlank({ source }: JsonDocument, from: number, to: number): boolean {
  return source.slice(from, to).trim() === "";
}
