import { lstatSync } from "node:fs";

/** What the system says of a file, by which one that is the same is known: as git knows those of its index. */
export interface FileStamp {
  /** Milliseconds with their fractions, as Node gives them. */
  readonly ctimeMs: number;
  readonly mtimeMs: number;
  readonly inode: number;
  readonly size: number;
}

/** A file that was changed less than this before it was read may have been changed again within one tick of the clock. */
const SETTLED_MS = 100;
/** Where times have no fractions a tick is a second, or two. */
const COARSE_MS = 3000;

/** Null where no regular file stands there. */
export function readStamp(file: string): FileStamp | null {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  if (facts?.isFile() !== true) return null;
  return { ctimeMs: facts.ctimeMs, mtimeMs: facts.mtimeMs, inode: facts.ino, size: facts.size };
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

/** Whether a stamp that is taken now would tell any later change. */
export function isSettled({ ctimeMs, mtimeMs }: FileStamp): boolean {
  const isCoarse = Number.isInteger(ctimeMs / 1000) || Number.isInteger(mtimeMs / 1000);
  const age = Date.now() - Math.max(ctimeMs, mtimeMs);
  return age >= (isCoarse ? COARSE_MS : SETTLED_MS);
}
