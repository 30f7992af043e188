import type { TextPosition } from "../domain/text-position.ts";

/** Half open, in UTF-16 code units of the whole text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text with its lines looked up once: many findings of a long text ask for their places. */
export interface TextLines {
  readonly count: number;
  /** 1-based, the column in UTF-16 code units. */
  readonly toPosition: (offset: number) => TextPosition;
  /** The line without its end. */
  readonly rangeOf: (line: number) => TextRange;
}

const LINE_END = /\r\n|\n|\r/g;

export function readLines(text: string): TextLines {
  const starts = [0];
  const ends: number[] = [];
  for (const { 0: mark, index } of text.matchAll(LINE_END)) {
    ends.push(index);
    starts.push(index + mark.length);
  }
  ends.push(text.length);
  return {
    count: starts.length,
    toPosition: (offset) => {
      const at = findLine(starts, offset);
      return { line: at + 1, column: offset - (starts[at] ?? 0) + 1 };
    },
    rangeOf: (line) => ({ start: starts[line - 1] ?? text.length, end: ends[line - 1] ?? text.length }),
  };
}

/** The last line that starts at or before the offset. */
function findLine(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The same places in order, those that touch one another as one. */
export function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last === undefined || last.end < range.start) merged.push(range);
    else if (last.end < range.end) merged[merged.length - 1] = { start: last.start, end: range.end };
  }
  return merged;
}

/** Those of merged ranges that share a character with this one. */
export function findOverlapping(merged: readonly TextRange[], { start, end }: TextRange): readonly TextRange[] {
  let low = 0;
  let high = merged.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((merged[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((merged[last]?.start ?? end) < end) last += 1;
  return merged.slice(low, last);
}
