import { readLines } from "../text-lines.ts";
import type { TextLines, TextRange } from "../text-lines.ts";
import { findHidden, redactRange } from "./redact.ts";

/** The most of a line that is shown, in UTF-16 code units: a line may be a whole file, and have a thousand findings. */
const MOST_SHOWN = 1000;

/** The lines of one text as they may be shown. */
export interface ShownLines {
  readonly lines: TextLines;
  /** A line by its number, without its end and without its secrets; cut only after they are out of it. */
  readonly show: (line: number) => string;
}

/** `hidden` are merged ranges of the whole text; without them those that the patterns know. */
export function openShownLines(text: string, hidden?: readonly TextRange[]): ShownLines {
  const lines = readLines(text);
  let known = hidden;
  let last: { readonly line: number; readonly shown: string } | undefined;
  const show = (line: number): string => {
    if (last?.line === line) return last.shown;
    known ??= findHidden(text);
    const whole = redactRange(text, lines.rangeOf(line), known);
    const shown = whole.length > MOST_SHOWN ? `${whole.slice(0, MOST_SHOWN - 1)}…` : whole;
    last = { line, shown };
    return shown;
  };
  return { lines, show };
}
