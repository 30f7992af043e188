import { findOverlapping, mergeRanges } from "../text-lines.ts";
import type { TextRange } from "../text-lines.ts";
import { findGlued, findSecrets } from "./patterns.ts";
import type { SecretMatch } from "./patterns.ts";

const REDACTED = "[REDACTED]";

/** The most that may stand between the first and the last line of a key, in UTF-16 code units. */
const MOST_OF_A_KEY = 64 * 1024;
const KEY_END = /-----END /g;
const LINE_END = /[\r\n]/g;

/**
 * The parts of a text that may be shown to nobody: what the patterns know, and of a private key everything down to its
 * last line (where it has none, the line that it begins on). Merged, with the others that are given.
 */
export function findHidden(
  text: string,
  matches: readonly SecretMatch[] = findSecrets(text),
  others: readonly TextRange[] = []
): readonly TextRange[] {
  const keys = matches.filter(({ pattern }) => pattern.id === "secret/private-key");
  const ends = keys.length === 0 ? [] : Array.from(text.matchAll(KEY_END), ({ index }) => index);
  let next = 0;
  const whole = keys.map(({ start, end }): TextRange => {
    while ((ends[next] ?? Infinity) < end) next += 1;
    const last = ends[next] ?? Infinity;
    return { start, end: findLineEnd(text, last - end > MOST_OF_A_KEY ? end : last) };
  });
  return mergeRanges([...matches, ...findGlued(text, true), ...whole, ...others]);
}

function findLineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** The text of one range with what is hidden (merged ranges of the whole text) replaced. */
export function redactRange(text: string, range: TextRange, hidden: readonly TextRange[]): string {
  let shown = "";
  let at = range.start;
  for (const { start, end } of findOverlapping(hidden, range)) {
    shown += text.slice(at, Math.max(start, at)) + REDACTED;
    at = Math.min(end, range.end);
  }
  return shown + text.slice(at, range.end);
}

/** What a rule says, without the secrets that the patterns know; a word after a name is its own. */
export function redactWords(text: string): string {
  const hidden = mergeRanges([...findSecrets(text), ...findGlued(text, false)]);
  return hidden.length === 0 ? text : redactRange(text, { start: 0, end: text.length }, hidden);
}

/** Any text of a source or an error, without what is or may be secret in it. */
export function redactSecrets(text: string): string {
  const hidden = findHidden(text);
  return hidden.length === 0 ? text : redactRange(text, { start: 0, end: text.length }, hidden);
}
