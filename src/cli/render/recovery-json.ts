import type { DocumentInput } from "./json.ts";

/** The one document of `hi resume|abort|undo --json` (receipts/recovery-1.schema.json), refusal and defect as well. */
export function toRecoveryDocument({ verb, exitCode, report, refusal }: DocumentInput) {
  const done = report?.kind === "recovery" ? report : undefined;
  const { verb: of, startedAt, to, paths } = done?.recovery ?? {};
  return {
    format: "hi-recovery/1",
    verb,
    exitCode,
    dryRun: done?.dryRun ?? false,
    publication: done ? { verb: of, startedAt } : null,
    to: to ?? null,
    paths: paths ?? [],
    refusal: refusal ?? (report?.kind === "refused" ? report.refusal : null),
  };
}
