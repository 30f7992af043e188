import type { GuardPolicy, Inspection } from "../../contracts/guard.ts";
import type { VerificationFailure, VerificationReport } from "../../domain/verification-report.ts";
import type { SealedCommand } from "../decide/seal.ts";

/** What one verification came to. */
export interface Verified {
  readonly inspection: Inspection;
  readonly commands: readonly SealedCommand[];
  readonly failure: VerificationFailure | undefined;
  readonly durationMs: number;
}

/** Of the final status: nothing was run, and nothing failed. */
export function toFinalStatus(
  { failure }: Pick<Verified, "failure">,
  policy: GuardPolicy
): VerificationReport["finalStatus"] {
  if (failure !== undefined && failure !== "inspection-only") return "failed";
  return policy.validation.commands.length === 0 ? "inspection_only" : "passed";
}

/** What is said of a verification, by people and programs alike. */
export function toReport(
  verified: Verified,
  policy: GuardPolicy,
  facts: Pick<VerificationReport, "mode" | "policySourceCommit" | "receiptPath" | "verb">
): VerificationReport {
  const { inspection, commands, failure, durationMs } = verified;
  const { baselineCommit, currentHead, trustedPolicyHash, repositoryStateFingerprint } = inspection;
  const { changedFiles, violations, warnings, status } = inspection;
  const mayInspectOnly = policy.validation.commands.length > 0 || policy.validation.allowInspectionOnlyCompletion;
  const ran = new Set(commands.map(({ name }) => name));
  return {
    kind: "verification",
    ...facts,
    finalStatus: toFinalStatus(verified, policy),
    ...(failure === undefined ? {} : { failureKind: failure }),
    completionAuthorized: failure === undefined && mayInspectOnly,
    baselineCommit,
    currentHead,
    trustedPolicyHash,
    repositoryStateFingerprint,
    inspection: status,
    changedFiles,
    violations,
    warnings,
    commands: commands.map(toCommand),
    notRun: policy.validation.commands.map(({ name }) => name).filter((name) => !ran.has(name)),
    durationMs,
  };
}

function toCommand({ commandHash: _hash, startedAt: _from, finishedAt: _to, ...command }: SealedCommand) {
  return command;
}
