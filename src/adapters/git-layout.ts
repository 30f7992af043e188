import { lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath, RelativePath } from "../domain/paths.ts";
import { isRelativePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { runGit } from "./git-command.ts";
import type { GitOutcome } from "./git-command.ts";
import { readRegularText } from "./read-regular.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";
import { listUpwards } from "./tree-relation.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** How git sees the folder that we run in. */
export interface GitLayout {
  readonly topLevel: AbsolutePath;
  /** This work tree's own git directory. */
  readonly gitDirectory: AbsolutePath;
  /** The directory that all work trees share; the same as `gitDirectory` in an ordinary checkout. */
  readonly commonDirectory: AbsolutePath;
  readonly kind: "checkout" | "worktree" | "submodule";
  /** The work tree that this submodule belongs to. */
  readonly superproject?: AbsolutePath;
}

/**
 * Finds the nearest git directory from a folder upwards by looking, without starting git: a `.git` folder, or the
 * folder that a `.git` file names (linked worktree, submodule). Undefined where there is none.
 */
export function findGitDirectory(from: AbsolutePath): AbsolutePath | undefined {
  for (const folder of listUpwards(realpathSync.native(from))) {
    const found = readGitEntry(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True where something called `.git` stands in the folder or above it, whether git can read it or not. */
function hasGitEntry(from: AbsolutePath): boolean {
  return listUpwards(realpathSync.native(from)).some((folder) =>
    orUndefined(ABSENCE, () => lstatSync(path.join(folder, ".git")))
  );
}

function readGitEntry(folder: string): AbsolutePath | undefined {
  const entry = path.join(folder, ".git");
  const stats = orUndefined(ABSENCE, () => statSync(entry));
  if (stats === undefined) return undefined;
  const directory = stats.isDirectory() ? entry : readGitFile(folder, entry);
  const isGit = directory !== undefined && orUndefined(ABSENCE, () => lstatSync(path.join(directory, "HEAD")));
  return isGit ? (realpathSync.native(directory) as AbsolutePath) : undefined;
}

function readGitFile(folder: string, file: string): string | undefined {
  const named = /^gitdir: (.+?)\r?\n?$/.exec(readRegularText(file) ?? "")?.[1];
  return named === undefined ? undefined : path.resolve(folder, named);
}

/**
 * Asks git for the layout. Undefined where the folder is in no repository, or in one that ignores it (a project below a
 * home folder kept in git).
 * @throws Refusal HI_GIT_FAILED where git cannot say; HI_GIT_MISMATCH where it answers for another folder
 */
export async function readGitLayout(root: AbsolutePath, env: Environment): Promise<GitLayout | undefined> {
  if (!hasGitEntry(root)) return undefined;
  const args = ["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"];
  const asked = await runGit(root, [...args, "--show-superproject-working-tree"], env);
  if (asked.ending === "not-found" || isNoRepository(asked)) return undefined;
  if (asked.ending !== "ok") throw toGitRefusal(root, asked);
  const [topLevel, gitDirectory, common, superproject] = asked.stdout.toString("utf8").split("\n");
  if (!topLevel || !gitDirectory || !common) throw toGitRefusal(root, asked);
  const layout = toLayout({ root, topLevel, gitDirectory, common, superproject: superproject ?? "" });
  refuseMismatch(root, layout);
  return (await isIgnored(root, layout, env)) ? undefined : layout;
}

function toLayout(said: Record<"root" | "topLevel" | "gitDirectory" | "common" | "superproject", string>): GitLayout {
  const gitDirectory = realpathSync.native(said.gitDirectory) as AbsolutePath;
  const commonDirectory = realpathSync.native(path.resolve(said.root, said.common)) as AbsolutePath;
  const isSubmodule = said.superproject !== "";
  const ownKind = gitDirectory === commonDirectory ? "checkout" : "worktree";
  return {
    topLevel: realpathSync.native(said.topLevel) as AbsolutePath,
    gitDirectory,
    commonDirectory,
    kind: isSubmodule ? "submodule" : ownKind,
    ...(isSubmodule ? { superproject: realpathSync.native(said.superproject) as AbsolutePath } : {}),
  };
}

const isNoRepository = ({ ending, stderr }: GitOutcome): boolean =>
  ending === "failed" && stderr.includes("not a git repository (or any");

/** A work tree may inherit `core.worktree` and then speak for another folder: an add would stage every file as gone. */
function refuseMismatch(root: AbsolutePath, { topLevel }: GitLayout): void {
  if (isSameOrBelow(topLevel, realpathSync.native(root))) return;
  throw new Refusal({
    code: "HI_GIT_MISMATCH",
    message: `In ${root} git answers for ${topLevel}, another work tree.`,
    where: { path: root },
    next: "git config --show-origin core.worktree",
    details: { topLevel },
  });
}

async function isIgnored(root: AbsolutePath, { topLevel }: GitLayout, env: Environment): Promise<boolean> {
  const realRoot = realpathSync.native(root);
  if (realRoot === topLevel) return false;
  return (await runGit(topLevel, ["check-ignore", "--quiet", "--", realRoot], env)).ending === "ok";
}

/** Says what git said, and git's own advice where it gives one. */
export function toGitRefusal(root: AbsolutePath, { ending, stderr, waitsFor }: GitOutcome): Refusal {
  if (waitsFor !== undefined) return toBlockedRefusal(waitsFor);
  const advice = /git config --global --add safe\.directory \S+/.exec(stderr)?.[0];
  return new Refusal({
    code: "HI_GIT_FAILED",
    message: `git could not read this repository (${ending}): ${stderr.split("\n")[0] ?? ""}`,
    where: { path: root },
    next: advice ?? "git status",
    details: { stderr },
  });
}

function toBlockedRefusal(file: string): Refusal {
  return new Refusal({
    code: "HI_NOT_A_FILE",
    message: `${file} is a pipe or a device, and git waits without end to read it.`,
    where: { path: file },
    next: `remove ${file}, then run the same command again`,
  });
}

/** A path that git was told to look away from: its content on disk is the truth, and git will not show a change. */
export interface HiddenFromGit {
  readonly path: RelativePath;
  readonly bit: "skip-worktree" | "assume-unchanged";
}

/** Which of these paths carry such a bit (`git ls-files -v`: `S`, or a lower-case letter). None without git. */
export async function findHiddenFromGit(
  root: AbsolutePath,
  paths: readonly RelativePath[],
  env: Environment
): Promise<readonly HiddenFromGit[]> {
  if (paths.length === 0 || !hasGitEntry(root)) return [];
  const asked = await runGit(root, ["--literal-pathspecs", "ls-files", "-z", "-v", "--", ...paths], env);
  if (asked.ending !== "ok") return [];
  return asked.stdout
    .toString("utf8")
    .split("\0")
    .flatMap((row): HiddenFromGit[] => {
      const [tag, path_] = [row.slice(0, 1), row.slice(2)];
      if (!isRelativePath(path_)) return [];
      if (tag.toUpperCase() === "S") return [{ path: path_, bit: "skip-worktree" }];
      return tag === tag.toLowerCase() ? [{ path: path_, bit: "assume-unchanged" }] : [];
    });
}
