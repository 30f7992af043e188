import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

/** Files of settings, rules and manifests are far below this. */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** No source that anyone edits is larger. */
export const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

/** Opening a pipe or a device must not wait for its other end; undefined (no bit) on Windows. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The bytes of a regular file of at most `maxBytes` bytes. Undefined for everything else: a pipe, a device, a folder,
 * a larger file, one that is absent or cannot be read. Never waits for anybody and never rejects.
 */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer | undefined> {
  const handle = await open(file, FLAGS).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const facts = await handle.stat();
    return facts.isFile() && facts.size <= maxBytes ? await readBytes(handle, facts.size) : undefined;
  } catch {
    return undefined;
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** False only where nothing stands at the path, so that what cannot be read is never taken for absent. */
export async function isPresent(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== "ENOENT" && code !== "ENOTDIR";
  }
}

/** What the file held when it was measured: one that grows meanwhile is not followed. */
async function readBytes(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** The same, at once: for a walk, where a promise a file costs more than the reading. */
export function readRegularFileSync(file: string, maxBytes: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, FLAGS);
    const facts = fstatSync(descriptor);
    if (!facts.isFile() || facts.size > maxBytes) return undefined;
    const bytes = Buffer.allocUnsafe(facts.size);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < facts.size; filled += read) {
      read = readSync(descriptor, bytes, filled, facts.size - filled, filled);
    }
    return bytes.subarray(0, filled);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** `isPresent`, at once. */
export function isPresentSync(file: string): boolean {
  try {
    statSync(file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== "ENOENT" && code !== "ENOTDIR";
  }
}
