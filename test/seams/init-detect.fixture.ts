import { mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";

import { SILENT_PROGRESS } from "../../src/adapters/progress.ts";
import { createWorld } from "../../src/adapters/world.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import type { RefusalFacts } from "../../src/domain/refusal.ts";
import type { InitRequest } from "../../src/domain/request.ts";
import { resolve } from "../../src/pipeline/resolve.ts";
import type { Resolved } from "../../src/pipeline/world.ts";
import { git, withTemporaryDirectory } from "../helpers/hi.ts";

/** A file tree: text as it is, anything else as JSON. */
export type Tree = Readonly<Record<string, unknown>>;

/** Writes a tree below a folder. */
export async function writeTree(root: string, tree: Tree): Promise<void> {
  for (const [name, content] of Object.entries(tree)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
}

/** Makes a git repository with the tree, committed unless told otherwise. */
export async function makeRepository(root: string, tree: Tree, commits = true): Promise<void> {
  await mkdir(root, { recursive: true });
  await git(root, "init", "--quiet", "--initial-branch=trunk");
  await writeTree(root, tree);
  if (!commits) return;
  await git(root, "add", "--all");
  await git(root, "commit", "--quiet", "--allow-empty", "--message=first");
}

/** Gives a fresh folder, by its real path, to the work. */
export function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  return withTemporaryDirectory(async (directory) => {
    const folder = path.join(await realpath(directory), "repository");
    await mkdir(folder);
    return work(folder);
  });
}

const REQUEST: InitRequest = {
  verb: "init",
  format: "human",
  exitCode: false,
  dryRun: true,
  offline: true,
  yes: true,
  preview: "off",
  install: false,
  take: [],
};

/** The real world in a folder, with an environment that says nothing of who started it. */
export async function openWorld(cwd: string, env: Readonly<Record<string, string>> = {}) {
  const { PATH = "", HOME = "" } = process.env;
  const { world } = await createWorld({
    verb: "init",
    // As the system names it; a link that led there is the shell's business (PWD).
    cwd: (await realpath(cwd)) as AbsolutePath,
    env: { PATH, HOME, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", ...env },
    progress: SILENT_PROGRESS,
    interrupted: new AbortController().signal,
    note: () => undefined,
    askInit: (proposal) => Promise.resolve(proposal.answers),
    confirm: () => Promise.resolve(false),
  });
  return world;
}

/** Resolves `hi init` in a folder, with the real world. */
export async function resolveIn(
  cwd: string,
  flags: Partial<InitRequest> = {},
  env: Readonly<Record<string, string>> = {}
): Promise<Resolved> {
  return resolve({ ...REQUEST, ...flags }, await openWorld(cwd, env));
}

/** The refusal that the work ends in. */
export async function refusalOf(work: Promise<unknown>): Promise<RefusalFacts> {
  const ended = await work.then(
    () => undefined,
    (error: unknown) => error
  );
  if (ended instanceof Refusal) return ended.facts;
  throw ended instanceof Error ? ended : new Error("expected a refusal");
}

/** The values of one kind of evidence. */
export function evidenceOf(resolved: Resolved, about: string): readonly string[] {
  return resolved.evidence.filter((row) => row.about === about).map((row) => `${row.value} (${row.because})`);
}

export const codesOf = (resolved: Resolved): readonly string[] => resolved.findings.map((finding) => finding.code);
