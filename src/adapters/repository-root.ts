import { lstat, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RepositoryLocation, RootEvidence } from "../domain/location.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { readStart } from "./file-start.ts";

/** How far up a root is looked for; deeper trees than this are no repositories. */
const MAX_LEVELS = 256;

/**
 * Finds the root of an initialised repository from the disk alone (`hi check`): the nearest folder upward with a
 * receipt or a `.git` entry, whichever comes first; a receipt that lies above the git root is another repository's.
 */
export async function locateOnDisk(cwd: AbsolutePath): Promise<RepositoryLocation> {
  const start = await realpath(cwd);
  for (const folder of toAncestors(start)) {
    const isGit = await holdsGit(folder);
    if (isGit) return { root: folder, because: "git", isGit, findings: [] };
    if (await holdsFile(folder, HARNESS_FILES)) return { root: folder, because: "harness", isGit, findings: [] };
  }
  return locateWithoutGit(start);
}

const HARNESS_FILES = [join(".hi", "receipt.json"), join(".hi", "settings.json")];

/**
 * Without git: the nearest folder with `.hi/`, else with a package.json, else the working directory. `below` bounds the
 * search: a repository above that ignores this folder does not own it, and neither do its other folders.
 */
export async function locateWithoutGit(start: string, below?: AbsolutePath): Promise<RepositoryLocation> {
  const ancestors = toAncestors(start);
  const folders = below === undefined ? ancestors : ancestors.slice(0, ancestors.indexOf(below));
  const places: readonly (readonly [RootEvidence, readonly string[]])[] = [
    ["harness", HARNESS_FILES],
    ["manifest", ["package.json"]],
  ];
  for (const [because, files] of places) {
    for (const folder of folders) {
      if (await holdsFile(folder, files)) return { root: folder, because, isGit: false, findings: [] };
    }
  }
  return { root: start as AbsolutePath, because: "working-directory", isGit: false, findings: [] };
}

/** The nearest folder upward that carries a `.git` which git would take, given as real path; no process is started. */
export async function findGitRoot(start: string): Promise<AbsolutePath | undefined> {
  for (const folder of toAncestors(start)) {
    if (await holdsGit(folder)) return folder;
  }
  return undefined;
}

function toAncestors(start: string): readonly AbsolutePath[] {
  const folders = [start];
  for (let here = start; dirname(here) !== here && folders.length < MAX_LEVELS; here = dirname(here)) {
    folders.push(dirname(here));
  }
  return folders as AbsolutePath[];
}

/** A git directory has a HEAD; a worktree's or submodule's `.git` is a file that names one. An empty `.git` is neither. */
async function holdsGit(folder: string): Promise<boolean> {
  const entry = join(folder, ".git");
  const stats = await lstat(entry).catch(() => undefined);
  if (stats === undefined) return false;
  if (stats.isFile()) return (await readStart(entry, "gitdir: ".length)) === "gitdir: ";
  return (await lstat(join(entry, "HEAD")).catch(() => undefined)) !== undefined;
}

async function holdsFile(folder: string, files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    if ((await lstat(join(folder, file)).catch(() => undefined))?.isFile()) return true;
  }
  return false;
}
