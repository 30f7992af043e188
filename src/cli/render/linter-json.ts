import type { LinterCase } from "../../domain/linter-report.ts";
import type { DocumentInput } from "./json.ts";
import { toFindingWords } from "./words.ts";

/** The one document of `hi linter run|check --json` (receipts/linter-report-1.schema.json), refusal and defect as well. */
export function toLinterDocument({ verb, exitCode, report, refusal }: DocumentInput) {
  const done = report?.kind === "linter" ? report : undefined;
  return {
    format: "hi-linter/1",
    verb,
    exitCode,
    name: done?.name ?? null,
    cases: (done?.cases ?? []).map(toCase),
    findings: (done?.findings ?? []).map((finding) => ({ path: null, ...finding, seen: toFindingWords(finding) })),
    refusal: refusal ?? (report?.kind === "refused" ? report.refusal : null),
  };
}

function toCase({ name, disposition, failure, findings, stderr, durationMs, leftBehind }: LinterCase) {
  return { name, disposition, failure, findings, stderr, durationMs, leftBehind };
}
