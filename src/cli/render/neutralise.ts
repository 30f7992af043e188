import { replaceHidden } from "../../domain/plain-text.ts";

/** Makes text from files, paths and foreign programs safe to print on one line: what is dangerous is shown as `\u{…}`. */
export function neutralise(text: string): string {
  return replaceHidden(text, (char) => {
    if (char === "\n") return String.raw`\n`;
    if (char === "\t") return String.raw`\t`;
    if (char === "\r") return String.raw`\r`;
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** The same for text of several lines, as diffs have: line ends and tabs stay, a CR before a line end is shown as `\r`. */
export function neutraliseLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.split("\t").map(neutralise).join("\t"))
    .join("\n");
}

/** Cuts text that may be long, saying how much is missing. */
export function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  const left = characters.length - maxLength;
  return `${characters.slice(0, maxLength).join("")}… (${left} more character${left === 1 ? "" : "s"})`;
}
