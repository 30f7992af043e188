import { spawn } from "node:child_process";

import { findGit } from "../../runtime/io/find-git.ts";
import { LOOKING_ONLY_ENVIRONMENT } from "../../runtime/io/harmless-git.ts";
import { killGroup, trackGroup } from "../../runtime/io/process-group.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** One command of git's. */
export interface GitRequest {
  /** A real folder; also where no git is taken from. */
  readonly root: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** On top of the environment, all of whose own `GIT_…` variables are left out. */
  readonly gitEnv?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array | string;
  /** Exit codes that are an answer; 0 where it is not given. */
  readonly answers?: readonly number[];
  /** What git says on stderr is a failure, whatever it ends with: a folder that it could not list is a mere warning of it. */
  readonly isStrict?: boolean;
}

/** How git ended; what it printed are bytes, as names need not be UTF-8. */
export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
}

const DEADLINE_MS = 300_000;
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;
const MAX_ERROR_BYTES = 4096;

/** Nothing that the repository's configuration names is started, nothing stands for another object, nothing is written. */
const HARMLESS = [
  "--no-replace-objects",
  "--no-optional-locks",
  "--literal-pathspecs",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.commitGraph=false",
];

/** Git could not be asked, or its answer is none. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
}

/** Runs git to its end. @throws GitFailure for every other end than an answer */
export function runGit(request: GitRequest): Promise<GitAnswer> {
  const { root, args, env, gitEnv = {}, input, answers = [0], isStrict = false } = request;
  const { program, path } = findGit(env, root);
  if (program === undefined) return Promise.reject(new GitFailure("git was not found on PATH"));
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...HARMLESS, ...args], {
      cwd: root,
      env: { ...toGitEnvironment(env), PATH: path, ...gitEnv },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const kill = (): void => killGroup(child);
    const forget = trackGroup(kill);
    const stdout: Buffer[] = [];
    let [bytes, stderr] = [0, ""];
    let early: string | undefined;
    const stop = (why: string): void => {
      early ??= why;
      kill();
    };
    const timer = setTimeout(() => stop("took too long"), DEADLINE_MS);
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      stdout.push(chunk);
      if (bytes > MAX_OUTPUT_BYTES) stop("said too much");
    });
    child.stderr
      ?.setEncoding("utf8")
      .on("data", (text: string) => (stderr = (stderr + text).slice(0, MAX_ERROR_BYTES)));
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
    const end = (failure: string | undefined, exitCode = 0): void => {
      clearTimeout(timer);
      forget();
      if (failure === undefined) resolve({ exitCode, stdout: Buffer.concat(stdout) });
      else reject(new GitFailure(`git ${args.find((word) => !word.startsWith("-")) ?? ""} ${failure}`));
    };
    child.once("error", (error) => end(`did not start: ${error.message}`));
    child.once("close", (code) => {
      const [said = ""] = stderr.trim().split("\n");
      if (early !== undefined || code === null) end(early ?? "was killed");
      else if (isStrict && said !== "") end(`said: ${said}`);
      else if (answers.includes(code)) end(undefined, code);
      else end(`ended with ${code}: ${said}`);
    });
  });
}

function toGitEnvironment(env: Environment): Record<string, string> {
  const kept = Object.entries(env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !/^GIT_/i.test(pair[0])
  );
  return { ...Object.fromEntries(kept), ...LOOKING_ONLY_ENVIRONMENT };
}

/** A repository by its own git directory: neither `GIT_DIR` nor `core.worktree` has a say. */
export function toRepositoryEnvironment(repository: {
  readonly gitDirectory: string;
  readonly root: string;
}): Readonly<Record<string, string>> {
  return { GIT_DIR: repository.gitDirectory, GIT_WORK_TREE: repository.root };
}
