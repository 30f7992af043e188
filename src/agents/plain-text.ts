/** Terminal sequences whole: CSI (colours, cursor) and OSC (titles, links), with either introducer. */
// oxlint-disable-next-line no-control-regex
const TERMINAL_SEQUENCE =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B\]|\u009D)[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?/g;
/** Marks that reorder or hide what a reader sees, tag characters included. */
const HIDING_MARK = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
const LINE_OR_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * A text of a tool, a rule or a file name as one harmless line: no control character, terminal sequence, line break or
 * bidirectional override is left. At most `maxLength` UTF-16 code units; a longer one ends in `…`.
 */
export function toPlainLine(text: string, maxLength: number): string {
  const plain = text
    .slice(0, maxLength * 4)
    .replaceAll(TERMINAL_SEQUENCE, "")
    .replaceAll(HIDING_MARK, "")
    .replaceAll(LINE_OR_CONTROL, " ")
    .toWellFormed()
    .trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1).toWellFormed()}…` : plain;
}
