import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import type { AbsolutePath } from "../domain/paths.ts";
import { orUndefined, toErrorCode } from "./system-error.ts";

/** What a file beside its target is made with. */
export interface FileContent {
  readonly bytes: Uint8Array;
  /** Permission bits, set as they are whatever the umask is. */
  readonly mode: number;
  /** The file whose owner is kept where this user may, so that a run as root leaves the project's files the user's. */
  readonly ownerOf?: AbsolutePath;
  /** The temporary file's own name, where it is known beforehand; else nobody's. */
  readonly temporary?: string;
}

/** Renames one path onto another; the system's own, or one that a test makes fail. */
export type Rename = (from: string, to: string) => void;

/** A name nobody has. A dot name that ends in `.tmp` is no source to a linter or a watcher. */
export const toTemporaryName = (): string => `.hi-publish-${randomBytes(8).toString("hex")}.tmp`;

/** A name in the same folder, nobody's where none is given. */
export function toNameBeside(target: AbsolutePath, name = toTemporaryName()): AbsolutePath {
  return path.join(path.dirname(target), name) as AbsolutePath;
}

/**
 * Writes a temporary file beside `target` and flushes it: whatever happens later, the name will lead to whole bytes.
 * On failure nothing is left.
 */
export function writeBeside(target: AbsolutePath, content: FileContent): AbsolutePath {
  const temporary = toNameBeside(target, content.temporary);
  const descriptor = openSync(temporary, "wx", 0o600);
  try {
    writeFileSync(descriptor, content.bytes);
    if (content.ownerOf !== undefined) keepOwner(descriptor, content.ownerOf);
    fchmodSync(descriptor, content.mode);
    fsyncSync(descriptor);
  } catch (error) {
    closeSync(descriptor);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(descriptor);
  return temporary;
}

function keepOwner(descriptor: number, file: AbsolutePath): void {
  const stats = orUndefined(["ENOENT"], () => statSync(file));
  if (stats) orUndefined(["EPERM", "EINVAL", "ENOSYS"], () => fchownSync(descriptor, stats.uid, stats.gid));
}

/** What another process that has the file open makes a rename fail with (Windows, and mounts over a file). */
const BUSY = new Set(["EBUSY", "EPERM", "EACCES"]);
const RETRY_AFTER_MS = [10, 20, 40, 80, 160, 320];

/** Does one step, and again a bounded number of times while something else holds the file. */
export async function retryWhileBusy(step: () => void): Promise<void> {
  for (const delay of RETRY_AFTER_MS) {
    try {
      step();
      return;
    } catch (error) {
      if (!BUSY.has(toErrorCode(error) ?? "")) throw error;
    }
    await setTimeout(delay);
  }
  step();
}

export const systemRename: Rename = renameSync;

/** Writes a file of our own under its name in one step; both the bytes and the name are on the disk when it returns. */
export function writeDurably(file: AbsolutePath, bytes: Uint8Array): void {
  const temporary = writeBeside(file, { bytes, mode: 0o600 });
  try {
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushFolder(path.dirname(file));
}

/** Flushes a folder's list of names, where the system can. */
export function flushFolder(folder: string): void {
  const descriptor = orUndefined(["EACCES", "EISDIR", "EPERM", "ENOENT", "ENOTDIR"], () => openSync(folder, "r"));
  if (descriptor === undefined) return;
  try {
    orUndefined(["EINVAL", "EPERM", "EBADF", "ENOTSUP"], () => fsyncSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}
