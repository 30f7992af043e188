import { lstatSync } from "node:fs";
import path from "node:path";

import { readAtOnce } from "../../runtime/io/read-at-once.ts";
import { toRealPath } from "./real-path.ts";

/** A git repository as it lies on the disk. Real paths. */
export interface Repository {
  /** The folder that carries `.git`; of a bare repository the git directory itself. */
  readonly root: string;
  /** This work tree's own git directory. */
  readonly gitDirectory: string;
  /** What all its work trees share. */
  readonly commonDirectory: string;
  readonly isBare: boolean;
}

const MAX_BYTES = 8192;
const MAX_LEVELS = 256;

/**
 * The repositories that a folder lies in, the nearest first: read from the disk and by nothing else, so that neither
 * `GIT_DIR` nor `core.worktree` can point elsewhere. A folder inside a git directory lies in the work tree around it.
 */
export function findRepositories(from: string): readonly Repository[] {
  const found: Repository[] = [];
  for (const folder of listUpwards(toRealPath(from))) {
    const repository = readRepository(folder) ?? (found.length === 0 ? readBare(folder) : undefined);
    if (repository !== undefined) found.push(repository);
  }
  // `.git` itself looks like a bare repository: the work tree around it is what is meant.
  return found.filter(
    ({ isBare, gitDirectory }) =>
      !isBare || !found.some((other) => !other.isBare && other.gitDirectory === gitDirectory)
  );
}

/** A folder and those above it, the root of the disk last. */
export function listUpwards(folder: string): readonly string[] {
  const folders = [folder];
  for (let here = folder; path.dirname(here) !== here && folders.length < MAX_LEVELS; here = path.dirname(here)) {
    folders.push(path.dirname(here));
  }
  return folders;
}

/** The repository whose work tree begins in a folder. */
export function readRepository(folder: string): Repository | undefined {
  const entry = path.join(folder, ".git");
  try {
    const facts = lstatSync(entry, { throwIfNoEntry: false });
    if (facts === undefined) return undefined;
    const named = facts.isFile() ? readNamed(folder, entry) : entry;
    if (named === undefined || !isGitDirectory(named)) return undefined;
    const gitDirectory = toRealPath(named);
    return { root: folder, gitDirectory, commonDirectory: readCommon(gitDirectory), isBare: false };
  } catch {
    return undefined;
  }
}

function readBare(folder: string): Repository | undefined {
  try {
    if (!isGitDirectory(folder) || !isFolder(path.join(folder, "objects")) || !isFolder(path.join(folder, "refs"))) {
      return undefined;
    }
    return { root: folder, gitDirectory: folder, commonDirectory: readCommon(folder), isBare: true };
  } catch {
    return undefined;
  }
}

function readNamed(folder: string, file: string): string | undefined {
  const read = readAtOnce(file, MAX_BYTES);
  const named = /^gitdir: (.+?)\r?\n?$/.exec(read.kind === "text" ? read.text : "")?.[1];
  return named === undefined || named.includes("\0") ? undefined : path.resolve(folder, named);
}

function readCommon(gitDirectory: string): string {
  const read = readAtOnce(path.join(gitDirectory, "commondir"), MAX_BYTES);
  const named = read.kind === "text" ? read.text.replace(/\r?\n$/, "") : "";
  return named === "" ? gitDirectory : toRealPath(path.resolve(gitDirectory, named));
}

function isGitDirectory(folder: string): boolean {
  return lstatSync(path.join(folder, "HEAD"), { throwIfNoEntry: false }) !== undefined;
}

function isFolder(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
