import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Finding } from "../domain/finding.ts";
import type { GitLayout, RepositoryLocation } from "../domain/location.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import type { ProcessOutcome } from "../domain/process.ts";
import { Refusal } from "../domain/refusal.ts";
import type { ProcessRunner } from "../pipeline/world.ts";
import { locateOnDisk } from "./repository-root.ts";

/** What asking git takes: a way to start it, and the environment of this run. */
export interface GitAsker {
  readonly processes: ProcessRunner;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const GIT_TIMEOUT_MS = 20_000;
const MAX_GIT_OUTPUT_BYTES = 4 * 1024 * 1024;
/** How much of git's own words a refusal carries. */
const MAX_QUOTED = 400;

/**
 * Asks git where the working tree is and compares its answer with the disk: a top level other than the folder that
 * carries `.git` (a worktree that inherited core.worktree, for one) stops the run.
 * @throws Refusal HI_GIT_MISMATCH, HI_GIT_BARE, HI_GIT_INSIDE, HI_GIT_FAILED
 */
export async function locateByGit(cwd: AbsolutePath, git: GitAsker): Promise<RepositoryLocation> {
  const onDisk = await locateOnDisk(cwd);
  const asked = await askGit(["rev-parse", "--is-bare-repository", "--is-inside-git-dir"], cwd, git);
  if (asked.ending === "not-found") return withFindings(onDisk, onDisk.isGit ? [toGitNotFound()] : []);
  if (asked.ending !== "ok") {
    if (!onDisk.isGit) return onDisk;
    throw toGitFailure(asked, onDisk.root);
  }
  const [isBare, isInside] = toLines(asked.stdout);
  if (isInside === "true" && isBare !== "true") throw toInsideRefusal(cwd);
  if (isBare === "true") throw toBareRefusal(cwd);
  return describeWorkTree(cwd, onDisk, git);
}

async function describeWorkTree(cwd: AbsolutePath, onDisk: RepositoryLocation, git: GitAsker): Promise<RepositoryLocation> {
  const [places, head, hooks] = await Promise.all([
    askGit(["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir", "--show-superproject-working-tree"], cwd, git),
    askGit(["rev-parse", "--verify", "--quiet", "HEAD"], cwd, git),
    askGit(["config", "--get", "core.hooksPath"], cwd, git),
  ]);
  if (places.ending !== "ok") throw toGitFailure(places, onDisk.root);
  const [topLevel = "", gitDir = "", commonDir = "", superproject] = toLines(places.stdout);
  const root = await realpath(topLevel).catch(() => topLevel);
  if (root !== onDisk.root) throw toMismatch(onDisk.root, topLevel);
  const isLinked = (await realpath(gitDir)) !== (await realpath(resolve(cwd, commonDir)));
  const layout: GitLayout = superproject ? "submodule" : isLinked ? "linked-worktree" : "main";
  const hooksPath = hooks.ending === "ok" ? hooks.stdout.trim() : "";
  const findings = hooksPath === "" ? [] : [toHooksPathFinding(hooksPath)];
  return withFindings({ ...onDisk, layout, hasCommits: head.ending === "ok" }, findings);
}

/** Which of the paths git tracks, in git's order; none where git has no answer. */
export async function findTracked(
  root: AbsolutePath,
  paths: readonly string[],
  git: GitAsker,
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const listed = await askGit(["--literal-pathspecs", "ls-files", "-z", "--", ...paths], root, git);
  return listed.ending === "ok" ? listed.stdout.split("\0").filter((path) => path !== "") : [];
}

function askGit(args: readonly string[], cwd: AbsolutePath, { processes, env }: GitAsker): Promise<ProcessOutcome> {
  return processes.run({
    file: "git",
    args,
    cwd,
    env: toNeutralGitEnvironment(env),
    timeoutMs: GIT_TIMEOUT_MS,
    maxOutputBytes: MAX_GIT_OUTPUT_BYTES,
  });
}

/**
 * The environment for asking git about the folder it runs in: without the GIT_ variables by which a hook, or another
 * git, would answer for its own repository, and with messages that do not depend on the language.
 */
export function toNeutralGitEnvironment(env: GitAsker["env"]): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && !name.startsWith("GIT_"));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}

function toLines(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}

function withFindings(location: RepositoryLocation, findings: readonly Finding[]): RepositoryLocation {
  return { ...location, findings: [...location.findings, ...findings] };
}

function toGitNotFound(): Finding {
  return { code: "git-not-found", severity: "warning", args: {} };
}

function toHooksPathFinding(hooksPath: string): Finding {
  return { code: "hooks-path-set", severity: "warning", args: { hooksPath } };
}

function toGitFailure(outcome: ProcessOutcome, root: AbsolutePath): Refusal {
  const words = outcome.stderr.trim().slice(0, MAX_QUOTED);
  return new Refusal({
    code: "HI_GIT_FAILED",
    message: `git cannot answer for ${root}, though it holds a .git entry.`,
    next: /dubious ownership/.test(words)
      ? `git config --global --add safe.directory ${JSON.stringify(root)}`
      : "git status shows the same trouble; mend it, then run the same command again",
    details: { command: outcome.command, ending: outcome.ending, exitCode: outcome.exitCode ?? "none", stderr: words },
  });
}

function toMismatch(root: AbsolutePath, topLevel: string): Refusal {
  return new Refusal({
    code: "HI_GIT_MISMATCH",
    message: "git's top level is not the folder that carries .git, so a run could change the wrong tree.",
    next: "git config --show-origin --get core.worktree shows where the other path comes from",
    details: { folder: root, gitTopLevel: topLevel },
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
