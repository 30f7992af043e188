import type { Json } from "../../src/domain/json.ts";
import { sortedText } from "./jsonc-edits.ts";

/** A token or comment with its place in the text. */
export interface Piece {
  readonly text: string;
  readonly start: number;
}

/** What a text is made of, in order; white space left out. Written apart from the parser under test. */
export interface Lexed {
  readonly tokens: readonly Piece[];
  readonly comments: readonly Piece[];
}

const PIECE = /"(?:[^"\\\r\n]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|[{}[\],:]|[^\s{}[\],:"/]+|[\s\uFEFF]+/gy;

/** Splits JSONC into tokens and comments. @throws Error where the text is not made of them */
export function lex(text: string): Lexed {
  const pieces = [...text.matchAll(PIECE)].map((match) => ({ text: match[0], start: match.index }));
  const last = pieces.at(-1);
  if ((last ? last.start + last.text.length : 0) !== text.length) throw new Error("the oracle cannot read this text");
  const solid = pieces.filter((piece) => piece.text.trim() !== "");
  const isComment = (piece: Piece): boolean => piece.text.startsWith("//") || piece.text.startsWith("/*");
  return { tokens: solid.filter((piece) => !isComment(piece)), comments: solid.filter(isComment) };
}

/** Reads JSONC through the platform's own parser: comments dropped, trailing commas dropped. */
export function parseJsonc(text: string): Json {
  return parseTokens(lex(text).tokens.map((token) => token.text));
}

function parseTokens(tokens: readonly string[]): Json {
  const kept = tokens.filter((token, index) => token !== "," || !/^[}\]]$/.test(tokens[index + 1] ?? ""));
  return JSON.parse(kept.join(" ")) as Json;
}

/** Whether `small` is `big` with at most two ranges taken out: every byte outside those ranges is there, in order. */
export function isMadeByCutting(big: string, small: string): boolean {
  const limit = Math.min(big.length, small.length);
  let prefix = 0;
  while (prefix < limit && big[prefix] === small[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < limit - prefix && big[big.length - 1 - suffix] === small[small.length - 1 - suffix]) suffix += 1;
  return big.slice(prefix, big.length - suffix).includes(small.slice(prefix, small.length - suffix));
}

/** Whether `few` is `many` with one run of items taken out. */
export function isRunCut(many: readonly Piece[], few: readonly Piece[]): boolean {
  let start = 0;
  while (start < few.length && many[start]?.text === few[start]?.text) start += 1;
  let end = 0;
  while (end < few.length - start && many.at(-1 - end)?.text === few.at(-1 - end)?.text) end += 1;
  return start + end === few.length;
}

/** Whether `after` is `before` with nothing but the white space between two brackets replaced. */
export function isMadeByFilling(before: string, after: string): boolean {
  const limit = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < limit && before[prefix] === after[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < limit - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix += 1;
  const removed = before.slice(prefix, before.length - suffix);
  const opens = /[[{]\s*$/.test(before.slice(0, prefix));
  return removed.trim() === "" && opens && /^\s*[\]}]/.test(before.slice(before.length - suffix));
}

/**
 * Whether `after` is `before` with one value's text replaced: every byte before the value and every byte after it is
 * the same, and the value that stood there was `from`.
 */
export function isMadeByReplacing(before: string, after: string, { from, to }: { from: Json; to: Json }): boolean {
  const old = lex(before).tokens;
  const now = lex(after).tokens;
  const wanted = lex(JSON.stringify(to)).tokens;
  return now.some((token, first) => {
    const last = now[first + wanted.length - 1];
    if (!last || !wanted.every((piece, index) => now[first + index]?.text === piece.text)) return false;
    const oldLast = old.length - (now.length - (first + wanted.length)) - 1;
    const oldToken = old[first];
    const oldEnd = old[oldLast];
    if (!oldToken || !oldEnd || oldLast < first || oldToken.start !== token.start) return false;
    if (before.slice(0, oldToken.start) !== after.slice(0, token.start)) return false;
    if (before.slice(oldEnd.start + oldEnd.text.length) !== after.slice(last.start + last.text.length)) return false;
    return holds(old.slice(first, oldLast + 1), from);
  });
}

function holds(tokens: readonly Piece[], value: Json): boolean {
  try {
    return sortedText(parseTokens(tokens.map((token) => token.text))) === sortedText(value);
  } catch {
    return false;
  }
}
