import { randomBytes } from "node:crypto";
import { chmodSync, closeSync, fchmodSync, openSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";

import type { Candidate, CleanupEvidence } from "../domain/candidate.ts";
import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import type { CandidateStore } from "../pipeline/world.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { MAX_SOURCE_BYTES, readRegularFileSync } from "../runtime/io/read-regular.ts";
import { listAbandoned } from "./abandoned-candidates.ts";
import { approveParent } from "./approved-parent.ts";
import { copyLive } from "./candidate-copy.ts";
import { toCandidateName, writeMarker } from "./candidate-marker.ts";
import { removeCandidate, removeCandidateSync } from "./candidate-removal.ts";
import type { Disposable } from "./candidate-removal.ts";
import { examineCandidate } from "./containment.ts";
import { ensureFolder } from "./ensure-folder.ts";
import { resolvePath, toPosixRelative } from "./resolve-inside.ts";
import { toErrorCode } from "./system-error.ts";
import { readIdentity } from "./tree-relation.ts";

/** What a store is told once: where temporary directories may be, and when to stop. */
export interface CandidateStoreOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly interrupted: AbortSignal;
}

/** Files copied between two turns for waiting signals. */
const FILES_A_TURN = 64;

/** Candidates as private temporary directories; every one made is known here until it is proven gone. */
export function createCandidateStore({ env, interrupted }: CandidateStoreOptions): CandidateStore {
  const alive = new Map<string, Disposable>();
  const copyPause = toPause(interrupted, FILES_A_TURN);
  const pause = toPause(interrupted, 1);
  return {
    create: (liveRoot) => sayFailed(() => createCandidate(liveRoot, env, alive)),
    copyFrom: (candidate, paths) => sayFailed(() => copyFrom(candidate, paths, copyPause)),
    write: (candidate, file, bytes, mode) => sayFailed(async () => writePlanned(candidate, { file, bytes, mode })),
    remove: (candidate, file) => sayFailed(async () => removePlanned(candidate, file)),
    read: async ({ root }, file) =>
      isRelativePath(file) ? readRegularFileSync(path.join(root, file), MAX_SOURCE_BYTES) : undefined,
    examine: (candidate) => sayFailed(() => examineCandidate(candidate, { env, pause })),
    dispose: (candidate) => dispose(candidate, alive),
    sweep: (liveRoot) => sayFailed(() => sweep(approveParent(liveRoot, env))),
    disposeAllSync: () => {
      const left = [...alive.values()].filter((disposable) => !removeCandidateSync(disposable));
      return left.map(({ root }) => root);
    },
  };
}

/** Turns what the system refuses (disk full, no permission) into a refusal. @throws Refusal HI_CANDIDATE_FAILED */
async function sayFailed<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = toErrorCode(error);
    if (code === undefined) throw error;
    const { path: file = "", message } = error as NodeJS.ErrnoException;
    throw new Refusal({
      code: "HI_CANDIDATE_FAILED",
      message: `The candidate could not be made or read (${code}): ${message}. Nothing was written to the repository.`,
      where: { path: file },
      next: "make room in the temporary directory, or set HI_TEMP to another one, then run the same command again",
    });
  }
}

/** Lets signals be handled during long synchronous work. @throws Refusal HI_INTERRUPTED once one has come */
function toPause(interrupted: AbortSignal, every: number): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    if (count % every === 0) await setImmediate();
    if (!interrupted.aborted) return;
    throw new Refusal({
      code: "HI_INTERRUPTED",
      message: "The run was interrupted; nothing was written to the repository.",
      next: "run the same command again",
      exitCode: 130,
    });
  };
}

