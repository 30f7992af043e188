import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";

import type { CleanupEvidence, FileIdentity } from "../domain/candidate.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { readMarker, toNonce } from "./candidate-marker.ts";
import { findMountsBelow, readMounts } from "./mounts.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";
import { isSameIdentity, readIdentity } from "./tree-relation.ts";
import { walkTree } from "./walk-tree.ts";

/** A candidate to remove: its root is `approvedParent/hi-candidate-NONCE`. */
export interface Disposable {
  readonly root: AbsolutePath;
  readonly approvedParent: AbsolutePath;
  readonly nonce: string;
  /** What this very process made there: a marker that a tool has deleted since does not keep it. */
  readonly identity?: FileIdentity;
}

/**
 * Removes a candidate and proves it gone: nothing stands at its path, and no name in the parent holds its nonce.
 * Only what carries this run's marker is removed, and never what is mounted into it.
 * @throws Refusal HI_CLEANUP_FAILED
 */
export async function removeCandidate(disposable: Disposable): Promise<CleanupEvidence> {
  const startedAt = performance.now();
  const { root, nonce } = disposable;
  let removedEntries = 0;
  if (orUndefined(ABSENCE, () => lstatSync(root)) !== undefined) {
    refuseForeign(disposable);
    await walkTree(root, () => (removedEntries += 1), giveTurn);
    removeTree(disposable);
  }
  proveGone(disposable);
  const durationMs = Math.round(performance.now() - startedAt);
  return { format: "hi-cleanup/1", candidateRoot: root, nonce, removedEntries, gone: true, durationMs };
}

/** The last resort of a process that must not wait. Returns whether the candidate is gone. */
export function removeCandidateSync(disposable: Disposable): boolean {
  try {
    if (orUndefined(ABSENCE, () => lstatSync(disposable.root)) === undefined) return true;
    refuseForeign(disposable);
    rmSync(disposable.root, { recursive: true, force: true });
    proveGone(disposable);
    return true;
  } catch {
    return false;
  }
}

function refuseForeign(disposable: Disposable): void {
  const { root, approvedParent, nonce, identity } = disposable;
  const isNamed = toNonce(path.basename(root)) === nonce && path.dirname(root) === approvedParent;
  const isMade = identity !== undefined && isSameIdentity(identity, readIdentity(root));
  const isMarked = isNamed && (isMade || readMarker(root, nonce) !== undefined);
  if (!isMarked || !lstatSync(root).isDirectory()) {
    throw toRefusal(disposable, "it does not carry this run's marker", []);
  }
  const mounted = findMountsBelow(readMounts(), root).map(({ point }) => point);
  if (mounted.length > 0) throw toRefusal(disposable, "something is mounted into it", mounted);
}

/** Cleanup is not stopped by an interruption; signals only get their turn. */
const giveTurn = async (): Promise<void> => setImmediate();

/** In one synchronous call, which for many small files is several times faster and keeps less in memory. */
function removeTree(disposable: Disposable): void {
  const options = { recursive: true, force: true, maxRetries: 4, retryDelay: 50 };
  try {
    rmSync(disposable.root, options);
  } catch {
    // A package may hold folders without the write bit; only an owner who adds it can empty them.
    openFolders(disposable.root);
    try {
      rmSync(disposable.root, options);
    } catch (error) {
      throw toFailure(disposable, error);
    }
  }
}

function openFolders(folder: string): void {
  orUndefined([...ABSENCE, "EPERM", "EACCES"], () => chmodSync(folder, 0o700));
  const entries = orUndefined([...ABSENCE, "EACCES"], () => readdirSync(folder, { withFileTypes: true })) ?? [];
  for (const entry of entries) {
    if (entry.isDirectory()) openFolders(path.join(folder, entry.name));
  }
}

function proveGone(disposable: Disposable): void {
  const { root, approvedParent, nonce } = disposable;
  const named = readdirSync(approvedParent).filter((name) => name.includes(nonce));
  const isGone = orUndefined(ABSENCE, () => lstatSync(root)) === undefined && named.length === 0;
  if (!isGone) {
    throw toRefusal(
      disposable,
      "it is still there",
      named.map((name) => path.join(approvedParent, name))
    );
  }
}

function toFailure(disposable: Disposable, error: unknown): Refusal {
  const { code, path: file } = error as NodeJS.ErrnoException;
  return toRefusal(disposable, `${code ?? String(error)}`, file === undefined ? [] : [file]);
}

function toRefusal({ root, nonce }: Disposable, why: string, remaining: readonly string[]): Refusal {
  return new Refusal({
    code: "HI_CLEANUP_FAILED",
    message: `The candidate ${root} could not be removed and proven gone: ${why}. Nothing was written to the repository.`,
    where: { path: root },
    next: "free what holds it, remove the folder by hand, then run the same command again",
    details: { nonce, remaining: remaining.slice(0, 10) },
  });
}
