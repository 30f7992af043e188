import { createHash } from "node:crypto";
import path from "node:path";

import type { ChangedFile, PolicyCommand } from "../../contracts/guard.ts";
import type { Json } from "../../domain/json.ts";
import { canonicalJson } from "../../domain/json.ts";
import type { Repository } from "./find-repositories.ts";
import { findUserState } from "./find-user-state.ts";
import { readOwnFile } from "./own-file.ts";
import { toGuardFolder } from "./read-session.ts";
import type { ActiveSession } from "./read-session.ts";
import { openSealed, toObject } from "./sealed-document.ts";
import { toRunFile } from "./user-state.ts";

/** One stream of a command: what of it is kept is redacted, its head and its tail. */
export interface SealedStream {
  /** Of all bytes, before anything was left out. */
  readonly sha256: string;
  readonly byteCount: number;
  readonly retained: string;
  readonly truncated: boolean;
}

/** How one command of the policy ended. */
export interface SealedCommand {
  readonly name: string;
  /** As it was run, redacted. */
  readonly command: string;
  /** `toCommandHash` of what was run. */
  readonly commandHash: string;
  readonly timeoutSeconds: number;
  readonly status: "passed" | "failed" | "timed-out" | "spawn-error";
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly stdout: SealedStream;
  readonly stderr: SealedStream;
}

/**
 * The seal: what a verification found, bound to the state that it found it in (receipts/verification-seal-1.schema.json).
 * Written as `sealDocument("verification-seal", …)` to `toSealFile`, then named by the pointer.
 */
export interface VerificationSeal {
  readonly schemaVersion: 1;
  readonly hiVersion: string;
  readonly mode: "local" | "ci";
  readonly sessionId: string | null;
  /** A UUID for each run of `hi verify`, so that none can stand for a later one. */
  readonly runId: string;
  readonly task: string | null;
  readonly repositoryId: string;
  /** As the session's: this repository on this machine; null in CI. */
  readonly place: string | null;
  /** The work tree that was verified: `toWorkTreeName`. */
  readonly workTree: string;
  readonly baselineCommit: string;
  readonly policySourceCommit: string;
  readonly currentHead: string;
  readonly trustedPolicyHash: string;
  readonly repositoryStateFingerprint: string;
  readonly changedFiles: readonly ChangedFile[];
  readonly inspection: {
    readonly status: "passed" | "blocked";
    readonly repositoryStateFingerprint: string;
    /** Codes and paths of what was found; the texts are not kept. */
    readonly violations: readonly { readonly code: string; readonly path: string }[];
    readonly warnings: readonly { readonly code: string; readonly path: string }[];
  };
  readonly commands: readonly SealedCommand[];
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly runtime: { readonly nodeVersion: string; readonly platform: string; readonly arch: string };
  readonly finalStatus: "passed" | "failed" | "inspection_only";
  readonly failureReason: string | null;
}

/** The pointer to the seal that counts, for one work tree; sealed as `seal-pointer`. */
export interface SealPointer {
  readonly schemaVersion: 1;
  readonly sessionId: string;
  readonly runId: string;
  /** Name of the seal's file within the folder of seals. */
  readonly name: string;
  /** The seal's digest. */
  readonly digest: string;
}

/** SHA-256 of what a command runs. */
export function toCommandHash(run: PolicyCommand["run"]): string {
  return createHash("sha256")
    .update(canonicalJson(run as unknown as Json))
    .digest("hex");
}

/** A work tree's name in the guard's state: `main`, or that of a linked one as git calls it. */
export function toWorkTreeName({ gitDirectory, commonDirectory }: Repository): string {
  return gitDirectory === commonDirectory ? "main" : `linked-${path.basename(gitDirectory)}`;
}

/** Where a run's seal lies. */
export function toSealFile(commonDirectory: string, name: string): string {
  return path.join(toGuardFolder(commonDirectory), "seals", name);
}

/** What a run's seal is called. */
export const toSealName = (sessionId: string, runId: string): string => `${sessionId}-${runId}.json`;

/** Where the pointer of a work tree lies. */
export function toPointerFile(repository: Repository): string {
  return path.join(toGuardFolder(repository.commonDirectory), "pointers", `${toWorkTreeName(repository)}.json`);
}

const MAX_SEAL_BYTES = 256 * 1024 * 1024;
const SEAL_NAME = /^[0-9a-f-]{73}\.json$/;

