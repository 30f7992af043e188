import type { PostEditFailure } from "../../contracts/post-edit-result.ts";
import { findGit } from "../io/find-git.ts";
import { runProcess } from "../io/process.ts";
import { findProcessFailure, toFailure } from "../run-tool.ts";
import type { ToolSession } from "../run-tool.ts";
import { splitNames } from "./read-names.ts";

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** What git says of what is about to be committed; every name from the root. */
export interface Staged {
  /** Both ends of a rename, and deletions, are among them. */
  readonly names: readonly string[];
  /** Those of them that the commit will hold. */
  readonly kept: ReadonlySet<string>;
  /** Those of them that HEAD does not hold. */
  readonly added: ReadonlySet<string>;
  /** Files whose content on disk is not what the index holds. */
  readonly differing: ReadonlySet<string>;
  /** Everything that the index holds. */
  readonly readTracked: () => Promise<ReadonlySet<string> | PostEditFailure>;
}

/** Asks git; with the index that git itself names, where it runs us for a commit of its own choosing. */
export async function readStaged(session: ToolSession): Promise<Staged | PostEditFailure> {
  const staged = await askGit(session, ["diff", "--cached", "--name-status", "-z", "--no-renames", "--relative"]);
  if ("kind" in staged) return staged;
  const differing = await askGit(session, ["diff", "--name-only", "-z", "--no-renames", "--relative"]);
  if ("kind" in differing) return differing;
  const records = toRecords(splitNames(staged.text));
  return {
    names: records.map(({ name }) => name),
    kept: new Set(records.filter(({ status }) => status !== "D").map(({ name }) => name)),
    added: new Set(records.filter(({ status }) => status === "A").map(({ name }) => name)),
    differing: new Set(splitNames(differing.text)),
    readTracked: async () => {
      const tracked = await askGit(session, ["ls-files", "-z", "--cached"]);
      return "kind" in tracked ? tracked : new Set(splitNames(tracked.text));
    },
  };
}

/** A status, then its name. */
function toRecords(parts: readonly string[]): readonly { readonly status: string; readonly name: string }[] {
  return parts.flatMap((name, index) => (index % 2 === 1 ? [{ status: parts[index - 1] ?? "", name }] : []));
}

async function askGit(
  { root, env, deadlineAt }: ToolSession,
  args: readonly string[]
): Promise<{ readonly text: string } | PostEditFailure> {
  const { program, path } = findGit(env, root);
  if (program === undefined) {
    const output = "git was not found on PATH";
    return { kind: "process", command: ["git", ...args], exitCode: null, signal: null, output };
  }
  const outcome = await runProcess({
    file: program,
    args: ["-c", "core.quotePath=false", ...args],
    cwd: root,
    env: { ...env, PATH: path, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
    timeoutMs: Math.max(1, Math.round(deadlineAt - performance.now())),
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  const failure = findProcessFailure(outcome);
  if (failure) return failure;
  return outcome.ending === "ok" ? { text: outcome.stdout } : toFailure("process", outcome);
}
