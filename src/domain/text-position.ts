/** A place in a text as people and editors count: both 1-based, the column in UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Turns an offset (UTF-16 code units, clamped to the text) into a place. `\r\n`, `\n` and a lone `\r` end a line;
 * a byte order mark is no column, as no editor shows one.
 */
export function toTextPosition(text: string, offset: number): TextPosition {
  const end = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let lineStart = text.startsWith("\uFEFF") ? 1 : 0;
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const endsLine = code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10);
    if (!endsLine) continue;
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: Math.max(end - lineStart, 0) + 1 };
}