export type SealRead =
  | { readonly kind: "missing"; readonly problem: string }
  | { readonly kind: "corrupt"; readonly problem: string }
  | { readonly kind: "seal"; readonly seal: VerificationSeal; readonly file: string; readonly digest: string };

/**
 * The seal that counts for a work tree, proven: that of the verification which began last, by the user's own record.
 * Never throws; a pointer to a seal that is gone is `missing`.
 */
export function readSeal(active: ActiveSession, env: Readonly<Record<string, string | undefined>>): SealRead {
  const { repository, session, key } = active;
  const pointerRead = readOwnFile(toPointerFile(repository), 64 * 1024);
  if (pointerRead.kind === "absent") return { kind: "missing", problem: toNothingPassed(readNewestRun(active, env)) };
  if (pointerRead.kind === "unsafe") return corrupt(`the pointer to the seal cannot be used: ${pointerRead.problem}`);
  const opened = openSealed("seal-pointer", pointerRead.bytes.toString("utf8"), key);
  if (!opened.ok) return corrupt(`the pointer to the seal cannot be used: ${opened.problem}`);
  const { name, digest, sessionId, runId, schemaVersion } = opened.payload as unknown as SealPointer;
  if (schemaVersion !== 1 || typeof name !== "string" || !SEAL_NAME.test(name)) {
    return corrupt("the pointer is no pointer");
  }
  if (sessionId !== session.sessionId) return { kind: "missing", problem: "the verification is of an older session" };
  const newest = readNewestRun(active, env);
  if (newest.kind === "unsafe") return corrupt(`the user's record of the last verification: ${newest.problem}`);
  if (newest.runId !== runId) return { kind: "missing", problem: "another verification began after this one" };
  const file = toSealFile(repository.commonDirectory, name);
  const read = readOwnFile(file, MAX_SEAL_BYTES);
  if (read.kind === "absent") return { kind: "missing", problem: "the seal of the verification is gone" };
  if (read.kind === "unsafe") return corrupt(`the seal cannot be used: ${read.problem}`);
  const seal = openSealed("verification-seal", read.bytes.toString("utf8"), key);
  if (!seal.ok) return corrupt(`the seal cannot be used: ${seal.problem}`);
  if (!isSeal(seal.payload)) return corrupt("the seal is none that this hi can read");
  const payload = seal.payload as unknown as VerificationSeal;
  if (seal.digest !== digest || payload.runId !== runId) {
    return { kind: "missing", problem: "the pointer was written for another seal" };
  }
  return { kind: "seal", seal: payload, file, digest: seal.digest };
}

/** A run takes the pointer away when it begins. */
function toNothingPassed(newest: NewestRun): string {
  return newest.kind === "run" && newest.runId === undefined
    ? "none was run in this session"
    : "the last one did not pass, or is not done";
}

export type NewestRun =
  | { readonly kind: "unsafe"; readonly problem: string }
  /** Undefined where none of this session began here. */
  | { readonly kind: "run"; readonly runId: string | undefined };

/** Which verification of a work tree began last, by the user's record. Never throws. */
export function readNewestRun(
  { repository, session, key }: ActiveSession,
  env: Readonly<Record<string, string | undefined>>
): NewestRun {
  const userState = findUserState(env);
  if (userState === undefined) return { kind: "run", runId: undefined };
  const workTree = toWorkTreeName(repository);
  const read = readOwnFile(toRunFile(userState, repository.commonDirectory, workTree), 64 * 1024);
  if (read.kind === "absent") return { kind: "run", runId: undefined };
  if (read.kind === "unsafe") return read;
  const opened = openSealed("run-record", read.bytes.toString("utf8"), key);
  if (!opened.ok) return { kind: "unsafe", problem: opened.problem };
  const { sessionId, place, workTree: named, runId } = opened.payload;
  const isOf = sessionId === session.sessionId && place === session.place && named === workTree;
  return { kind: "run", runId: isOf && typeof runId === "string" ? runId : undefined };
}

function corrupt(problem: string): SealRead {
  return { kind: "corrupt", problem };
}

/** What was written with the key is ours; this holds it against the version that reads it. */
function isSeal(payload: Readonly<Record<string, Json>>): boolean {
  const texts = ["runId", "workTree", "baselineCommit", "policySourceCommit", "currentHead", "finalStatus"];
  return (
    payload["schemaVersion"] === 1 &&
    texts.every((name) => typeof payload[name] === "string") &&
    toObject(payload["inspection"]) !== undefined &&
    Array.isArray(payload["commands"]) &&
    payload["commands"].every((command) => toObject(command) !== undefined)
  );
}
