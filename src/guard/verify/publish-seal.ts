import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { toGuardFolder } from "../decide/read-session.ts";
import type { ActiveSession } from "../decide/read-session.ts";
import { readNewestRun, toPointerFile, toSealFile, toSealName, toWorkTreeName } from "../decide/seal.ts";
import type { SealPointer, VerificationSeal } from "../decide/seal.ts";
import { renderSealed, sealDocument } from "../decide/sealed-document.ts";
import { toSealedStateFile } from "../decide/sealed-state.ts";
import type { SealedState } from "../decide/sealed-state.ts";
import type { RunRecord } from "../decide/session-payload.ts";
import { settleReleases } from "../decide/stop-loops.ts";
import { toRunFile } from "../decide/user-state.ts";
import { makeOwnFolder, removeOwnFile, writeOwnFile } from "../decide/write-own-file.ts";
import { withGuardLock } from "../session/guard-lock.ts";
import { openUserKey } from "../session/user-key.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Failed and superseded runs that are kept for people to look at. */
const MAX_ATTEMPTS = 20;

/**
 * Begins a run: takes the old pass away before anything else is done, and writes down that this run is the newest of its
 * work tree. Killed at any step after, there is no pass. Gives the run's id. @throws Refusal HI_GUARD_BUSY, HI_GUARD_STATE
 */
export function beginRun({ repository, session, key }: ActiveSession, env: Environment): Promise<string> {
  const runId = randomUUID();
  return withGuardLock(toGuardFolder(repository.commonDirectory), () => {
    const pointer = toPointerFile(repository);
    makeOwnFolder(path.dirname(pointer));
    removeOwnFile(pointer);
    const workTree = toWorkTreeName(repository);
    const file = toRunFile(openUserKey(env).userState, repository.commonDirectory, workTree);
    makeOwnFolder(path.dirname(file));
    const { sessionId, place } = session;
    const record: RunRecord = { schemaVersion: 1, sessionId, place, workTree, runId };
    writeOwnFile(file, renderSealed(sealDocument("run-record", record, key)));
    return runId;
  });
}

/** `superseded`: a newer run, or another session, began meanwhile; then nothing counts that this one found. */
export type Publication = { readonly kind: "published"; readonly file: string } | { readonly kind: "superseded" };

/** What a seal is published by. */
interface SealOrder {
  readonly env: Environment;
  readonly isStillSession: () => boolean;
  /** What belongs to the seal, where there is one. */
  readonly state: SealedState | undefined;
}

/**
 * Writes the seal of a run that passed, then the pointer to it, and settles what agents were let go without. Only the
 * newest run of the session that still is may do so. @throws Refusal HI_GUARD_BUSY, HI_GUARD_STATE
 */
export function publishSeal(
  active: ActiveSession,
  seal: VerificationSeal,
  { env, isStillSession, state }: SealOrder
): Promise<Publication> {
  const { repository, session, key } = active;
  const name = toSealName(session.sessionId, seal.runId);
  const file = toSealFile(repository.commonDirectory, name);
  return withGuardLock(toGuardFolder(repository.commonDirectory), () => {
    const newest = readNewestRun(active, env);
    if (newest.kind !== "run" || newest.runId !== seal.runId || !isStillSession()) return { kind: "superseded" };
    makeOwnFolder(path.dirname(file));
    const document = sealDocument("verification-seal", seal, key);
    writeOwnFile(file, renderSealed(document));
    writeState(active, state);
    const pointer: SealPointer = {
      schemaVersion: 1,
      sessionId: session.sessionId,
      runId: seal.runId,
      name,
      digest: document.digest.value,
    };
    writeOwnFile(toPointerFile(repository), renderSealed(sealDocument("seal-pointer", pointer, key)));
    settleReleases(active, env);
    return { kind: "published", file };
  });
}

/** In the place of the last one's, which belongs to no seal any more. */
function writeState({ repository, key }: ActiveSession, state: SealedState | undefined): void {
  const file = toSealedStateFile(repository);
  makeOwnFolder(path.dirname(file));
  if (state === undefined) removeOwnFile(file);
  else writeOwnFile(file, renderSealed(sealDocument("sealed-state", state, key)));
}

/** Keeps what a run found that did not pass, for people; nothing ever counts it. */
export function keepAttempt({ repository, session, key }: ActiveSession, seal: VerificationSeal): void {
  const folder = path.join(toGuardFolder(repository.commonDirectory), "attempts");
  makeOwnFolder(folder);
  const time = seal.finishedAt.replaceAll(":", "-");
  writeOwnFile(
    path.join(folder, `${time}-${session.sessionId}.json`),
    renderSealed(sealDocument("verification-seal", seal, key))
  );
  const names = readdirSync(folder).toSorted();
  for (const name of names.slice(0, -MAX_ATTEMPTS)) rmSync(path.join(folder, name), { force: true });
}
