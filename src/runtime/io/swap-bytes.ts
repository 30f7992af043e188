import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { BigIntStats } from "node:fs";
import path from "node:path";

/** Neither of the two has a bit on Windows. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, W_OK } = constants;
const PERMISSIONS = 0o7777n;
/** Windows renames nothing over a file that somebody has open, us included. */
const CAN_WATCH = process.platform !== "win32";

/**
 * `newer`: something else stands there by now, and stays. `refused`: the system does not let it be written.
 * `swapped`: the new bytes stand there; `findLate` then tells what somebody wrote to the old file who had it open
 * before, and `close` ends the watch.
 */
export type Swap =
  | { readonly kind: "newer" }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "swapped"; readonly findLate: () => Buffer | undefined; readonly close: () => void };

/**
 * Puts `after` in the place of `before`, where exactly these bytes still stand: compare and swap, by a rename, so that
 * a reader sees the one or the other. `file` is a real path; a link in its place is never followed. Permission bits and,
 * where this user may, the owner stay; a hard link's other names keep the old bytes.
 * All of it is one step of this process: a signal that it handles comes before or after, and no temporary file is left.
 */
export function swapBytes(file: string, before: Buffer, after: Buffer): Swap {
  let descriptor: number | undefined;
  try {
    if (realpathSync(path.dirname(file)) !== path.dirname(file)) return { kind: "newer" };
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const facts = fstatSync(descriptor, { bigint: true });
    if (!facts.isFile() || !readAll(descriptor, before.length + 1).equals(before)) return { kind: "newer" };
    accessSync(file, W_OK);
    if (!CAN_WATCH) {
      closeSync(descriptor);
      descriptor = undefined;
    }
    if (!replace(file, after, facts)) return { kind: "newer" };
    const watched = descriptor;
    descriptor = undefined;
    return watchOld(watched, facts);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    return GONE.has(code) ? { kind: "newer" } : { kind: "refused", message };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What the system says of a name that leads nowhere, to a folder, or by a link. */
const GONE = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "ENXIO"]);

/** A dot name that ends in `.tmp`: no source to a linter. */
const TEMPORARY = { begin: ".hi-edit-", end: ".tmp" } as const;

/** What was begun longer ago was left behind by a process that is gone. */
const LONGEST_SWAP_MS = 10_000;

/**
 * Whether somebody is about to put new bytes in the place of a file in the folder. Who has read it by now may still put
 * back what stood there before, since nothing can compare and rename in one step.
 */
export function isSwapUnderWay(folder: string): boolean {
  const { begin, end } = TEMPORARY;
  const names = listNames(folder).filter((name) => name.startsWith(begin) && name.endsWith(end));
  return names.some((name) => {
    const facts = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    return facts !== undefined && Math.abs(Date.now() - facts.mtimeMs) < LONGEST_SWAP_MS;
  });
}

/** A folder that may be written and not listed shows nobody: then what is written is compared all the same. */
function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** False where the name leads to another file, or the file changed, since it was read. */
function replace(file: string, bytes: Buffer, facts: BigIntStats): boolean {
  // In the same folder, and so on the same file system.
  const name = TEMPORARY.begin + randomBytes(8).toString("hex") + TEMPORARY.end;
  const temporary = path.join(path.dirname(file), name);
  let isLeft = true;
  const descriptor = openSync(temporary, "wx", 0o600);
  try {
    try {
      writeFileSync(descriptor, bytes);
      keepOwner(descriptor, facts);
      fchmodSync(descriptor, Number(facts.mode & PERMISSIONS));
    } finally {
      closeSync(descriptor);
    }
    if (!isUnchanged(lstatSync(file, { bigint: true }), facts)) return false;
    renameSync(temporary, file);
    isLeft = false;
    return true;
  } finally {
    if (isLeft) rmSync(temporary, { force: true });
  }
}

/** So that a run as root leaves the project's files the user's; where it may not, the file is this user's. */
function keepOwner(descriptor: number, { uid, gid }: BigIntStats): void {
  const own = fstatSync(descriptor, { bigint: true });
  if (own.uid === uid && own.gid === gid) return;
  try {
    fchownSync(descriptor, Number(uid), Number(gid));
  } catch {
    // Only root may give files away.
  }
}

function isUnchanged(now: BigIntStats, { dev, ino, mtimeNs, size }: BigIntStats): boolean {
  return now.isFile() && now.dev === dev && now.ino === ino && now.mtimeNs === mtimeNs && now.size === size;
}

/** Between the last look and the rename somebody may have opened the old file, whose name is gone since. */
function watchOld(descriptor: number | undefined, facts: BigIntStats): Swap {
  if (descriptor === undefined) return { kind: "swapped", findLate: () => undefined, close: () => undefined };
  return {
    kind: "swapped",
    findLate: () => {
      const now = fstatSync(descriptor, { bigint: true });
      return isUnchanged(now, facts) ? undefined : readAll(descriptor, Number(now.size));
    },
    close: () => closeSync(descriptor),
  };
}

/** The first bytes of a file, at most `limit`. */
function readAll(descriptor: number, limit: number): Buffer {
  const bytes = Buffer.alloc(limit);
  let filled = 0;
  while (filled < limit) {
    const count = readSync(descriptor, bytes, filled, limit - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
