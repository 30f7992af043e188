import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from "node:fs";
import type { Stats } from "node:fs";

import { hashBytes } from "./hash-bytes.ts";
import { toDiskPath, toPathBytes, toPathText } from "./path-text.ts";

/** What stands at a path of the work tree. */
export type PathState =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly sha256: string; readonly size: number; readonly executable: boolean }
  | { readonly kind: "link"; readonly sha256: string }
  /** A repository of its own in the work tree: all that it holds but its git folder. */
  | { readonly kind: "repository"; readonly sha256: string; readonly files: number }
  /** A pipe, a socket, a device: what it holds is in no file. */
  | { readonly kind: "special" };

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
const PIECE_BYTES = 1024 * 1024;
const SMALL_BYTES = 64 * 1024;
/** How many files a repository within the work tree may hold. */
const MAX_NESTED_FILES = 50_000;

/** A file that was changed while it was read, or that may not be read: there is no answer. */
export class UnreadableTree extends Error {
  override readonly name = "UnreadableTree";
}

/** Reads what stands at a path, given as `toPathText` gives it. @throws UnreadableTree */
export function readPathState(root: string, path: string, keepsModes: boolean): PathState {
  const file = toDiskPath(root, path);
  const facts = isBehindLink(root, path) ? undefined : look(file, path);
  if (facts === undefined) return { kind: "absent" };
  if (facts.isSymbolicLink()) return { kind: "link", sha256: hashBytes(readlinkSync(file, { encoding: "buffer" })) };
  if (facts.isDirectory()) return readNested(file, path, keepsModes);
  return facts.isFile() ? readFile(file, path, keepsModes) : { kind: "special" };
}

/** Whether a folder on the way is a link: what stands there is the link, and nothing below it. */
export function isBehindLink(root: string, path: string): boolean {
  const bytes = toPathBytes(path.replace(/\/$/, ""));
  for (let end = bytes.indexOf(SLASH); end !== -1; end = bytes.indexOf(SLASH, end + 1)) {
    const folder = Buffer.concat([Buffer.from(`${root}/`), bytes.subarray(0, end)]);
    try {
      if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) return true;
    } catch {
      // Below a file there is nothing.
      return false;
    }
  }
  return false;
}

const SLASH = 0x2f;

function look(file: Buffer, path: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR") return undefined;
    throw new UnreadableTree(`${JSON.stringify(path)} cannot be looked at (${code ?? "fault"})`);
  }
}

function readFile(file: Buffer, path: string, keepsModes: boolean): PathState {
  let descriptor: number;
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw new UnreadableTree(
      `${JSON.stringify(path)} cannot be read (${(error as NodeJS.ErrnoException).code ?? "fault"})`
    );
  }
  try {
    const before = fstatSync(descriptor);
    const { sha256, size } = hashContents(descriptor);
    const after = fstatSync(descriptor);
    if (size !== after.size || before.mtimeMs !== after.mtimeMs || before.mode !== after.mode) {
      throw new UnreadableTree(`${JSON.stringify(path)} is being changed`);
    }
    return { kind: "file", sha256, size, executable: keepsModes && (after.mode & 0o100) !== 0 };
  } finally {
    closeSync(descriptor);
  }
}

function hashContents(descriptor: number): { readonly sha256: string; readonly size: number } {
  const { size: expected } = fstatSync(descriptor);
  if (expected <= SMALL_BYTES) return hashSmall(descriptor, expected);
  const digest = createHash("sha256");
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, expected + 1));
  let size = 0;
  for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece)) {
    digest.update(piece.subarray(0, read));
    size += read;
  }
  return { sha256: digest.digest("hex"), size };
}

/** In one piece: most of what an agent writes is small. One that grows meanwhile has another size in the end. */
function hashSmall(descriptor: number, expected: number): { readonly sha256: string; readonly size: number } {
  const bytes = Buffer.allocUnsafe(expected + 1);
  let size = 0;
  for (let read = -1; read !== 0 && size < bytes.length; size += read) {
    read = readSync(descriptor, bytes, size, bytes.length - size, size);
  }
  return { sha256: hashBytes(bytes.subarray(0, size)), size };
}

function readNested(folder: Buffer, path: string, keepsModes: boolean): PathState {
  const digest = createHash("sha256");
  let files = 0;
  const visit = (here: Buffer, name: string): void => {
    for (const entry of listFolder(here, path)) {
      if (entry.toString("latin1").toLowerCase() === ".git") continue;
      const file = Buffer.concat([here, Buffer.from("/"), entry]);
      const inside = `${name}${toPathText(entry)}`;
      const facts = look(file, path);
      if (facts?.isDirectory()) visit(file, `${inside}/`);
      else {
        files += 1;
        if (files > MAX_NESTED_FILES) throw new UnreadableTree(`${JSON.stringify(path)} holds too many files`);
        digest.update(JSON.stringify([inside, readLeaf(file, path, { facts, keepsModes })]));
      }
    }
  };
  visit(folder, "");
  return { kind: "repository", sha256: digest.digest("hex"), files };
}

function readLeaf(
  file: Buffer,
  path: string,
  { facts, keepsModes }: { readonly facts: Stats | undefined; readonly keepsModes: boolean }
): PathState {
  if (facts?.isSymbolicLink()) return { kind: "link", sha256: hashBytes(readlinkSync(file, { encoding: "buffer" })) };
  return facts?.isFile() ? readFile(file, path, keepsModes) : { kind: "special" };
}

function listFolder(folder: Buffer, path: string): readonly Buffer[] {
  try {
    return readdirSync(folder, { encoding: "buffer" }).toSorted((left, right) => left.compare(right));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableTree(`${JSON.stringify(path)} cannot be listed (${code ?? "fault"})`);
  }
}
