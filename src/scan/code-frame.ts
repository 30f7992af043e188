import path from "node:path";

import { SCANNER_LIMITS } from "../contracts/scanner.ts";
import type { ScannerFinding } from "../contracts/scanner.ts";
import { readSource } from "./read-source.ts";
import { redactSecrets } from "./secrets/redact.ts";

/** How many lines round the finding are shown. */
const AROUND = 2;
/** The most of a line. */
const MOST_SHOWN = 300;

/** One line of a source, without the secrets that are known of it. */
export interface FrameLine {
  readonly line: number;
  readonly text: string;
  /** Whether the finding, its source or its sink is in it. */
  readonly isMeant: boolean;
}

/**
 * The lines of a finding, with those from where and to where tainted data flows, and some round them. A line that any
 * finding speaks of is shown as its finding shows it, so that what was hidden there stays hidden.
 */
export function readCodeFrame(
  finding: ScannerFinding,
  all: readonly ScannerFinding[],
  cwd: string
): readonly FrameLine[] {
  const reading = readSource(finding.file, path.resolve(cwd, finding.file), 16 * SCANNER_LIMITS.maxFileBytes);
  if (!reading.ok) return [];
  const hidden = redactSecrets(reading.file.text).split(/\r\n|\n|\r/);
  const sameLength = hidden.length === reading.file.text.split(/\r\n|\n|\r/).length;
  const snippets = new Map(all.filter(({ file }) => file === finding.file).map((each) => [each.line, each.snippet]));
  const meant = [finding.line, finding.source_line, finding.sink_line].filter((line) => line !== undefined);
  const wanted = new Set(meant.flatMap((line) => [line, ...(line === finding.line ? toAround(line) : [])]));
  return [...wanted]
    .filter((line) => line >= 1 && line <= hidden.length)
    .toSorted((left, right) => left - right)
    .map((line) => ({
      line,
      // A key over several lines takes their ends along: then only the findings' own lines can be told.
      text: (snippets.get(line) ?? (sameLength ? (hidden[line - 1] ?? "") : "…")).slice(0, MOST_SHOWN),
      isMeant: meant.includes(line),
    }));
}

function toAround(line: number): readonly number[] {
  return Array.from({ length: 2 * AROUND + 1 }, (_, at) => line - AROUND + at);
}
