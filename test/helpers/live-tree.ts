import type { Dirent } from "node:fs";
import { mkdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect } from "vitest";

import { createCandidateStore } from "../../src/adapters/candidate-store.ts";
import type { AbsolutePath, RelativePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import type { CandidateStore } from "../../src/pipeline/world.ts";
import { runProcess, withTemporaryDirectory } from "./hi.ts";

/** A live repository and a private temporary parent side by side, and a store that uses it. */
export interface LiveTree {
  readonly directory: string;
  readonly root: AbsolutePath;
  readonly parent: AbsolutePath;
  readonly store: CandidateStore;
}

export function withLiveTree(work: (tree: LiveTree) => Promise<void>): Promise<void> {
  return withTemporaryDirectory(async (directory) => {
    const root = path.join(directory, "live") as AbsolutePath;
    const parent = path.join(directory, "parent") as AbsolutePath;
    await mkdir(root);
    await mkdir(parent, { mode: 0o700 });
    await work({ directory, root, parent, store: createStore(parent) });
  });
}

export function createStore(parent: string, interrupted = new AbortController().signal): CandidateStore {
  return createCandidateStore({ env: { HI_TEMP: parent }, interrupted });
}

/** Files by path; a value `-> target` is a symbolic link, a path that ends in `/` a folder. */
export async function plant(root: string, entries: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(entries)) {
    const full = path.join(root, name);
    await mkdir(name.endsWith("/") ? full : path.dirname(full), { recursive: true });
    if (name.endsWith("/")) continue;
    const target = typeof content === "string" && content.startsWith("-> ") ? content.slice(3) : undefined;
    await (target === undefined ? writeFile(full, content) : symlink(target, full));
  }
}

/** Paths that a test wrote down itself. */
export const paths = (...names: readonly string[]): readonly RelativePath[] => names as readonly RelativePath[];

/** A shell line as root, for mounts and file attributes; `undefined` where this machine does not let us. */
export async function tryAsRoot(script: string, cwd: string): Promise<string | undefined> {
  const ended = await runProcess("sh", ["-ec", script], { cwd });
  return ended.exitCode === 0 ? ended.stdout : undefined;
}

/** Says loudly, once a condition cannot be made here, that its test has shown nothing. */
export function sayNotShown(what: string): void {
  process.stderr.write(`\nNOT SHOWN HERE: ${what} (needs root and mount or chattr)\n`);
}

/** The bytes of a file, the text of a link; a folder is a slash. */
export async function readContent(entry: Dirent, encoding: "utf8" | "hex" = "utf8"): Promise<string> {
  const full = path.join(entry.parentPath, entry.name);
  if (entry.isFile()) return await readFile(full, encoding);
  return entry.isSymbolicLink() ? await readlink(full) : "/";
}

/** The refusal that some work ends with; anything else fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error
  );
  expect(thrown).toBeInstanceOf(Refusal);
  return thrown as Refusal;
}
