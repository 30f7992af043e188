/**
 * What a terminal would act on, and what a reader cannot see or sees out of order: control characters (C0, DEL, C1, so
 * the start of every escape sequence), line and paragraph separators, lone surrogates, everything that Unicode lets a
 * display ignore (zero-width characters, bidirectional controls, joiners, variation selectors, tags, fillers, soft
 * hyphens), annotation marks, and the braille pattern that is blank. One list for terminals and for agents.
 */
export const HIDDEN_CHARACTER =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB\u2800]/gu;

/** Terminal sequences whole, with either introducer: CSI (colours, cursor), and the strings OSC, DCS, SOS, PM, APC. */
// oxlint-disable-next-line no-control-regex
const TERMINAL_SEQUENCE =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?/g;
const LINE_OR_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * A text of a tool, a rule or a file name as one harmless line: nothing of a terminal sequence and no hidden character
 * is left, and what breaks a line is a blank. At most `maxLength` UTF-16 code units; a longer one ends in `…`.
 */
export function toPlainLine(text: string, maxLength: number): string {
  const plain = text
    .slice(0, maxLength * 4)
    .replaceAll(TERMINAL_SEQUENCE, "")
    .replaceAll(LINE_OR_CONTROL, " ")
    .replaceAll(HIDDEN_CHARACTER, "")
    .trim();
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1).replaceAll(HIDDEN_CHARACTER, "")}…` : plain;
}

/** The same JSON, harmless where it is looked at in a terminal: a hidden character stands as its escape. */
export function escapeHidden(json: string): string {
  // The list of hidden characters takes longer to be made than most decisions.
  if (/^[\n -~]*$/.test(json)) return json;
  return json.replaceAll(HIDDEN_CHARACTER, (char) =>
    Array.from({ length: char.length }, (_, at) => toEscape(char.charCodeAt(at))).join("")
  );
}

function toEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
