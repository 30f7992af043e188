import type { ActiveSession } from "./read-session.ts";
import type { VerificationSeal } from "./seal.ts";
import { toWorkTreeName } from "./seal.ts";
import type { SessionCommand } from "./session-payload.ts";

/** Why a proven seal does not count for a session, in a few words; the state of the repository is another question. */
export function findMismatch(seal: VerificationSeal, { session, repository }: ActiveSession): string | undefined {
  const isOf =
    seal.mode === "local" &&
    seal.sessionId === session.sessionId &&
    seal.repositoryId === session.repositoryId &&
    seal.place === session.place;
  if (!isOf) return "the seal is of another session or repository";
  if (seal.workTree !== toWorkTreeName(repository)) return "the seal is of another work tree";
  const isSameBasis =
    seal.baselineCommit === session.baselineCommit &&
    seal.policySourceCommit === session.policySourceCommit &&
    seal.trustedPolicyHash === session.trustedPolicyHash;
  if (!isSameBasis) return "the seal is of another baseline or policy";
  if (seal.hiVersion !== session.hiVersion) return "the seal is of another version of hi than the session";
  if (seal.inspection.status !== "passed" || seal.inspection.violations.length > 0) {
    return "its inspection did not pass";
  }
  if (seal.inspection.repositoryStateFingerprint !== seal.repositoryStateFingerprint) {
    return "its inspection saw another state than its end";
  }
  return findCommandMismatch(seal, session.rules.commands, session.rules.allowInspectionOnlyCompletion);
}

function findCommandMismatch(
  { commands, finalStatus }: VerificationSeal,
  wanted: readonly SessionCommand[],
  mayInspectOnly: boolean
): string | undefined {
  if (commands.length !== wanted.length) return "its commands are not the policy's";
  for (const [at, command] of commands.entries()) {
    const { name, sha256, timeoutSeconds } = wanted[at] as SessionCommand;
    const isSame = command.name === name && command.commandHash === sha256 && command.timeoutSeconds === timeoutSeconds;
    if (!isSame) return "its commands are not the policy's";
    if (command.status !== "passed" || command.exitCode !== 0) return "one of its commands did not pass";
  }
  if (wanted.length > 0) return finalStatus === "passed" ? undefined : "it did not pass";
  if (finalStatus !== "inspection_only") return "it ran no command, and says that it passed";
  return mayInspectOnly ? undefined : "it only inspected, which the policy does not let count";
}
