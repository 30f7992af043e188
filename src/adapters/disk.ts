import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import type { Dirent } from "node:fs";
import path from "node:path";

import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import type { FileSnapshot, FileState } from "../domain/plan.ts";
import { Refusal } from "../domain/refusal.ts";
import type { RepositoryDisk } from "../pipeline/world.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { sha256 } from "./hash.ts";
import { resolvePath, toPosixRelative } from "./resolve-inside.ts";
import type { Resolution } from "./resolve-inside.ts";
import { ABSENCE, orUndefined, toErrorCode } from "./system-error.ts";

/** A managed file is read whole; beyond this it is no configuration file. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** The live repository, read only, every path resolved to its real place before it is opened. */
export function createRepositoryDisk(): RepositoryDisk {
  const known = new Map<AbsolutePath, AbsolutePath>();
  const toReal = (root: AbsolutePath): AbsolutePath => {
    const real = known.get(root) ?? toRealRoot(root);
    known.set(root, real);
    return real;
  };
  return {
    inspect: async (root, asked) => sayUnreadable(asked, () => inspectBelow(toReal(root), asked)),
    list: async (root, folder) => sayUnreadable(folder, () => listFolder(toReal(root), folder)),
    findCaseTwin: async (root, asked) => sayUnreadable(asked, () => findCaseTwin(toReal(root), asked)),
  };
}

/** What stands at a path now. Synchronous, so that a publication can look right before its rename. */
export function inspectPath(root: AbsolutePath, asked: RelativePath): FileState {
  return inspectBelow(toRealRoot(root), asked);
}

const toRealRoot = (root: AbsolutePath): AbsolutePath => realpathSync.native(root) as AbsolutePath;

function inspectBelow(realRoot: AbsolutePath, asked: RelativePath): FileState {
  const plain = findPlain(realRoot, asked);
  if (plain !== undefined) return readState(plain);
  const resolution = resolvePath(realRoot, asked);
  if (resolution.firstLink !== undefined) return toLinkState(realRoot, resolution, resolution.firstLink);
  if (resolution.state === "missing") return { kind: "absent" };
  return resolution.state === "blocked" ? { kind: "other" } : readState(resolution.real);
}

/** The place of a path without a link on the way to it, as the system says in one answer; undefined for any other. */
function findPlain(realRoot: AbsolutePath, asked: RelativePath | "."): AbsolutePath | undefined {
  // Both are normal: joining them anew, for every file, is half of the look.
  const place = (asked === "." ? realRoot : `${realRoot}${path.sep}${toNative(asked)}`) as AbsolutePath;
  try {
    return realpathSync.native(place) === place ? place : undefined;
  } catch {
    // Nothing there, or no way there: which of them, the walk says.
    return undefined;
  }
}

const toNative = (asked: RelativePath): string => (path.sep === "/" ? asked : asked.replaceAll("/", path.sep));

function toLinkState(realRoot: AbsolutePath, resolution: Resolution, target: string): FileState {
  const inside = toContained(realRoot, resolution);
  if (inside === undefined) return { kind: "link", target };
  const state = resolution.state === "exists" ? readState(resolution.real) : undefined;
  return state?.kind === "file" ? { kind: "link", target, inside, file: state } : { kind: "link", target, inside };
}

/** The repository path that a link leads to; none where it leaves, dangles, loops or enters git's own folder. */
function toContained(realRoot: AbsolutePath, { real, state, dangles }: Resolution): RelativePath | undefined {
  if (dangles || state === "loop" || state === "blocked" || !isSameOrBelow(realRoot, real)) return undefined;
  const inside = toPosixRelative(realRoot, real);
  return isRelativePath(inside) ? inside : undefined;
}

function readState(file: AbsolutePath): FileState {
  const stats = orUndefined(ABSENCE, () => lstatSync(file));
  if (stats === undefined) return { kind: "absent" };
  if (stats.isDirectory()) return { kind: "directory" };
  return stats.isFile() ? readSnapshot(file) : { kind: "other" };
}

/** Opened without following a link and without waiting, in case the file was swapped since it was looked at. */
function readSnapshot(file: AbsolutePath): FileSnapshot | { kind: "other" } {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { kind: "other" };
    if (stats.size > LARGEST_BYTES) throw Object.assign(new Error("file too large"), { code: "EFBIG" });
    const bytes = new Uint8Array(readFileSync(descriptor));
    return { kind: "file", sha256: sha256(bytes), mode: stats.mode & 0o7777, bytes, links: stats.nlink };
  } finally {
    closeSync(descriptor);
  }
}

type Listing = Awaited<ReturnType<RepositoryDisk["list"]>>;

function listFolder(realRoot: AbsolutePath, folder: RelativePath | "."): Listing {
  return readFolder(realRoot, folder)
    .map((entry) => ({ name: entry.name, kind: toKind(entry) }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** The entries of a contained folder, a contained link to one followed; none where it is absent or leads out. */
function readFolder(realRoot: AbsolutePath, folder: RelativePath | "."): Dirent[] {
  const real = findPlain(realRoot, folder) ?? findContained(realRoot, folder);
  return real === undefined ? [] : (orUndefined(ABSENCE, () => readdirSync(real, { withFileTypes: true })) ?? []);
}

function findContained(realRoot: AbsolutePath, folder: RelativePath | "."): AbsolutePath | undefined {
  const { real, state } = resolvePath(realRoot, folder);
  return state === "exists" && isSameOrBelow(realRoot, real) ? real : undefined;
}

function toKind(entry: Dirent): Listing[number]["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : "other";
}

/**
 * Finds what a file system that ignores case, or the Unicode form of a name, would take for the same path.
 * Looks at names, not at the file system's own behaviour, so that the answer is the same on every machine.
 */
function findCaseTwin(realRoot: AbsolutePath, asked: RelativePath): RelativePath | undefined {
  let folder: RelativePath | "." = ".";
  for (const segment of asked.split("/")) {
    const names = readFolder(realRoot, folder).map((entry) => entry.name);
    const here: string = folder === "." ? segment : `${folder}/${segment}`;
    const twin = names.includes(segment) ? undefined : names.find((name) => fold(name) === fold(segment));
    if (twin !== undefined) return path.posix.join(folder, twin) as RelativePath;
    folder = here as RelativePath;
  }
  return undefined;
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}

/** @throws Refusal HI_UNREADABLE for every error of the system */
function sayUnreadable<Value>(asked: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const code = toErrorCode(error);
    if (code === undefined) throw error;
    throw new Refusal({
      code: "HI_UNREADABLE",
      message: `Could not read ${asked} (${code}).`,
      where: { path: asked },
      next: `make ${asked} readable for this user, then run the same command again`,
    });
  }
}
