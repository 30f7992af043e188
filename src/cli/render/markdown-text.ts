import { escapeHtml } from "./html-text.ts";
import { neutralise, shorten } from "./neutralise.ts";

/** A name or a sentence is cut here: nobody reads more, and a report has only so much room. */
const MOST_TEXT = 400;

/** What could mean something to Markdown, to its tables or to GitHub within a line. */
const MEANING = /[!"#$&*<=>@[\\\]^_`{|}~+]|:(?=\w)/g;

/**
 * Text from anywhere as Markdown that shows exactly it: no markup, no HTML, no link, no mention, no reference to an
 * issue. What could mean something becomes an entity, which Markdown takes for plain text; where GitHub looks once more
 * after that (`@`, `#`, `://`, `www.`), a character without a width stands in between. Never for the start of a line.
 */
export function toPlain(text: string): string {
  return neutralise(shorten(text, MOST_TEXT))
    .replaceAll(/([@#])(?=\w)/g, "$1\u200B")
    .replaceAll("://", ":\u200B//")
    .replaceAll(/\b(GH)-(?=\d)/gi, "$1\u200B-")
    .replaceAll(/\bwww\./gi, (match) => `${match.slice(0, 3)}\u200B.`)
    .replaceAll(MEANING, (char) => `&#${char.charCodeAt(0)};`);
}

/** The same as a code span, in which nothing means anything but a run of backticks as long as its own. */
export function toCode(text: string): string {
  const shown = neutralise(shorten(text, MOST_TEXT));
  const fence = "`".repeat(measureBackticks(shown) + 1);
  const padding = /^[` ]|[` ]$/.test(shown) || shown === "" ? " " : "";
  return `${fence}${padding}${shown}${padding}${fence}`;
}

/**
 * The same for a cell of a table: there a bar begins the next cell, in a code span too, and after a backslash it cannot
 * even be escaped.
 */
export function toCodeCell(text: string): string {
  return text.includes("|") ? `<code>${toPlain(text)}</code>` : toCode(text);
}

/** The same within a block of HTML, where Markdown means nothing and GitHub leaves code alone. */
export function toHtmlCode(text: string): string {
  return `<code>${escapeHtml(neutralise(shorten(text, MOST_TEXT)))}</code>`;
}

/** A fenced block whose fence is longer than any run of backticks inside, so that nothing in it ends it. */
export function toFence(text: string, language: string): string {
  const fence = "`".repeat(Math.max(2, measureBackticks(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A table; the cells are Markdown already. */
export function toMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A rule with a link to its documentation, for a cell; anything but a plain web address is left out. */
export function toRuleCell(rule: string, url: string | undefined): string {
  const isWeb = url !== undefined && /^https:\/\/[\w.-]+\/[\w./#-]*$/.test(url);
  return isWeb ? `[${toCodeCell(rule)}](${url})` : toCodeCell(rule);
}

function measureBackticks(text: string): number {
  let most = 0;
  // One by one: a file may have more runs than a call takes arguments.
  for (const [run] of text.matchAll(/`+/g)) most = Math.max(most, run.length);
  return most;
}
