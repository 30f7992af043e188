import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { git, runHi } from "./hi.ts";
import type { Ended, HiOptions } from "./hi.ts";
import { plant } from "./live-tree.ts";

/** One command of a policy, as hi.policy.yml has it. */
export interface PolicyLine {
  readonly name: string;
  readonly command: readonly string[];
  readonly timeoutSeconds?: number;
}

/** A policy's text. A command has more time than any machine takes for it, unless it says how much. */
export function toPolicy(commands: readonly PolicyLine[], more: Readonly<Record<string, unknown>> = {}): string {
  const { validation, ...rest } = more as { readonly validation?: object };
  const listed = commands.map((command) => ({ timeoutSeconds: 3600, ...command }));
  return `${JSON.stringify({ version: 1, ...rest, validation: { commands: listed, ...validation } }, null, 2)}\n`;
}

/** A Node program as a command. */
export const node = (program: string): readonly string[] => [process.execPath, "-e", program];

export const BASELINE_TEST = "tests/a.test.js";

/** A git repository with a policy, a test and a source, outside which its own temporary folder and user state lie. */
export class GuardedRepository {
  readonly home: string;
  readonly root: string;

  private constructor(home: string) {
    this.home = home;
    this.root = path.join(home, "shop");
  }

  static async create(policy: string, files: Readonly<Record<string, string>> = {}): Promise<GuardedRepository> {
    const made = new GuardedRepository(realpathSync(await mkdtemp(path.join(tmpdir(), "hi-guarded-"))));
    await mkdir(made.outside("temporary"), { mode: 0o700 });
    await plant(made.root, {
      "package.json": '{ "name": "shop", "type": "module" }\n',
      "hi.policy.yml": policy,
      [BASELINE_TEST]: 'test("one", () => { expect(one()).toBe(1); });\n',
      "src/a.js": "export const one = () => 1;\n",
      ...files,
    });
    await git(made.root, "init", "--quiet", "--initial-branch=main");
    await made.commit("baseline");
    return made;
  }

  get env(): Record<string, string> {
    return { XDG_STATE_HOME: this.outside("state"), HI_TEMP: this.outside("temporary") };
  }

  /** A path beside the repository, which no fingerprint covers. */
  outside(name: string): string {
    return path.join(this.home, name);
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  write(name: string, text: string): void {
    writeFileSync(this.at(name), text);
  }

  read(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }

  has(name: string): boolean {
    return existsSync(this.at(name));
  }

  async commit(message: string): Promise<void> {
    await git(this.root, "add", "--all");
    await git(this.root, "commit", "--quiet", "--allow-empty", `--message=${message}`);
  }

  hi(args: readonly string[], options: Partial<HiOptions> = {}): Promise<Ended> {
    return runHi(args, { cwd: this.root, ...options, env: { ...this.env, ...options.env } });
  }

  async start(): Promise<void> {
    const ended = await this.hi(["session", "start", "--task", "test"]);
    if (ended.exitCode !== 0) throw new Error(ended.stderr);
  }

  /** `hi verify --json`, and whatever else is asked. */
  async verify(
    ...args: readonly string[]
  ): Promise<{ readonly exitCode: number | null; readonly report: VerifyDocument }> {
    const { exitCode, stdout, stderr } = await this.hi(["verify", "--json", ...args]);
    if (stdout === "") throw new Error(stderr);
    return { exitCode, report: JSON.parse(stdout) as VerifyDocument };
  }

  /** The reason and the exit code of can-stop. */
  async canStop(): Promise<string> {
    const { exitCode, stdout } = await this.hi(["hook", "can-stop", "--json"]);
    return `${exitCode} ${(JSON.parse(stdout) as { readonly reasonCode: string }).reasonCode}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}

/** As much of the document as tests look at. */
export interface VerifyDocument {
  readonly finalStatus: string | null;
  readonly failureKind: string | null;
  readonly completionAuthorized: boolean;
  readonly inspection: string | null;
  readonly violations: readonly { readonly code: string; readonly path: string }[];
  readonly warnings: readonly { readonly code: string }[];
  readonly commands: readonly {
    readonly name: string;
    readonly command: string;
    readonly status: string;
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly stdout: {
      readonly sha256: string;
      readonly byteCount: number;
      readonly retained: string;
      readonly truncated: boolean;
    };
    readonly stderr: { readonly retained: string };
  }[];
  readonly notRun: readonly string[];
  readonly receiptPath: string | null;
  readonly baselineCommit: string | null;
  readonly policySourceCommit: string | null;
  readonly refusal: { readonly code: string } | null;
}

export const ALLOWED = "0 COMPLETION_ALLOWED";
export const BLOCKED = "6 COMPLETION_BLOCKED";
