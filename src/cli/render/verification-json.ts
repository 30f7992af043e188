import type { DocumentInput } from "./json.ts";

/** The one document of `hi verify --json` and `hi ci --json` (receipts/verification-report-1.schema.json). */
export function toVerificationDocument({ verb, exitCode, report, refusal }: DocumentInput) {
  const done = report?.kind === "verification" ? report : undefined;
  return {
    format: "hi-verification/1",
    verb,
    exitCode,
    mode: done?.mode ?? null,
    finalStatus: done?.finalStatus ?? null,
    failureKind: done?.failureKind ?? null,
    inspectionOnly: done === undefined ? null : done.finalStatus === "inspection_only",
    completionAuthorized: done?.completionAuthorized ?? false,
    baselineCommit: done?.baselineCommit ?? null,
    policySourceCommit: done?.policySourceCommit ?? null,
    currentHead: done?.currentHead ?? null,
    trustedPolicyHash: done?.trustedPolicyHash ?? null,
    repositoryStateFingerprint: done?.repositoryStateFingerprint ?? null,
    inspection: done?.inspection ?? null,
    changedFiles: done?.changedFiles ?? [],
    violations: done?.violations ?? [],
    warnings: done?.warnings ?? [],
    commands: done?.commands ?? [],
    notRun: done?.notRun ?? [],
    durationMs: done?.durationMs ?? null,
    receiptPath: done?.receiptPath ?? null,
    refusal: refusal ?? (report?.kind === "refused" ? report.refusal : null),
  };
}
