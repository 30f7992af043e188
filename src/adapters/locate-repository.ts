import { realpath } from "node:fs/promises";

import type { Finding } from "../domain/finding.ts";
import type { GitLayout as GitLayoutName, RepositoryLocation } from "../domain/location.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { runGit } from "./git-command.ts";
import type { GitLayout } from "./git-layout.ts";
import { readGitLayout } from "./git-layout.ts";
import { findGitRoot, locateWithoutGit } from "./repository-root.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the repository root: git's top level, compared with the folder that carries `.git`, so that a work tree which
 * inherited `core.worktree` stops the run; where git has no say, the nearest `.hi/` or package.json upward.
 * @throws Refusal HI_GIT_MISMATCH, HI_GIT_BARE, HI_GIT_INSIDE, HI_GIT_FAILED
 */
export async function locateRepository(cwd: AbsolutePath, env: Environment): Promise<RepositoryLocation> {
  const start = (await realpath(cwd)) as AbsolutePath;
  const gitRoot = findGitRoot(start);
  const [asked, head, hooks] = await Promise.all([
    askLayout(start, env),
    runGit(start, ["rev-parse", "--verify", "--quiet", "HEAD"], env),
    runGit(start, ["config", "--get-all", "core.hooksPath"], env),
  ]);
  const { layout } = asked;
  if (layout === undefined) return locateWithoutLayout({ start, gitRoot, failure: asked.failure, env });
  if (layout.topLevel !== gitRoot) throw toMismatch(gitRoot ?? start, layout.topLevel);
  // The last value is our own: git is always asked with its hooks switched off.
  const hooksPath = toLines(hooks.stdout).slice(0, -1).at(-1);
  return {
    root: layout.topLevel,
    because: "git",
    isGit: true,
    layout: LAYOUTS[layout.kind],
    hasCommits: head.ending === "ok",
    findings: hooksPath === undefined ? [] : [{ code: "hooks-path-set", severity: "warning", args: { hooksPath } }],
  };
}

/** The layout, or why git could not say it: another question may tell more. */
async function askLayout(start: AbsolutePath, env: Environment): Promise<{ layout?: GitLayout; failure?: unknown }> {
  try {
    const layout = await readGitLayout(start, env);
    return layout === undefined ? {} : { layout };
  } catch (error) {
    return { failure: error };
  }
}

interface Unlocated {
  readonly start: AbsolutePath;
  readonly gitRoot: AbsolutePath | undefined;
  readonly failure: unknown;
  readonly env: Environment;
}

/** No work tree here: a bare repository, git's own folder, no git to ask, or a repository that has no say. */
async function locateWithoutLayout({ start, gitRoot, failure, env }: Unlocated): Promise<RepositoryLocation> {
  const asked = await runGit(start, ["rev-parse", "--is-bare-repository", "--is-inside-git-dir"], env);
  if (asked.ending === "not-found") return locateUnasked(start, gitRoot);
  const [isBare, isInside] = toLines(asked.stdout);
  if (isBare === "true") throw toBareRefusal(start);
  if (isInside === "true") throw toInsideRefusal(start);
  if (failure !== undefined) throw failure;
  // A repository above that ignores this folder does not own it.
  return locateWithoutGit(start, gitRoot);
}

const LAYOUTS: Readonly<Record<GitLayout["kind"], GitLayoutName>> = {
  checkout: "main",
  submodule: "submodule",
  worktree: "linked-worktree",
};

/** Without a git to ask, the folder that carries `.git` is taken at its word, and that is said. */
function locateUnasked(start: AbsolutePath, gitRoot: AbsolutePath | undefined): RepositoryLocation {
  if (gitRoot === undefined) return locateWithoutGit(start);
  const finding: Finding = { code: "git-not-found", severity: "warning", args: {} };
  return { root: gitRoot, because: "git", isGit: true, findings: [finding] };
}

/** Which of the paths git tracks, in git's order; none where git has no answer. */
export async function findTracked(
  root: AbsolutePath,
  paths: readonly string[],
  env: Environment
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const listed = await runGit(root, ["--literal-pathspecs", "ls-files", "-z", "--", ...paths], env);
  return listed.ending === "ok"
    ? listed.stdout
        .toString("utf-8")
        .split("\0")
        .filter((path) => path !== "")
    : [];
}

function toLines(bytes: Buffer): readonly string[] {
  return bytes
    .toString("utf-8")
    .split(/\r?\n/)
    .filter((line) => line !== "");
}

function toMismatch(root: AbsolutePath, topLevel: string): Refusal {
  return new Refusal({
    code: "HI_GIT_MISMATCH",
    message: "git's top level is not the folder that carries .git, so a run could change the wrong tree.",
    where: { path: root },
    next: "git config --show-origin --get core.worktree shows where the other path comes from",
    details: { folder: root, topLevel },
  });
}

function toBareRefusal(cwd: AbsolutePath): Refusal {
  return new Refusal({
    code: "HI_GIT_BARE",
    message: `${cwd} belongs to a bare repository, which has no working tree.`,
    next: "git worktree list names the working trees; run hi in one of them",
  });
}

function toInsideRefusal(cwd: AbsolutePath): Refusal {
  return new Refusal({
    code: "HI_GIT_INSIDE",
    message: `${cwd} lies inside a git directory, not in a working tree.`,
    next: "change to the repository's own folder, then run the same command again",
  });
}
