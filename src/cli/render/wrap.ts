import { stripVTControlCharacters } from "node:util";

import { wrapAnsi } from "fast-wrap-ansi";

/** Puts a text behind its lead; what goes over the edge of the terminal hangs below the text's first letter. */
export type Wrap = (lead: string, text: string) => string;

/** Fewer columns than these read worse than a smaller indent. */
const MIN_TEXT = 24;
const SMALL_INDENT = 4;

/** For a terminal of that many columns. A word that no line can hold is broken. */
export function createWrap(columns: number): Wrap {
  const wrap = (text: string, width: number): readonly string[] =>
    wrapAnsi(text, Math.max(1, width), { hard: true }).split("\n");
  return (lead, text) => {
    const indent = stripVTControlCharacters(lead).length;
    if (columns - indent >= MIN_TEXT) return lead + wrap(text, columns - indent).join(`\n${" ".repeat(indent)}`);
    const start = lead.slice(0, lead.length - lead.trimStart().length).slice(0, 2);
    return start + wrap(lead.trimStart() + text, columns - SMALL_INDENT).join(`\n${" ".repeat(SMALL_INDENT)}`);
  };
}
