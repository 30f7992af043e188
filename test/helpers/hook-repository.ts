import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { bundleRuntime } from "../../src/adapters/from-source.ts";
import type { PostEditResult } from "../../src/contracts/post-edit-result.ts";
import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { findAnswerFaults, isProvider } from "./answer-schemas.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
export const HOOK_ENTRY = path.join(PROJECT, "src/runtime/hook.ts");
const PROCESSES = path.join(PROJECT, "test/fixtures/processes");
/** Far more than any run takes, on any machine: the deadline is the business of the tests that name one. */
export const FAR_DEADLINE = { HI_HOOK_DEADLINE_MS: "300000" };

const OXLINT_CONFIG = `export default {
  plugins: ["typescript", "unicorn"],
  categories: { correctness: "off" },
  rules: {
    "no-debugger": "error",
    "no-var": "error",
    "prefer-const": "error",
    eqeqeq: "error",
    "no-unused-vars": "off",
    "typescript/no-explicit-any": "warn",
  },
  ignorePatterns: ["src/ignored/**"],
};
`;

/** One scope of the selection as the runtime reads it. */
export function makeScope(folder: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const below = (name: string): string => (folder === "." ? name : `${folder}/${name}`);
  return {
    path: folder,
    cwd: folder,
    config: below("oxlint.config.ts"),
    format: { config: below("oxfmt.config.ts") },
    tools: { oxlint: TOOLCHAIN.oxlint, oxfmt: TOOLCHAIN.oxfmt },
    ignore: [],
    maxWarnings: 0,
    ...more,
  };
}

export interface HookRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface RunHookOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another Node than the one that runs the tests. */
  readonly node?: string;
  /** Never close the hook's stdin, as some agents forget to. */
  readonly keepOpen?: boolean;
  /** A hook that is killed here did not end by itself. */
  readonly killAfterMs?: number;
  /** For `check`; without it each run is a session of its own. */
  readonly session?: string;
}

let bundle: Promise<readonly [string, string]> | undefined;

/** The runtime as the build bundles it: the entry and what it loads, Node core only. */
function buildHook(): Promise<readonly [string, string]> {
  bundle ??= Promise.all([bundleRuntime(PROJECT, "hook"), bundleRuntime(PROJECT, "tools")]);
  return bundle;
}

/** A repository in a temporary directory with the bundled runtime and this project's real tools. */
export class HookRepository {
  readonly root: string;
  private readonly home: string;

  private constructor(home: string, root: string) {
    this.home = home;
    this.root = root;
  }

  static async create(name = "re po's & $x"): Promise<HookRepository> {
    const home = await realpath(await mkdtemp(path.join(os.tmpdir(), "hi-hook-")));
    const repository = new HookRepository(home, path.join(home, name));
    const [entry, tools] = await buildHook();
    await repository.write(".hi/runtime/hook.mjs", entry);
    await repository.write(".hi/runtime/tools.mjs", tools);
    await repository.write("package.json", '{ "name": "fixture", "type": "module" }\n');
    await repository.write("oxlint.config.ts", OXLINT_CONFIG);
    await repository.write("oxfmt.config.ts", 'export default { ignorePatterns: ["src/ignored/**"] };\n');
    await repository.select([makeScope(".")]);
    await symlink(path.join(PROJECT, "node_modules"), repository.at("node_modules"));
    return repository;
  }

  /** What the hook takes for the user's own state; the repository has no git directory. */
  get state(): string {
    return path.join(this.home, "state");
  }

  at(relative: string): string {
    return path.join(this.root, relative);
  }

  async write(relative: string, content: string | Uint8Array): Promise<void> {
    await mkdir(path.dirname(this.at(relative)), { recursive: true });
    await writeFile(this.at(relative), content);
  }

  read(relative: string): Promise<string> {
    return readFile(this.at(relative), "utf8");
  }

  select(scopes: readonly unknown[]): Promise<void> {
    return this.write(".hi/lint/selection.json", JSON.stringify({ schemaVersion: 1, scopes }));
  }