async function createCandidate(
  liveRoot: AbsolutePath,
  env: CandidateStoreOptions["env"],
  alive: Map<string, Disposable>
): Promise<Candidate> {
  const approvedParent = approveParent(liveRoot, env);
  const nonce = randomBytes(16).toString("hex");
  const name = toCandidateName(nonce);
  const root = path.join(approvedParent, name) as AbsolutePath;
  const live = realpathSync.native(liveRoot) as AbsolutePath;
  // The default is the whole module both from source and bundled; names are only there from source (CommonJS).
  const { default: temporary } = await import("tmp-promise");
  await temporary.dir({ tmpdir: approvedParent, name, mode: 0o700, keep: true });
  const disposable = { root, approvedParent, nonce, identity: readIdentity(root) };
  alive.set(nonce, disposable);
  try {
    chmodSync(root, 0o700);
    writeMarker(root, nonce);
  } catch (error) {
    if (removeCandidateSync(disposable)) alive.delete(nonce);
    throw error;
  }
  return {
    root,
    approvedParent,
    liveRoot: live,
    nonce,
    copied: [],
    links: [],
    planned: [],
    notPreviewed: [],
    copyMs: 0,
  };
}

async function copyFrom(
  candidate: Candidate,
  paths: readonly RelativePath[],
  pause: () => Promise<void>
): Promise<Candidate> {
  const startedAt = performance.now();
  const { liveRoot, root: candidateRoot } = candidate;
  const known = new Set(candidate.copied.map((file) => file.path));
  const wanted = [...new Set(paths)].filter((file) => !known.has(file));
  const { copied, links, notPreviewed } = await copyLive({ liveRoot, candidateRoot, paths: wanted, pause });
  return {
    ...candidate,
    copied: [...candidate.copied, ...copied],
    links: [...candidate.links, ...links],
    notPreviewed: [...candidate.notPreviewed, ...notPreviewed],
    copyMs: candidate.copyMs + Math.round(performance.now() - startedAt),
  };
}

/** Where a planned path lies in the candidate; a link that was copied is followed, never out. */
function toPlace({ root }: Candidate, file: string): string {
  const { real, state } = resolvePath(root, file);
  const isUsable = state === "exists" || state === "missing";
  if (isUsable && real !== root && isSameOrBelow(root, real)) return toPosixRelative(root, real);
  throw new Refusal({
    code: "HI_NOT_CONTAINED",
    message: `The candidate cannot hold ${file}: it leads to ${real}.`,
    where: { path: file },
    next: "remove the link that leads away, then run the same command again",
    details: { check: "links-resolve-inside" },
  });
}

interface Planned {
  readonly file: RelativePath;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** A fresh file, so that whatever was linked to the old one keeps its bytes; its mode is set whatever the umask is. */
function writePlanned(candidate: Candidate, { file, bytes, mode }: Planned): Candidate {
  const place = toPlace(candidate, file);
  ensureFolder(candidate.root, path.posix.dirname(place));
  const full = path.join(candidate.root, place);
  rmSync(full, { force: true });
  const descriptor = openSync(full, "wx", 0o600);
  try {
    writeFileSync(descriptor, bytes);
    fchmodSync(descriptor, (mode & 0o777) | 0o600);
  } finally {
    closeSync(descriptor);
  }
  return { ...candidate, planned: [...candidate.planned, file] };
}

/** Removes the name itself: of a link, the link. */
function removePlanned(candidate: Candidate, file: RelativePath): void {
  const folder = path.posix.dirname(file);
  const place = folder === "." ? "" : toPlace(candidate, folder);
  rmSync(path.join(candidate.root, place, path.posix.basename(file)), { force: true });
}

async function dispose(candidate: Candidate, alive: Map<string, Disposable>): Promise<CleanupEvidence> {
  const evidence = await removeCandidate(alive.get(candidate.nonce) ?? candidate);
  alive.delete(candidate.nonce);
  return evidence;
}

/**
 * Removes what runs that were killed have left: marked folders of this user whose maker is dead on this host. What
 * cannot be removed now is left to a later run; it never stops this one.
 */
async function sweep(approvedParent: AbsolutePath): Promise<number> {
  let swept = 0;
  for (const { root, nonce } of listAbandoned(approvedParent)) {
    const isGone = await removeCandidate({ root, approvedParent, nonce }).then(() => true, toFalse);
    if (isGone) swept += 1;
  }
  return swept;
}

function toFalse(error: unknown): false {
  if (error instanceof Refusal) return false;
  throw error;
}
