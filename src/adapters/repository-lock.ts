import { randomBytes } from "node:crypto";
import { rmSync, rmdirSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import type { RepositoryLock } from "../pipeline/world.ts";
import { readTop, refuseUnlessFolder, removeBelow, removeFolder, takeGeneration, writeClaim } from "./lock-folder.ts";
import type { LockHolder } from "./lock-folder.ts";
import { findOwnFolder } from "./own-folder.ts";
import { findLiveness, readOwnIdentity } from "./process-identity.ts";
import { ABSENCE, orUndefined, toErrorCode } from "./system-error.ts";

/** Looks again this often when the folder moves under us; each time because someone else has just finished. */
const MOST_TRIES = 50;

/**
 * One lock a work tree: in its own git directory, where neither git nor the project sees it, else in `.hi/`.
 *
 * The lock is a folder of numbered generations; the highest is the holder's. Who finds the highest dead takes the next
 * number, which only one can; then looks once more, and whoever sees a higher one steps back. The highest number never
 * goes before a higher one is there, so a slow reader of an older state can never hold beside the real holder.
 */
export function createRepositoryLock(): RepositoryLock {
  return {
    acquire: async (root, verb = "update") => {
      const folder = findLockFolder(root);
      const held = await sayFailed(folder, () => acquireLock(folder, verb));
      return { release: async () => sayFailed(folder, async () => releaseLock(folder, held)) };
    },
  };
}

/**
 * Where the lock of a repository is.
 * @throws Refusal HI_LINK_OUTSIDE where `.hi` leads out of it; HI_LOCK_FAILED where a link or a file is in its place
 */
export function findLockFolder(root: AbsolutePath): AbsolutePath {
  const folder = findOwnFolder(root, "hi-lock", "lock");
  orUndefined([...ABSENCE, "EACCES"], () => refuseUnlessFolder(folder));
  return folder;
}

interface Held {
  readonly number: number;
  readonly nonce: string;
}

/** @throws Refusal HI_LOCKED at once where someone holds it */
async function acquireLock(folder: AbsolutePath, verb: string): Promise<Held> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const nonce = randomBytes(8).toString("hex");
    const claim = writeClaim(folder, { ...readOwnIdentity(), since: new Date().toISOString(), verb, nonce });
    const held = claim && tryAcquire(folder, { claim, nonce });
    if (held) return held;
    await setTimeout(1 + tries);
  }
  throw toLocked(folder, undefined);
}

function tryAcquire(folder: AbsolutePath, { claim, nonce }: { claim: AbsolutePath; nonce: string }): Held | undefined {
  try {
    const top = readTop(folder);
    if (top && !isFree(top.holder)) throw toLocked(folder, top.holder);
    const number = (top?.number ?? 0) + 1;
    if (!takeGeneration(folder, claim, number)) return undefined;
    const now = readTop(folder);
    // Stepping back leaves the lower number where it is: it counts for nothing, and a path may be another's by now.
    if (now?.number !== number || now.holder?.nonce !== nonce) return undefined;
    removeBelow(folder, number);
    return { number, nonce };
  } finally {
    rmSync(claim, { force: true });
  }
}

/** Free is only what a dead process of this host held; a file that says nothing is someone's who is just writing it. */
const isFree = (holder: LockHolder | undefined): boolean => holder !== undefined && findLiveness(holder) === "dead";

/** Only what is still ours is taken away: a folder that a person removed may be another's by now. */
function releaseLock(folder: AbsolutePath, held: Held): void {
  const top = readTop(folder);
  if (top?.number !== held.number || top.holder?.nonce !== held.nonce) return;
  removeFolder(folder);
  // Without git the folder above is `.hi`, which this run may have made for the lock alone.
  if (path.basename(path.dirname(folder)) !== ".hi") return;
  orUndefined(["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES", "EBUSY"], () => rmdirSync(path.dirname(folder)));
}

function toLocked(folder: AbsolutePath, holder: LockHolder | undefined): Refusal {
  const isGuess = holder === undefined || findLiveness(holder) === "unknown";
  const who = holder
    ? `hi ${holder.verb}, pid ${holder.pid} on ${holder.host}, since ${holder.since}`
    : "a process that has left no name";
  return new Refusal({
    code: "HI_LOCKED",
    message: `Another run holds this repository: ${who}.`,
    where: { path: folder },
    next: isGuess
      ? `when that run has ended for certain, remove ${folder}, then run the same command again`
      : "wait for it to end, then run the same command again",
    details: holder ? { pid: holder.pid, host: holder.host, since: holder.since, verb: holder.verb } : {},
  });
}

/** @throws Refusal HI_LOCK_FAILED where the system does not let the lock be made or removed */
async function sayFailed<Value>(folder: AbsolutePath, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = toErrorCode(error);
    if (code === undefined) throw error;
    throw new Refusal({
      code: "HI_LOCK_FAILED",
      message: `The lock of this repository could not be written (${code}).`,
      where: { path: folder },
      next: `make ${path.dirname(folder)} writable for this user, then run the same command again`,
    });
  }
}
