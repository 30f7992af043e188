import path from "node:path";

import type { HookStopDecision, StopReason } from "../../contracts/stop-decision.ts";
import { isSameOrBelow } from "../../runtime/io/is-same-or-below.ts";
import { isConfirmed } from "./confirm-state.ts";
import { findLostSession } from "./find-lost-session.ts";
import { findRepositories } from "./find-repositories.ts";
import { readFingerprint } from "./fingerprint.ts";
import { findMismatch } from "./match-seal.ts";
import { readSession } from "./read-session.ts";
import type { ActiveSession } from "./read-session.ts";
import { readSeal } from "./seal.ts";
import type { SessionPayload } from "./session-payload.ts";

/** Where it is asked. */
export interface StopQuestion {
  /** A real folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A decision with the exit code that goes with it (docs/decisions/0005). */
export interface DecidedStop {
  readonly decision: HookStopDecision;
  readonly exitCode: 0 | 3 | 6 | 7;
  /** Nothing that an agent does brings a pass. */
  readonly needsPerson?: true;
  /** Of a state that cannot be believed: what is wrong with it, in a sentence. */
  readonly problem?: string;
}

/**
 * Decides whether an agent may stop (seed 004): only where a verification passed for exactly what is there now. In a small
 * repository where that is so no process is started; otherwise git lists what differs, and that is read. Every session of
 * a repository around the folder is asked; whatever goes wrong is a denial too.
 */
export async function decideStop(question: StopQuestion): Promise<DecidedStop> {
  try {
    return await decide(question);
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return deny("COULD_NOT_DECIDE", `The guard could not decide: ${why ?? "a fault"}.`, 6);
  }
}

async function decide({ cwd, env }: StopQuestion): Promise<DecidedStop> {
  const repositories = findRepositories(cwd);
  const lost = findLostSession(cwd, repositories, env);
  if (lost !== undefined) return corrupt(lost);
  if (repositories.length === 0) {
    return deny("COULD_NOT_DECIDE", "There is no git repository here, so there is nothing to guard; run it in one.", 3);
  }
  let allowed: DecidedStop | undefined;
  for (const repository of repositories) {
    const read = readSession(repository, env);
    if (read.kind === "corrupt") return corrupt(read.problem);
    if (read.kind === "none") continue;
    const decided = await decideInSession(read, env);
    if (decided.decision.decision === "deny") return decided;
    allowed ??= decided;
  }
  return allowed ?? allow("NO_ACTIVE_SESSION", "No guard session is active here.");
}

async function decideInSession(active: ActiveSession, env: StopQuestion["env"]): Promise<DecidedStop> {
  const { repository } = active;
  const read = readSeal(active, env);
  if (read.kind === "corrupt") return corrupt(read.problem);
  if (!isCompletable(active.session)) return toNeverComplete(active.session);
  if (read.kind === "missing") return block(read.problem);
  const mismatch = findMismatch(read.seal, active);
  if (mismatch !== undefined) return block(mismatch);
  const shown = toShownPath(repository.root, read.file);
  if (isConfirmed(read.seal, { active, env })) return allowCompletion(shown);
  const now = await readFingerprint({ active, env });
  if (now.kind === "corrupt") return corrupt(now.problem);
  if (now.currentHead !== read.seal.currentHead) return block("there are other commits since");
  if (now.fingerprint !== read.seal.repositoryStateFingerprint) return block("files or the index changed since");
  return allowCompletion(shown);
}

function allowCompletion(receiptPath: string): DecidedStop {
  return allow("COMPLETION_ALLOWED", "The verification that passed is of exactly what is here now.", receiptPath);
}

/** From the git root where it lies below it. */
function toShownPath(root: string, file: string): string {
  return isSameOrBelow(root, file) ? path.relative(root, file).split(path.sep).join("/") : file;
}

/** Whether any verification could count: a policy that asks for no command must let an inspection alone do. */
export function isCompletable({ rules }: SessionPayload): boolean {
  return rules.commands.length > 0 || rules.allowInspectionOnlyCompletion;
}

/** No run of the agent's can change it, so it is not told to verify. */
function toNeverComplete({ policyFile }: SessionPayload): DecidedStop {
  const needed = "validation.commands or validation.allowInspectionOnlyCompletion";
  const why = `${policyFile} names no command and lets no inspection alone count, so no verification can pass`;
  const next = `A person adds ${needed} to ${policyFile}, commits it and starts a new session.`;
  return { ...deny("COMPLETION_BLOCKED", `${why}. ${next}`, 6), needsPerson: true };
}

function block(why: string): DecidedStop {
  const next = "Next: npx --no-install hi verify.";
  return deny("COMPLETION_BLOCKED", `No passing verification fits what is here now: ${why}. ${next}`, 6);
}

function corrupt(why: string): DecidedStop {
  const problem = `The guard's state cannot be believed: ${why}.`;
  const explanation = `${problem} A person has to look: hi session status.`;
  return { ...deny("SESSION_STATE_CORRUPT", explanation, 7), needsPerson: true, problem };
}

function deny(reasonCode: StopReason, explanation: string, exitCode: 3 | 6 | 7): DecidedStop {
  return { decision: { schemaVersion: 1, decision: "deny", reasonCode, explanation }, exitCode };
}

function allow(reasonCode: StopReason, explanation: string, receiptPath?: string): DecidedStop {
  const decision = { schemaVersion: 1, decision: "allow", reasonCode, explanation } as const;
  return { decision: receiptPath === undefined ? decision : { ...decision, receiptPath }, exitCode: 0 };
}
