import type { DocumentInput } from "./json.ts";

/** The one document of `hi session … --json` (receipts/session-report-1.schema.json), refusal and defect as well. */
export function toSessionDocument({ verb, exitCode, report, refusal }: DocumentInput) {
  const done = report?.kind === "session" ? report : undefined;
  return {
    format: "hi-session/1",
    verb,
    exitCode,
    state: done?.state ?? null,
    problem: done?.problem ?? null,
    session: done?.session ?? null,
    tests: done?.tests ?? null,
    completion: done?.completion ? { receiptPath: null, ...done.completion } : null,
    releases: done?.releases ?? [],
    putAside: done?.putAside ?? false,
    refusal: refusal ?? (report?.kind === "refused" ? report.refusal : null),
  };
}
