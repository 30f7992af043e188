import { lstat, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RepositoryLocation } from "../domain/location.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { readStart } from "./file-start.ts";

/** How far up a root is looked for; deeper trees than this are no repositories. */
const MAX_LEVELS = 256;

/**
 * Finds the repository root from the disk alone: the nearest folder upward with a `.git` entry; without git the nearest
 * with `.hi/`, else with a package.json, else the working directory. The root is a real path.
 */
export async function locateOnDisk(cwd: AbsolutePath): Promise<RepositoryLocation> {
  const start = await realpath(cwd);
  const folders = toAncestors(start);
  const git = await findFirst(folders, holdsGit);
  if (git !== undefined) return toLocation(git, "git");
  const harness = await findFirst(folders, (folder) => isFile(join(folder, ".hi", "receipt.json"), join(folder, ".hi", "settings.json")));
  if (harness !== undefined) return toLocation(harness, "harness");
  const manifest = await findFirst(folders, (folder) => isFile(join(folder, "package.json")));
  if (manifest !== undefined) return toLocation(manifest, "manifest");
  return toLocation(start, "working-directory");
}

function toLocation(root: string, because: RepositoryLocation["because"]): RepositoryLocation {
  return { root: root as AbsolutePath, because, isGit: because === "git", findings: [] };
}

function toAncestors(start: string): readonly string[] {
  const folders = [start];
  for (let here = start; dirname(here) !== here && folders.length < MAX_LEVELS; here = dirname(here)) {
    folders.push(dirname(here));
  }
  return folders;
}

async function findFirst(
  folders: readonly string[],
  holds: (folder: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const folder of folders) {
    if (await holds(folder)) return folder;
  }
  return undefined;
}

/** A git directory has a HEAD; a worktree's or submodule's `.git` is a file that names one. An empty `.git` is neither. */
async function holdsGit(folder: string): Promise<boolean> {
  const entry = join(folder, ".git");
  const stats = await lstat(entry).catch(() => undefined);
  if (stats === undefined) return false;
  if (stats.isFile()) return (await readStart(entry, 8)) === "gitdir: ";
  return isPresent(join(entry, "HEAD"));
}

async function isFile(...files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    if ((await lstat(file).catch(() => undefined))?.isFile()) return true;
  }
  return false;
}

async function isPresent(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}
