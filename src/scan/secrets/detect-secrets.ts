import type { ScannerFinding, ScannerSeverity, SkippedFile } from "../../contracts/scanner.ts";
import type { Detection, Detector } from "../detector.ts";
import { findOverlapping, mergeRanges } from "../text-lines.ts";
import type { TextRange } from "../text-lines.ts";
import { findSecrets } from "./patterns.ts";
import { findHidden } from "./redact.ts";
import { runSecretlint } from "./secretlint.ts";
import type { SecretlintMatch } from "./secretlint.ts";
import { openShownLines } from "./shown-lines.ts";

interface Found extends TextRange {
  readonly rule_id: string;
  readonly severity: ScannerSeverity;
  readonly description: string;
}

/** Beyond this secretlint takes minutes, and nobody reads on. */
const MOST_MATCHES = 2000;
const FIX = "Take it out of the file, revoke it where it was issued, and read the new one from the environment.";

/**
 * Finds secrets by eight shapes (seed 002) and by secretlint's recommended rules; where both speak of one place, the
 * shape does. A line that is shown has every secret of it replaced, whichever rule knows it.
 */
export const detectSecrets: Detector = async ({ path, text }): Promise<Detection> => {
  const matches = findSecrets(text);
  const isFlood = matches.length > MOST_MATCHES;
  const others = isFlood ? [] : await trySecretlint(path, text);
  const byShape = matches.map(({ pattern, start, end }): Found => {
    const description = `This looks like ${pattern.what}.`;
    return { rule_id: pattern.id, severity: pattern.severity, description, start, end };
  });
  if (matches.length === 0 && others?.length === 0) return { findings: [], skipped: [] };
  const taken = mergeRanges(matches);
  const byRule = (others ?? []).filter((other) => findOverlapping(taken, other).length === 0).map(toFound);
  const { lines, show } = openShownLines(text, findHidden(text, matches, others));
  const findings = [...byShape, ...byRule]
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(({ start, end, ...said }): ScannerFinding => {
      const from = lines.toPosition(start);
      const to = lines.toPosition(end);
      return {
        ...said,
        cwe: "CWE-798",
        file: path,
        ...from,
        end_line: to.line,
        end_column: to.column,
        snippet: show(from.line),
        confidence: 1,
        fix_suggestion: FIX,
      };
    });
  return { findings, skipped: isFlood ? [toFlood(path)] : toFailed(path, others) };
};

const toFlood = (file: string): SkippedFile => ({
  file,
  reason: "partial-parse",
  detail: `it holds more than ${MOST_MATCHES} secrets of known shapes, so that no others were looked for`,
});

function toFailed(file: string, others: readonly SecretlintMatch[] | undefined): readonly SkippedFile[] {
  const detail = "secretlint could not look at the file";
  return others === undefined ? [{ file, reason: "engine-failed", detail }] : [];
}

/** Undefined where it failed: its error may quote the text, so that nothing of it is said. */
async function trySecretlint(path: string, text: string): Promise<readonly SecretlintMatch[] | undefined> {
  try {
    return await runSecretlint(path, text);
  } catch {
    return undefined;
  }
}

function toFound({ rule, message, start, end }: SecretlintMatch): Found {
  const name = message
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
  return {
    rule_id: `secret/secretlint-${rule}`,
    severity: "high",
    description: `This looks like a secret (${rule}: ${name}).`,
    start,
    end,
  };
}
