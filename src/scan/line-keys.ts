import type { DetectedFinding } from "./baseline.ts";
import { takesLiterals } from "./hide-literals.ts";
import { readSource } from "./read-source.ts";
import type { SelectedFile } from "./select-files.ts";
import { readLines } from "./text-lines.ts";

/** A match of more lines is known by its first ones. */
const MOST_LINES = 1000;

/** A finding, and what it is known by in another state of its file. */
export interface KeyedFinding {
  readonly finding: DetectedFinding;
  /** Never leaves this process: it holds what snippets hide. */
  readonly key: string;
}

/**
 * Knows findings by rule, file and the text of their line as it stands in the file: a snippet hides what is secret, and two
 * secrets are not one. Of a secret all lines of the match count, as it may stand in a later one.
 */
export function toKeyed(
  findings: readonly DetectedFinding[],
  files: readonly Pick<SelectedFile, "content" | "place" | "shown">[],
  maxBytes: number
): readonly KeyedFinding[] {
  const places = new Map(files.map(({ shown, place, content = place }) => [shown, content]));
  const texts = new Map<string, ReturnType<typeof openText>>();
  return findings.map((finding) => {
    const { file, rule_id: rule, line, end_line: end, snippet } = finding;
    const text = texts.get(file) ?? openText(file, places.get(file), maxBytes);
    texts.set(file, text);
    const last = takesLiterals(rule) ? Math.min(end, line + MOST_LINES) : line;
    const said = text === undefined ? snippet : text(line, last);
    return { finding, key: [rule, file, said.trim()].join("\0") };
  });
}

function openText(file: string, place: string | undefined, maxBytes: number) {
  const reading = place === undefined ? undefined : readSource(file, place, maxBytes);
  if (!reading?.ok) return undefined;
  const { text } = reading.file;
  const lines = readLines(text);
  return (first: number, last: number): string => text.slice(lines.rangeOf(first).start, lines.rangeOf(last).end);
}
