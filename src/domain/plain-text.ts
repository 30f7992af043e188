let hiddenCharacter: RegExp | undefined;

/**
 * Replaces what a terminal would act on, and what a reader cannot see or sees out of order: control characters (C0, DEL,
 * C1, so the start of every escape sequence), line and paragraph separators, lone surrogates, everything that Unicode lets
 * a display ignore (zero-width characters, bidirectional controls, joiners, variation selectors, tags, fillers, soft
 * hyphens), annotation marks, and the braille pattern that is blank. One list for terminals and for agents.
 */
export function replaceHidden(text: string, replace: (character: string) => string): string {
  if (/^[ -~]*$/.test(text)) return text;
  // Made at its first use: that takes longer than most decisions.
  hiddenCharacter ??= /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB\u2800]/gu;
  return text.replaceAll(hiddenCharacter, replace);
}

/** Terminal sequences whole, with either introducer: CSI (colours, cursor), and the strings OSC, DCS, SOS, PM, APC. */
// oxlint-disable-next-line no-control-regex
const TERMINAL_SEQUENCE =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?/g;
// oxlint-disable-next-line no-control-regex
const LINE_OR_CONTROL = /[\0-\u001F\u007F-\u009F\u2028\u2029]+/g;

/**
 * A text of a tool, a rule or a file name as one harmless line: nothing of a terminal sequence and no hidden character
 * is left, and what breaks a line is a blank. At most `maxLength` UTF-16 code units; a longer one ends in `…`.
 */
export function toPlainLine(text: string, maxLength: number): string {
  const plain = text
    .slice(0, maxLength * 4)
    .replaceAll(TERMINAL_SEQUENCE, "")
    .replaceAll(LINE_OR_CONTROL, " ");
  const shown = replaceHidden(plain, toNothing).trim();
  return shown.length > maxLength ? `${replaceHidden(shown.slice(0, maxLength - 1), toNothing)}…` : shown;
}

const toNothing = (): string => "";

/** The same JSON, harmless where it is looked at in a terminal: a hidden character stands as its escape. */
export function escapeHidden(json: string): string {
  if (/^[\n -~]*$/.test(json)) return json;
  return replaceHidden(json, (char) =>
    Array.from({ length: char.length }, (_, at) => toEscape(char.charCodeAt(at))).join("")
  );
}

function toEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
