import type { ProcessOutcome } from "../domain/process.ts";
import { runProcess } from "../runtime/io/process.ts";
import { ScanFault } from "./scan-fault.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** What a program may know of the surroundings; git's own variables would make it speak of another repository. */
const PASSED = ["PATH", "HOME", "XDG_CONFIG_HOME", "TMPDIR", "TMP", "TEMP", "SystemRoot", "SYSTEMROOT", "USERPROFILE"];

/** The variables of the surroundings that a program of ours is started with. */
export function toChildEnvironment(env: Environment): Record<string, string> {
  const entries = PASSED.map((name) => [name, env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/** A configuration of the repository must not start programs while we only look. */
const HARMLESS = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "diff.external="];

/** Asks git about the repository that a folder lies in; every ending is a value. */
export function runGit(folder: string, args: readonly string[], env: Environment): Promise<ProcessOutcome> {
  return runProcess({
    file: "git",
    args: [...HARMLESS, ...args],
    cwd: folder,
    env: {
      ...toChildEnvironment(env),
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      LC_ALL: "C",
    },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
}

/** What git answers, or a fault with its own words. @throws ScanFault */
export async function askGit(folder: string, args: readonly string[], env: Environment): Promise<string> {
  const outcome = await runGit(folder, args, env);
  if (outcome.ending === "ok") return outcome.stdout;
  const why = outcome.ending === "exited" ? outcome.stderr.trim() : `git ${outcome.ending}`;
  throw new ScanFault(why || `git ${args[0] ?? ""} failed`);
}

/** Names that git ended with NUL each. */
export function splitNames(text: string): readonly string[] {
  return text.split("\0").filter((name) => name !== "");
}