  /** Puts a misbehaving program of test/fixtures/processes in the place of a tool's package. */
  async replaceTool(tool: "oxlint" | "oxfmt", program: string, version: string = TOOLCHAIN[tool]): Promise<void> {
    if ((await lstat(this.at("node_modules"))).isSymbolicLink()) await this.ownModules();
    await rm(this.at(`node_modules/${tool}`), { recursive: true, force: true });
    await this.write(
      `node_modules/${tool}/package.json`,
      JSON.stringify({ name: tool, version, bin: { [tool]: "./run.mjs" } })
    );
    await copyFile(path.join(PROCESSES, program), this.at(`node_modules/${tool}/run.mjs`));
  }

  /** A node_modules of the fixture's own that links the real tools, minus those left out. */
  async ownModules(leftOut: readonly string[] = []): Promise<void> {
    await rm(this.at("node_modules"), { recursive: true, force: true });
    await mkdir(this.at("node_modules"));
    for (const tool of ["oxlint", "oxfmt", "oxlint-tsgolint", "ultracite"].filter((name) => !leftOut.includes(name))) {
      await symlink(path.join(PROJECT, "node_modules", tool), this.at(`node_modules/${tool}`));
    }
  }

  run(provider: string, input: unknown, options: RunHookOptions = {}): Promise<HookRun> {
    const args = options.args ?? [this.at(".hi/runtime/hook.mjs"), "post-edit", "--provider", provider];
    const { CURSOR_VERSION: _, HI_HOOK: __, CLAUDECODE: ___, ...inherited } = process.env;
    const child = spawn(options.node ?? process.execPath, args, {
      cwd: options.cwd ?? this.root,
      env: { ...inherited, ...FAR_DEADLINE, XDG_STATE_HOME: this.state, ...options.env },
      stdio: "pipe",
      timeout: options.killAfterMs,
      killSignal: "SIGKILL",
    });
    const text = typeof input === "string" || Buffer.isBuffer(input) ? input : JSON.stringify(input);
    child.stdin.on("error", () => undefined);
    if (options.keepOpen) child.stdin.write(text);
    else child.stdin.end(text);
    const event = ["pre-tool", "stop"].find((name) => args.includes(name)) ?? "post-edit";
    return collect(child).then((ended) => expectTaken(provider, event, ended));
  }

  /** Runs the hook seam on files by their repository-relative names. */
  async check(files: readonly string[], options: RunHookOptions = {}): Promise<PostEditResult> {
    const session = options.session ?? randomUUID();
    const run = await this.run("neutral", { session, cwd: this.root, files }, options);
    if (run.exitCode !== 0) throw new Error(`exit ${run.exitCode}: ${run.stderr}`);
    return JSON.parse(run.stdout) as PostEditResult;
  }

  /** What stands at every path below the root, node_modules apart: content hash, mode and modification time. */
  async snapshot(): Promise<Readonly<Record<string, string>>> {
    const seen: Record<string, string> = {};
    for (const entry of await readdir(this.root, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const relative = path.relative(this.root, file);
      if (relative.split(path.sep).includes("node_modules")) continue;
      const facts = await lstat(file);
      const told = entry.isSymbolicLink() ? await readlink(file) : "";
      const content = entry.isFile() ? await readFile(file) : told;
      const hash = createHash("sha256").update(content).digest("hex");
      seen[relative] = `${hash} ${facts.mode} ${entry.isDirectory() ? "" : facts.mtimeMs}`;
    }
    return seen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.home, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Every answer that a test sees is one that its provider takes whole. */
function expectTaken(provider: string, event: string, run: HookRun): HookRun {
  const faults = run.exitCode === 0 && isProvider(provider) ? findAnswerFaults(provider, run.stdout, event) : "";
  if (faults !== "") throw new Error(`${provider} would not take ${run.stdout}: ${faults}`);
  return run;
}

/** How a started program ended, and what it printed. */
export function collect(child: ReturnType<typeof spawn>): Promise<HookRun> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode, signal) => resolve({ stdout, stderr, exitCode, signal }));
  });
}

/** Names of the paths that differ between two snapshots. */
export function listChanges(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>
): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((file) => before[file] !== after[file]).toSorted();
}
