import { readFileSync, readdirSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";

import type { LintResult } from "../../src/contracts/lint-result.ts";
import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import type { HiOptions } from "./hi.ts";
import { PROJECT_ROOT, runProcess } from "./hi.ts";

const PROCESSES = path.join(PROJECT_ROOT, "test/fixtures/processes");
const PROGRAM = path.join(PROJECT_ROOT, "dist/runtime/lint.mjs");
const schema: unknown = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts/lint-result-1.schema.json"), "utf8"));
const validate = new Ajv2020({ allowUnionTypes: true, strict: true }).compile(schema as object);

export const BAD = "debugger;\n";
export const GOOD = "export const one = 1;\n";
const CONFIG = {
  plugins: ["typescript"],
  categories: { correctness: "off" },
  rules: { "no-debugger": "error", "no-var": "error", "prefer-const": "error", "no-alert": "warn" },
};

/** One scope of the selection, changed as told; the root leaves out what is ours, as it is recorded. */
export function toScope(
  folder: string,
  { ignore = [], ...more }: Record<string, unknown> & { readonly ignore?: readonly string[] } = {}
): Record<string, unknown> {
  const below = (name: string): string => (folder === "." ? name : `${folder}/${name}`);
  return {
    path: folder,
    cwd: folder,
    config: below("lint.json"),
    format: null,
    tools: { oxlint: TOOLCHAIN.oxlint, oxfmt: TOOLCHAIN.oxfmt },
    ignore: [...(folder === "." ? [".hi/**"] : []), ...ignore],
    maxWarnings: 0,
    ...more,
  };
}

/** How a run of the program ended; `result` where its stdout is the JSON document. */
export interface LintEnded {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a tool was called. */
export interface ToolCall {
  readonly cwd: string;
  readonly args: readonly string[];
}

/** A repository in a temporary directory with `.hi/runtime/lint.mjs`, a selection, and this project's real tools. */
export class LintRepository {
  readonly root: string;
  private readonly home: string;
  /** The tool itself, where one that tells stands in its place. */
  private recorded = "";

  private constructor(home: string, root: string) {
    this.home = home;
    this.root = root;
  }

  /** With these files, and a package of each scope. */
  static async create(
    files: Readonly<Record<string, string | Uint8Array>> = {},
    scopes: readonly Record<string, unknown>[] = [toScope(".")]
  ): Promise<LintRepository> {
    const home = await realpath(await mkdtemp(path.join(os.tmpdir(), "hi-lint-test-")));
    const repository = new LintRepository(home, path.join(home, "re po's & $x"));
    await mkdir(repository.root);
    await mkdir(path.join(home, "temporary"));
    await repository.select(scopes);
    for (const { path: folder } of scopes) {
      const inside = folder === "." ? "" : `${String(folder)}/`;
      await repository.write(`${inside}package.json`, `{ "name": "fixture${inside.length}" }\n`);
      await repository.write(`${inside}lint.json`, JSON.stringify(CONFIG));
      await repository.write(`${inside}format.json`, "{}\n");
    }
    await mkdir(path.join(repository.root, ".hi/runtime"), { recursive: true });
    await copyFile(PROGRAM, repository.at(".hi/runtime/lint.mjs"));
    await mkdir(repository.at("node_modules"));
    for (const tool of ["oxlint", "oxfmt", "oxlint-tsgolint", "ultracite"]) {
      await symlink(path.join(PROJECT_ROOT, "node_modules", tool), repository.at(`node_modules/${tool}`));
    }
    for (const [name, content] of Object.entries(files)) await repository.write(name, content);
    return repository;
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

  /** Puts a program of test/fixtures/processes in the place of a tool's package. */
  async replaceTool(tool: "oxlint" | "oxfmt", program: string, version: string = TOOLCHAIN[tool]): Promise<void> {
    await rm(this.at(`node_modules/${tool}`), { recursive: true, force: true });
    const manifest = { name: tool, version, type: "module", bin: { [tool]: "./run.mjs" } };
    await this.write(`node_modules/${tool}/package.json`, JSON.stringify(manifest));
    await copyFile(path.join(PROCESSES, program), this.at(`node_modules/${tool}/run.mjs`));
  }

  /** Runs `.hi/runtime/lint.mjs`. Nothing may be left of it in the temporary directory. */
  async run(args: readonly string[], options: Partial<HiOptions> = {}): Promise<LintEnded> {
    const program = [this.at(".hi/runtime/lint.mjs"), ...args];
    const env = {
      HI_TEMP: path.join(this.home, "temporary"),
      HI_TEST_TOLD: this.told,
      HI_TEST_TOOL: this.recorded,
      ...options.env,
    };
    const ended = await runProcess(process.execPath, program, { cwd: this.root, ...options, env });
    const left = readdirSync(path.join(this.home, "temporary"));
    if (left.length > 0) throw new Error(`${left.join(", ")} is left in the temporary directory`);
    return ended;
  }

  /** The same as a document, held against its schema and the exit code. */
  async lint(args: readonly string[] = [], options: Partial<HiOptions> = {}): Promise<LintResult> {
    const { stdout, stderr, exitCode } = await this.run([...args, "--json"], options);
    if (!stdout.startsWith("{")) throw new Error(`no document, exit ${exitCode}: ${stdout}${stderr}`);
    const result = JSON.parse(stdout) as LintResult;
    if (!validate(result)) throw new Error(`${JSON.stringify(validate.errors)}\n${stdout}`);
    if (result.exitCode !== exitCode) throw new Error(`the document says ${result.exitCode}, the process ${exitCode}`);
    return result;
  }

  /** Lints with a tool that tells how it was called, and gives back the calls too. */
  async record(
    args: readonly string[] = [],
    options: Partial<HiOptions> & { readonly tool?: "oxlint" | "oxfmt" } = {}
  ): Promise<{ readonly result: LintResult; readonly calls: readonly ToolCall[] }> {
    const { tool = "oxlint", ...rest } = options;
    await this.replaceTool(tool, "tool-record.mjs");
    await writeFile(this.told, "");
    const entry = { oxlint: "oxlint/bin/oxlint", oxfmt: "oxfmt/bin/oxfmt" }[tool];
    this.recorded = path.join(PROJECT_ROOT, "node_modules", entry);
    const result = await this.lint(args, rest);
    const lines = (await readFile(this.told, "utf8")).split("\n").filter((line) => line !== "");
    return { result, calls: lines.map((line) => JSON.parse(line) as ToolCall) };
  }

  private get told(): string {
    return path.join(this.home, "told");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.home, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The files that a call named, sorted, without the dot that keeps a dash a name. */
export function listNamed({ args }: ToolCall): readonly string[] {
  return args
    .filter((word) => word.startsWith("./"))
    .map((word) => word.slice(2))
    .toSorted();
}

/** `file rule`, in the result's own order. */
export function listFindings({ findings }: LintResult): readonly string[] {
  return findings.map(({ file, rule }) => `${file} ${rule}`);
}
