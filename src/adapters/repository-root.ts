import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";

import type { RepositoryLocation, RootEvidence } from "../domain/location.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { readStart } from "./file-start.ts";

/** How far up a root is looked for; deeper trees than this are no repositories. */
const MAX_LEVELS = 256;

/**
 * Finds the root of an initialised repository from the disk alone (`hi check`): the nearest folder upward with a
 * receipt or a `.git` entry, whichever comes first; a receipt that lies above the git root is another repository's.
 */
export function locateOnDisk(cwd: AbsolutePath): RepositoryLocation {
  const start = realpathSync.native(cwd);
  for (const folder of toAncestors(start)) {
    const isGit = holdsGit(folder);
    if (isGit) return { root: folder, because: "git", isGit, findings: [] };
    if (holdsFile(folder, HARNESS_FILES)) return { root: folder, because: "harness", isGit, findings: [] };
  }
  return locateWithoutGit(start);
}

const HARNESS_FILES = [path.join(".hi", "receipt.json"), path.join(".hi", "settings.json")];

/**
 * Without git: the nearest folder with `.hi/`, else with a package.json, else the working directory. `below` bounds the
 * search: a repository above that ignores this folder does not own it, and neither do its other folders.
 */
export function locateWithoutGit(start: string, below?: AbsolutePath): RepositoryLocation {
  const ancestors = toAncestors(start);
  const folders = below === undefined ? ancestors : ancestors.slice(0, ancestors.indexOf(below));
  const places: readonly (readonly [RootEvidence, readonly string[]])[] = [
    ["harness", HARNESS_FILES],
    ["manifest", ["package.json"]],
  ];
  for (const [because, files] of places) {
    for (const folder of folders) {
      if (holdsFile(folder, files)) return { root: folder, because, isGit: false, findings: [] };
    }
  }
  return { root: start as AbsolutePath, because: "working-directory", isGit: false, findings: [] };
}

/** The nearest folder upward that carries a `.git` which git would take, given as real path; no process is started. */
export function findGitRoot(start: string): AbsolutePath | undefined {
  return toAncestors(start).find(holdsGit);
}

function toAncestors(start: string): readonly AbsolutePath[] {
  const folders = [start];
  for (let here = start; path.dirname(here) !== here && folders.length < MAX_LEVELS; here = path.dirname(here)) {
    folders.push(path.dirname(here));
  }
  return folders as AbsolutePath[];
}

/** A git directory has a HEAD; a worktree's or submodule's `.git` is a file that names one. An empty `.git` is neither. */
function holdsGit(folder: string): boolean {
  const entry = path.join(folder, ".git");
  const stats = look(entry);
  if (stats === undefined) return false;
  if (stats.isFile()) return readStart(entry, "gitdir: ".length) === "gitdir: ";
  return look(path.join(entry, "HEAD")) !== undefined;
}

function holdsFile(folder: string, files: readonly string[]): boolean {
  return files.some((file) => look(path.join(folder, file))?.isFile());
}

/** What stands there; a folder that may not be entered holds nothing for us. */
function look(file: string) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
