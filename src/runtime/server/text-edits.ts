/** A place in a text as language servers say it: 0-based, the character in UTF-16 code units. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

/** Replaces a part of a text; offsets in UTF-16 code units, the end exclusive. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Prepares a text for many answers about it: the reader turns a list of edits as servers give it into offsets. A place
 * behind a line's end is that end, as the protocol says. The reader throws a TypeError where the edits are none.
 */
export function toEditReader(text: string): (value: unknown) => readonly TextEdit[] {
  const lines = listLines(text);
  const toOffset = (place: unknown): number => {
    const { line, character } = parsePlace(place);
    const { start, end } = lines[line] ?? { start: text.length, end: text.length };
    return Math.min(start + character, end);
  };
  return (value) => {
    if (!Array.isArray(value)) throw new TypeError("edits are no list");
    return value.map((edit: unknown) => {
      const { range, newText } = (edit ?? {}) as {
        readonly range?: { start?: unknown; end?: unknown };
        newText?: unknown;
      };
      const [start, end] = [toOffset(range?.start), toOffset(range?.end)];
      if (typeof newText !== "string" || start > end) throw new TypeError("an edit is none");
      return { start, end, text: newText };
    });
  };
}

/** @throws TypeError */
export function parsePlace(value: unknown): Place {
  const { line, character } = (value ?? {}) as { readonly line?: unknown; readonly character?: unknown };
  if (isCount(line) && isCount(character)) return { line, character };
  throw new TypeError("a place is none");
}

/**
 * Puts edits into a text; they may come in any order. @throws TypeError where two of them overlap, or half a character
 * would be left, which no file can hold: what a text would become then is nobody's guess
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    if (edit.start < at) throw new TypeError("two edits overlap");
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  const result = [...parts, text.slice(at)].join("");
  if (!result.isWellFormed()) throw new TypeError("an edit leaves half a character");
  return result;
}

/** True where the two share a character or a boundary, which the linter takes for an overlap. */
export function isTouching(left: TextEdit, right: TextEdit): boolean {
  return left.start <= right.end && right.start <= left.end;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** Where each line begins and ends, its line end not counted. */
function listLines(text: string): readonly Readonly<Record<"start" | "end", number>>[] {
  const lines: { readonly start: number; readonly end: number }[] = [];
  let start = 0;
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: end.index });
    start = end.index + end[0].length;
  }
  return [...lines, { start, end: text.length }];
}
