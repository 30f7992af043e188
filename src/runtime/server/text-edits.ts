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

/** Reads the edits that a server gives for one text. @throws TypeError where they are none */
export function parseEdits(value: unknown, text: string): readonly TextEdit[] {
  if (!Array.isArray(value)) throw new TypeError("edits are no list");
  const starts = listLineStarts(text);
  const toOffset = (place: unknown): number => {
    const { line, character } = parsePlace(place);
    return Math.min((starts[line] ?? text.length) + character, text.length);
  };
  return value.map((edit: unknown) => {
    const { range, newText } = edit as { readonly range?: { start?: unknown; end?: unknown }; newText?: unknown };
    const [start, end] = [toOffset(range?.start), toOffset(range?.end)];
    if (typeof newText !== "string" || start > end) throw new TypeError("an edit is none");
    return { start, end, text: newText };
  });
}

/** @throws TypeError */
export function parsePlace(value: unknown): Place {
  const { line, character } = (value ?? {}) as { readonly line?: unknown; readonly character?: unknown };
  if (isCount(line) && isCount(character)) return { line, character };
  throw new TypeError("a place is none");
}

/** Puts edits that do not overlap, in the order of the text, into it. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** True where the two share a character or a boundary, which the linter takes for an overlap. */
export function isTouching(left: TextEdit, right: TextEdit): boolean {
  return left.start <= right.end && right.start <= left.end;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function listLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return starts;
}
