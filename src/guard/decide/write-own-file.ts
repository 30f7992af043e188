import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Refusal } from "../../domain/refusal.ts";

/**
 * Makes a folder of the guard's, and those above it that are missing: 0700, never through a link, never another user's.
 * @throws Refusal HI_GUARD_STATE
 */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const facts = lstatSync(folder);
  const isOurs = process.getuid === undefined || facts.uid === process.getuid();
  const isPrivate = process.getuid === undefined || (facts.mode & 0o022) === 0;
  if (facts.isDirectory() && isOurs && isPrivate) return;
  throw new Refusal({
    code: "HI_GUARD_STATE",
    message: `The guard's folder ${path.basename(folder)} is not one that only this user can write.`,
    where: { path: folder },
    next: `look at ${folder}, take away what others may write there, then run the same command again`,
    exitCode: 7,
  });
}

/**
 * Writes a file of the guard's: beside its name, flushed, then renamed, and the folder flushed; so there is the old one or
 * the new one, whole, whatever happens. Mode 0600.
 */
export function writeOwnFile(file: string, bytes: Uint8Array | string): void {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `.${path.basename(file)}-${randomBytes(8).toString("hex")}.tmp`);
  try {
    const descriptor = openSync(temporary, "wx", 0o600);
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushFolder(folder);
}

/** Removes a file of the guard's for good; nothing where it is not there. */
export function removeOwnFile(file: string): void {
  rmSync(file, { force: true });
  flushFolder(path.dirname(file));
}

/** Moves a file of the guard's; false where there is none. */
export function moveOwnFile(from: string, to: string): boolean {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  flushFolder(path.dirname(from));
  if (path.dirname(to) !== path.dirname(from)) flushFolder(path.dirname(to));
  return true;
}

/** Not every system can flush a folder's list of names. */
function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file itself is flushed.
  }
}
