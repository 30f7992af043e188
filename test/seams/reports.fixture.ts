import { mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect } from "vitest";

import type { Ended } from "../helpers/hi.ts";
import { git, runHi, withTemporaryDirectory } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import { hashTree } from "../helpers/tree-hash.ts";

/** A repository in the condition of a report, alone in a folder with its home and its temporary parent. */
export interface Project {
  /** The folder around the repository, by its real path: what must stay as it is lies here too. */
  readonly directory: string;
  readonly root: string;
  /** The real binary, started in the repository or in a folder below or beside it. */
  readonly hi: (args: readonly string[], at?: Where) => Promise<Ended>;
  readonly read: (file: string) => Promise<string>;
  readonly write: (file: string, content: string | Uint8Array) => Promise<void>;
}

export interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** What a package of one source file looks like; a condition adds to it. */
export const PLAIN: Files = {
  "package.json": '{\n  "name": "shop",\n  "private": true,\n  "type": "module"\n}\n',
  "src/a.ts": "export const one = 1;\n",
};

/** Ends the flags of every run here: these tests are about what is written, not about the preview. */
export const OFF = ["--preview", "off"] as const;

/** Makes the repository, committed; a value `-> target` is a symbolic link. Nothing may be left in the temporary parent. */
export function withProject(files: Files, work: (project: Project) => Promise<void>): Promise<void> {
  return withFolder(async (project) => {
    await git(project.root, "init", "--quiet", "--initial-branch=trunk");
    await plant(project.root, { ...PLAIN, ...files });
    await commitAll(project.root);
    await work(project);
  });
}

/** The same without git and without a file. */
export function withFolder(work: (project: Project) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (made) => {
    const directory = await realpath(made);
    const temporary = path.join(directory, "temporary");
    await mkdir(temporary, { mode: 0o700 });
    await mkdir(path.join(directory, "home"));
    const project = toProject(directory, path.join(directory, "shop"), temporary);
    await mkdir(project.root);
    await work(project);
    expect(await readdir(temporary)).toEqual([]);
  });
}

function toProject(directory: string, root: string, temporary: string): Project {
  const env = { HOME: path.join(directory, "home"), HI_TEMP: temporary };
  return {
    directory,
    root,
    hi: (args, at = {}) => runHi(args, { cwd: at.cwd ?? root, env: { ...env, ...at.env } }),
    read: (file) => readFile(path.join(root, file), "utf8"),
    write: async (file, content) => {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), content);
    },
  };
}

export async function commitAll(root: string): Promise<void> {
  await git(root, "add", "--all", "--force");
  await git(root, "commit", "--quiet", "--allow-empty", "--message=state");
}

/** A run that has to end well. */
export async function succeed(project: Project, args: readonly string[], at?: Where): Promise<Ended> {
  const ended = await project.hi(args, at);
  expect(ended.exitCode, `hi ${args.join(" ")}\n${ended.stdout}${ended.stderr}`).toBe(0);
  return ended;
}

/** `hi init` of the root scope with these flags; Claude Code alone unless they say otherwise. */
export function init(project: Project, flags: readonly string[] = [], at?: Where): Promise<Ended> {
  return succeed(project, ["init", "--yes", "--scopes", ".", "--providers", "claude", ...OFF, ...flags], at);
}

export function update(project: Project, flags: readonly string[] = [], at?: Where): Promise<Ended> {
  return succeed(project, ["update", "--yes", ...OFF, ...flags], at);
}

/** The one document of a `--json` run. */
export function toDocument({ stdout }: Ended) {
  return JSON.parse(stdout) as {
    readonly plan: { readonly entries: readonly Entry[] } | null;
    readonly gate: { readonly open: boolean; readonly because?: string } | null;
    readonly refusal: Refused | null;
    readonly findings: readonly { readonly code: string; readonly path?: string; readonly args: object }[];
    readonly evidence: readonly { readonly about: string; readonly value: string; readonly because: string }[];
    readonly commands: readonly (readonly string[])[];
    readonly published: { readonly written: readonly string[]; readonly removed: readonly string[] } | null;
  };
}

interface Entry {
  readonly path: string;
  readonly action: string;
  readonly reason: { readonly code: string };
  readonly after: { readonly sha256: string } | null;
  readonly manual: readonly string[];
  readonly keys: readonly {
    readonly pointer: string;
    readonly action: string;
    readonly value: unknown;
    readonly theirs: string | null;
  }[];
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly where?: { readonly path: string; readonly line?: number; readonly column?: number };
  readonly next: string;
}

/** Fails unless the run was refused; nothing of the working tree may have changed, modes and times included. */
export async function expectRefused(project: Project, args: readonly string[], at?: Where): Promise<Refused> {
  const before = await hashWorkTree(project.root);
  const ended = await project.hi([...args, "--json"], at);
  const { refusal } = toDocument(ended);
  expect(ended.exitCode, `hi ${args.join(" ")}\n${ended.stderr}`).toBe(2);
  expect(await hashWorkTree(project.root)).toEqual(before);
  if (refusal === null) throw new Error("expected a refusal");
  return refusal;
}

/** The working tree without git's own files: a run that publishes takes its lock there. */
export async function hashWorkTree(root: string): Promise<ReadonlyMap<string, string>> {
  const all = await hashTree(root);
  return new Map([...all].filter(([name]) => name !== ".git" && !name.startsWith(`.git${path.sep}`)));
}

/** What cannot be shown on this machine is said, not left out. */
export function sayNotShown(what: string): void {
  console.warn(`NOT SHOWN: ${what}`);
}
