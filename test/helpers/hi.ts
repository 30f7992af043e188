import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export const PROJECT_ROOT = path.join(import.meta.dirname, "../..");
export const HI = path.join(PROJECT_ROOT, "dist/hi.mjs");
/** The Node of the tests by its own folder: what lies in `node_modules/.bin` is not taken for the machine's. */
const SCRIPTS_PATH = [
  path.dirname(process.execPath),
  path.join(PROJECT_ROOT, "node_modules/.bin"),
  process.env["PATH"] ?? "",
].join(path.delimiter);

/** How a run of the real binary ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HiOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sent once the process has started; stdin is closed after it. */
  readonly input?: string | Uint8Array;
  readonly onSpawn?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs the built `hi` as a process, with no terminal. */
export function runHi(args: readonly string[], options: HiOptions): Promise<Ended> {
  if (!existsSync(HI)) throw new Error("dist/hi.mjs is missing: run npm run build first");
  return runProcess(process.execPath, [HI, ...args], options);
}

/** Runs any program by argv, with the environment that tests share: no colour, no user configuration of git. */
export function runProcess(file: string, args: readonly string[], options: HiOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...toTestEnvironment(), ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    options.onSpawn?.(child);
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input ?? "");
    child.on("error", reject);
    child.on("close", (exitCode, signal) => resolve({ exitCode, signal, ...output }));
  });
}

function toTestEnvironment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(GIT_|npm_|HI_|FORCE_COLOR|VITEST)/.test(name));
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    PATH: SCRIPTS_PATH,
    NO_COLOR: "1",
    CI: "1",
    GIT_CONFIG_GLOBAL: path.join(PROJECT_ROOT, "test/fixtures/git/config"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "test",
    GIT_AUTHOR_EMAIL: "test@example.invalid",
    GIT_COMMITTER_NAME: "test",
    GIT_COMMITTER_EMAIL: "test@example.invalid",
    HI_CACHE: TEST_CACHE,
  };
}

/** The tool cache that test runs share, so that the pinned tools are installed once. */
export const TEST_CACHE = process.env["HI_TEST_CACHE"] ?? path.join(tmpdir(), "hi-test-cache");

/** Gives a real temporary directory to the work and removes it after. */
export async function withTemporaryDirectory<Value>(work: (directory: string) => Promise<Value>): Promise<Value> {
  const directory = await mkdtemp(path.join(tmpdir(), "hi-test-"));
  try {
    return await work(directory);
  } finally {
    // What was killed may still be on its way out, and write its last.
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Runs git in a directory and fails loudly. */
export async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const ended = await runProcess("git", args, { cwd });
  if (ended.exitCode !== 0) throw new Error(`git ${args.join(" ")} failed: ${ended.stderr}`);
  return ended.stdout;
}
