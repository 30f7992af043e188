import { lstatSync } from "node:fs";
import type { Stats } from "node:fs";

/** What the system says of a file or folder, by which one that is the same is known: as git knows those of its index. */
export interface FileStamp {
  /** Milliseconds with their fractions, as Node gives them. */
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  readonly inode: number;
  readonly size: number;
}

/** What was changed less than this before it was looked at may have been changed again within one tick of the clock. */
export const SETTLED_MS = 100;
/** Where times have no fractions a tick is a second, or two. */
const COARSE_MS = 3000;

/** Null where none stands there; a link is none. */
export function readStamp(place: string | Buffer, kind: "file" | "folder" = "file"): FileStamp | null {
  const facts = look(place);
  const isWanted = kind === "file" ? facts?.isFile() : facts?.isDirectory();
  if (facts === undefined || isWanted !== true) return null;
  return { ctimeMs: facts.ctimeMs, mtimeMs: facts.mtimeMs, inode: facts.ino, size: facts.size };
}

function look(place: string | Buffer): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The stamp of one that any later change would give another; null for every other one. */
export function readSettledStamp(place: string | Buffer, kind: "file" | "folder" = "file"): FileStamp | null {
  const stamp = readStamp(place, kind);
  return stamp !== null && isSettled(stamp) ? stamp : null;
}

export function isSameStamp(left: FileStamp | null, right: FileStamp | null): boolean {
  if (left === null || right === null) return false;
  return (
    left.ctimeMs === right.ctimeMs &&
    left.mtimeMs === right.mtimeMs &&
    left.inode === right.inode &&
    left.size === right.size
  );
}

function isSettled({ ctimeMs, mtimeMs }: FileStamp): boolean {
  const isCoarse = Number.isInteger(ctimeMs / 1000) || Number.isInteger(mtimeMs / 1000);
  const age = Date.now() - Math.max(ctimeMs, mtimeMs);
  return age >= (isCoarse ? COARSE_MS : SETTLED_MS);
}
