/** One change to a text: the code units of `[start, end)` give way to `text`. An insertion has `start === end`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies splices that do not overlap; what they do not cover stays as it is.
 * @throws RangeError when two overlap: a defect of the editor that made them
 */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = "";
  let at = 0;
  for (const splice of splices.toSorted((left, right) => left.start - right.start || left.end - right.end)) {
    if (splice.start < at) throw new RangeError("splices overlap");
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

/** The line ending used within `[from, to)`, else the text's first one, else `\n`. */
export function findLineEnding(text: string, from = 0, to = text.length): string {
  const near = /\r\n|\n|\r/.exec(text.slice(from, to));
  return near?.[0] ?? /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** Offset of the first character of the line that holds `offset`; a byte order mark is not on it. */
export function findLineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineBreak(text.charCodeAt(at - 1))) at -= 1;
  return at === 0 && text.startsWith("\uFEFF") ? Math.min(1, offset) : at;
}

/** The spaces and tabs that open the line of `offset`. */
export function getIndentation(text: string, offset: number): string {
  const start = findLineStart(text, offset);
  return text.slice(start, skipSpaces(text, start));
}

/** Whether only spaces and tabs stand before `offset` on its line. */
export function isFirstOnLine(text: string, offset: number): boolean {
  return skipSpaces(text, findLineStart(text, offset)) >= offset;
}

/** The first offset from `from` on that is neither space nor tab. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The lowest offset down to which only spaces and tabs stand before `from`. */
export function skipSpacesBack(text: string, from: number): number {
  let at = from;
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** Whether the text ends or a line ends at `offset`. */
export function isLineEnd(text: string, offset: number): boolean {
  return offset >= text.length || isLineBreak(text.charCodeAt(offset));
}

export function hasLineBreak(text: string): boolean {
  return text.includes("\n") || text.includes("\r");
}

/** Length of the line break that ends just before `offset`: 0, 1, or 2 for `\r\n`. */
export function measureLineBreakBefore(text: string, offset: number): number {
  if (offset === 0 || !isLineBreak(text.charCodeAt(offset - 1))) return 0;
  return text.slice(offset - 2, offset) === "\r\n" ? 2 : 1;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}
