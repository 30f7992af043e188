import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Dirent } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";

/** What is said of a finished install; an entry without it never counts. */
interface Seal {
  readonly format: "hi-install/1";
  /** Every `node_modules` that belongs to a package of the install, below `tree`. */
  readonly nodeModules: readonly string[];
  /** Over path, kind, size and mtime of everything below them. */
  readonly digest: string;
}

export interface SealedEntry {
  readonly folder: string;
  readonly nodeModules: readonly string[];
}

const SEAL = "seal.json";

/** The install's own folder in an entry or a staging folder. */
export const toTree = (entry: string): string => path.join(entry, "tree");

/**
 * Closes a finished install: makes every file its own (a manager may have linked it from a store that live trees are
 * linked from too) and writes down what there is.
 */
export async function seal(entry: string): Promise<void> {
  const nodeModules = findNodeModules(toTree(entry));
  for (const folder of nodeModules) {
    await walk(path.join(toTree(entry), folder), ({ full, kind }) => {
      if (kind === "file" && lstatSync(full).nlink > 1) unlinkShared(full);
      if (kind === "other") rmSync(full, { force: true });
    });
  }
  const sealed: Seal = { format: "hi-install/1", nodeModules, digest: await digest(entry, nodeModules) };
  writeFileSync(path.join(entry, SEAL), `${JSON.stringify(sealed)}\n`, { mode: 0o600 });
}

/** A sealed entry that is as it was sealed; undefined where it is half made, changed since, or not there. */
export async function openSealed(entry: string): Promise<SealedEntry | undefined> {
  if (!existsSync(path.join(entry, SEAL))) return undefined;
  const found = readSeal(entry);
  if (found === undefined || (await digest(entry, found.nodeModules)) !== found.digest) return undefined;
  return { folder: toTree(entry), nodeModules: found.nodeModules };
}

function readSeal(entry: string): Seal | undefined {
  try {
    const found = JSON.parse(readFileSync(path.join(entry, SEAL), "utf8")) as Partial<Seal>;
    const isWhole =
      found.format === "hi-install/1" && Array.isArray(found.nodeModules) && typeof found.digest === "string";
    return isWhole ? (found as Seal) : undefined;
  } catch {
    return undefined;
  }
}

function unlinkShared(file: string): void {
  const copy = `${file}.hi-own`;
  copyFileSync(file, copy);
  renameSync(copy, file);
}

/** The outermost `node_modules` of every folder of the tree. */
function findNodeModules(tree: string): readonly string[] {
  const found: string[] = [];
  const look = (folder: string): void => {
    for (const entry of readdirSync(path.join(tree, folder), { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === ".yarn") continue;
      const inside = path.posix.join(folder, entry.name);
      if (entry.name === "node_modules") found.push(inside);
      else look(inside);
    }
  };
  look("");
  return found.toSorted();
}

async function digest(entry: string, nodeModules: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of nodeModules) {
    if (!existsSync(path.join(toTree(entry), folder))) return "gone";
    await walk(path.join(toTree(entry), folder), ({ full, inside, kind }) => {
      const { size, mtimeMs } = lstatSync(full);
      // A folder's mtime changes with what tools leave in it; its files are listed one by one.
      hash.update(kind === "folder" ? `${inside}/\n` : `${folder}/${inside} ${kind} ${size} ${mtimeMs}\n`);
    });
  }
  return hash.digest("hex");
}

/** One thing met on a walk; `inside` is its path below the walk's root, with POSIX separators. */
export interface Met {
  readonly full: string;
  readonly inside: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** Walks a tree in one fixed order, links not followed; other work gets its turn between folders. */
export async function walk(root: string, visit: (met: Met) => void): Promise<void> {
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    await setImmediate();
    const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
      const inside = path.posix.join(folder, entry.name);
      const kind = toKind(entry);
      visit({ full: path.join(root, inside), inside, kind });
      if (kind === "folder") pending.push(inside);
    }
  }
}

function toKind(entry: Dirent): Met["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "folder";
  return entry.isFile() ? "file" : "other";
}
