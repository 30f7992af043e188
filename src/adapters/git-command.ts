import { spawn } from "node:child_process";

import { findGit } from "../runtime/io/find-git.ts";
import { LOOKING_ONLY, LOOKING_ONLY_ENVIRONMENT } from "../runtime/io/harmless-git.ts";
import { toErrorCode } from "./system-error.ts";

/** How one run of git ended. `stdout` is bytes: file names need not be UTF-8. */
export interface GitOutcome {
  readonly ending: "ok" | "failed" | "not-found" | "timed-out" | "too-much-output";
  readonly stdout: Buffer;
  /** At most 4 KiB. */
  readonly stderr: string;
  /** What git waits for without end, where that is known: a path below the folder it was started in. */
  readonly waitsFor?: string;
}

/** Looks for what git may wait for, once it takes long. */
export type FindBlocker = () => string | undefined;

/** Nothing that git is asked here takes this long by itself, but on a busy machine. */
const STALL_MS = 2000;

const DEADLINE_MS = 120_000;
const MOST_STDOUT_BYTES = 256 * 1024 * 1024;
const MOST_STDERR_BYTES = 4096;

/**
 * Runs git in a folder, read-only commands only. A hook's environment (GIT_DIR, GIT_INDEX_FILE, …) would make git
 * answer for another repository, so none of it is passed on.
 */
export function runGit(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  findBlocker?: FindBlocker
): Promise<GitOutcome> {
  return new Promise((resolve) => {
    const { program, path } = findGit(env, cwd);
    if (program === undefined) {
      resolve({ ending: "not-found", stdout: Buffer.alloc(0), stderr: "" });
      return;
    }
    const child = spawn(program, [...LOOKING_ONLY, ...args], {
      cwd,
      env: { ...toGitEnvironment(env), PATH: path },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const stdout = collect(MOST_STDOUT_BYTES);
    const stderr = collect(MOST_STDERR_BYTES);
    let early: GitOutcome["ending"] | undefined;
    const stop = (ending: GitOutcome["ending"]): void => {
      early ??= ending;
      killGroup(child.pid);
    };
    let waitsFor: string | undefined;
    const look = (): void => {
      waitsFor = findBlocker?.();
      if (waitsFor !== undefined) stop("timed-out");
    };
    const timers = [setTimeout(() => stop("timed-out"), DEADLINE_MS), setTimeout(look, STALL_MS)];
    const finish = (ending: GitOutcome["ending"]): void => {
      for (const timer of timers) clearTimeout(timer);
      const said = stderr.toBuffer().toString("utf8").trim();
      const blocked = waitsFor === undefined ? {} : { waitsFor };
      resolve({ ending: early ?? ending, stdout: stdout.toBuffer(), stderr: said, ...blocked });
    };
    child.stdout.on("data", (chunk: Buffer) => stdout.add(chunk) || stop("too-much-output"));
    child.stderr.on("data", (chunk: Buffer) => stderr.add(chunk));
    child.once("error", (error) => finish(toErrorCode(error) === "ENOENT" ? "not-found" : "failed"));
    child.once("close", (code) => finish(code === 0 ? "ok" : "failed"));
  });
}

/** Where this machine keeps git's configuration: the user's choice, and no pointer to a repository. */
const MACHINE_CONFIGURATION = /^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$/;

function toGitEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(env).filter((pair): pair is [string, string] => {
    const [name, value] = pair;
    return value !== undefined && (!/^GIT_/i.test(name) || MACHINE_CONFIGURATION.test(name));
  });
  return { ...Object.fromEntries(kept), ...LOOKING_ONLY_ENVIRONMENT };
}

function collect(mostBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    /** False once the limit is passed; what is beyond it is dropped. */
    add: (chunk: Buffer): boolean => {
      if (size < mostBytes) chunks.push(chunk.subarray(0, mostBytes - size));
      size += chunk.length;
      return size <= mostBytes;
    },
    toBuffer: (): Buffer => Buffer.concat(chunks),
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // Already gone: its end comes through `close`.
  }
}
