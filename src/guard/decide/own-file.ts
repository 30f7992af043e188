import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { Stats } from "node:fs";

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;

/** What stands at the path of a file that only we write. */
export type OwnFile =
  | { readonly kind: "absent" }
  | { readonly kind: "unsafe"; readonly problem: string }
  | { readonly kind: "file"; readonly bytes: Buffer };

/**
 * The bytes of a regular file of this user's that nobody else may change, and (with `isSecret`, the usual case) read:
 * opened without following a link or waiting, and looked at through what was opened, so that nothing can be swapped in
 * between. Absent only where nothing stands there.
 */
export function readOwnFile(file: string, maxBytes: number): OwnFile {
  let descriptor: number;
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? { kind: "absent" } : { kind: "unsafe", problem: `it cannot be opened (${code})` };
  }
  try {
    const facts = fstatSync(descriptor);
    const problem = findProblem(facts, maxBytes);
    if (problem !== undefined) return { kind: "unsafe", problem };
    return { kind: "file", bytes: readAll(descriptor, facts.size) };
  } catch (error) {
    return { kind: "unsafe", problem: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "fault"})` };
  } finally {
    closeSync(descriptor);
  }
}

function findProblem(facts: Stats, maxBytes: number): string | undefined {
  if (!facts.isFile()) return "it is no regular file";
  if (facts.size > maxBytes) return "it is too large";
  if (process.getuid === undefined) return undefined;
  if (facts.uid !== process.getuid()) return "it belongs to another user";
  return (facts.mode & 0o077) === 0 ? undefined : "others may read or change it";
}

function readAll(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
