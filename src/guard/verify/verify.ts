import path from "node:path";

import type { Inspection } from "../../contracts/guard.ts";
import type { VerificationFailure, VerificationReport } from "../../domain/verification-report.ts";
import { isSameOrBelow } from "../../runtime/io/is-same-or-below.ts";
import { readSession } from "../decide/read-session.ts";
import type { ActiveSession } from "../decide/read-session.ts";
import { toWorkTreeName } from "../decide/seal.ts";
import type { VerificationSeal } from "../decide/seal.ts";
import { UnreadableTree } from "../decide/work-tree-state.ts";
import { inspect } from "../inspect/inspect.ts";
import { openSessionRepository } from "../repository/open-repository.ts";
import { openSession } from "../session/open-session.ts";
import type { OpenedSession } from "../session/open-session.ts";
import { beginRun, keepAttempt, publishSeal } from "./publish-seal.ts";
import { runCommands } from "./run-commands.ts";
import { toSealedState } from "./seal-state.ts";
import { toFinalStatus, toReport } from "./to-report.ts";
import type { Verified } from "./to-report.ts";

/** What a verification is asked for. */
export interface VerifyOrder {
  /** A real folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hiVersion: string;
  readonly continueOnFailure: boolean;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

/**
 * Verifies the session's work (seed 004): takes the old pass away, inspects, runs the trusted policy's commands, inspects
 * again, and where all passed and nothing changed meanwhile, writes the seal and then the pointer to it. Whatever ends it
 * before leaves no pass.
 * @throws Refusal HI_GUARD_NO_SESSION, HI_GUARD_CORRUPT, HI_GUARD_BUSY, HI_GUARD_STATE; GitFailure, UnreadableTree
 */
export async function verify(order: VerifyOrder): Promise<VerificationReport> {
  const opened = await openSession(order);
  const { active, policy } = opened;
  const startedAt = new Date();
  const before = performance.now();
  const runId = await beginRun(active, order.env);
  const found = await examine(opened, order);
  const verified: Verified = { ...found, durationMs: Math.round(performance.now() - before) };
  const seal = toSeal(opened, verified, { runId, startedAt, hiVersion: order.hiVersion });
  const facts = { verb: "verify", mode: "local", policySourceCommit: active.session.policySourceCommit } as const;
  if (verified.failure !== undefined) {
    keepAttempt(active, seal);
    return toReport(verified, policy, facts);
  }
  const published = await publishSeal(active, seal, {
    env: order.env,
    isStillSession: () => isStillSession(active, order.env),
    state: await toSealedState(active, seal, order.env),
  });
  if (published.kind === "superseded") return toReport({ ...verified, failure: "superseded" }, policy, facts);
  return toReport(verified, policy, { ...facts, receiptPath: toShownPath(active.repository.root, published.file) });
}

interface Found {
  readonly inspection: Inspection;
  readonly commands: Verified["commands"];
  readonly failure: VerificationFailure | undefined;
}

async function examine(opened: OpenedSession, order: VerifyOrder): Promise<Found> {
  const { policy, active } = opened;
  const look = async (): Promise<Inspection> => inspect(policy, await openSessionRepository(opened, order.env));
  order.tell("verify: inspecting …");
  const first = await look();
  if (first.status === "blocked") return { inspection: first, commands: [], failure: "policy" };
  const { env, continueOnFailure, signal, tell } = order;
  const commands = await runCommands({
    root: active.repository.root,
    env,
    policy,
    continueOnFailure,
    signal,
    tell,
    verb: "verify",
  });
  if (signal.aborted) return { inspection: first, commands, failure: "interrupted" };
  order.tell("verify: inspecting what is there now …");
  let last: Inspection | undefined;
  try {
    last = await lookAgain(look);
  } catch (error) {
    // What a session keeps goes with it.
    if (isStillSession(active, env)) throw error;
    return { inspection: first, commands, failure: "superseded" };
  }
  return { inspection: last ?? first, commands, failure: findFailure({ first, last, commands }) };
}

/** The second look; undefined where files are being changed under it. */
export async function lookAgain(look: () => Promise<Inspection>): Promise<Inspection | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof UnreadableTree) return undefined;
    throw error;
  }
}

interface Looks {
  readonly first: Inspection;
  readonly last: Inspection | undefined;
  readonly commands: Verified["commands"];
}

/** Why it does not count, the first of: policy, command, a changed state. */
export function findFailure({ first, last, commands }: Looks): VerificationFailure | undefined {
  if (last?.status === "blocked") return "policy";
  if (commands.some(({ status }) => status !== "passed")) return "command";
  const isSame =
    last?.repositoryStateFingerprint === first.repositoryStateFingerprint && last.currentHead === first.currentHead;
  return isSame ? undefined : "state-changed";
}

interface Run {
  readonly runId: string;
  readonly startedAt: Date;
  readonly hiVersion: string;
}

function toSeal(
  { active, policy }: OpenedSession,
  verified: Verified,
  { runId, startedAt, hiVersion }: Run
): VerificationSeal {
  const { session, repository } = active;
  const { inspection, commands, failure, durationMs } = verified;
  const short = (findings: Inspection["violations"]) => findings.map(({ code, path: file }) => ({ code, path: file }));
  return {
    schemaVersion: 1,
    hiVersion,
    mode: "local",
    sessionId: session.sessionId,
    runId,
    task: session.task,
    repositoryId: session.repositoryId,
    place: session.place,
    workTree: toWorkTreeName(repository),
    baselineCommit: session.baselineCommit,
    policySourceCommit: session.policySourceCommit,
    currentHead: inspection.currentHead,
    trustedPolicyHash: policy.sha256,
    repositoryStateFingerprint: inspection.repositoryStateFingerprint,
    changedFiles: inspection.changedFiles,
    inspection: {
      status: inspection.status,
      repositoryStateFingerprint: inspection.repositoryStateFingerprint,
      violations: short(inspection.violations),
      warnings: short(inspection.warnings),
    },
    commands,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    durationMs,
    runtime: { nodeVersion: process.version, platform: process.platform, arch: process.arch },
    finalStatus: toFinalStatus(verified, policy),
    failureReason: failure ?? null,
  };
}

function isStillSession({ repository, session }: ActiveSession, env: VerifyOrder["env"]): boolean {
  const read = readSession(repository, env);
  return read.kind === "active" && read.session.sessionId === session.sessionId;
}

/** From the git root where it lies below it. */
function toShownPath(root: string, file: string): string {
  return isSameOrBelow(root, file) ? path.relative(root, file).split(path.sep).join("/") : file;
}
