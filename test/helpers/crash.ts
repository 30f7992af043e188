import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import path from "node:path";

import { expect } from "vitest";

import { loadConfigEditor } from "../../src/adapters/config-editors.ts";
import { createRepositoryDisk } from "../../src/adapters/disk.ts";
import { openDocuments } from "../../src/adapters/documents.ts";
import { createPublicationJournal } from "../../src/adapters/publication-journal.ts";
import { createPublisher } from "../../src/adapters/publisher.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import type { Recovery } from "../../src/domain/publication-journal.ts";
import { recover } from "../../src/pipeline/recover.ts";
import type { Recovering } from "../../src/pipeline/recover.ts";
import { playScenario } from "./golden.ts";
import { PROJECT_ROOT, runHi, runProcess } from "./hi.ts";
import type { Ended } from "./hi.ts";

/** A golden scenario up to the run that is cut short, and what that run leaves where it is not. */
export interface Cut {
  readonly directory: string;
  /** The repository as it is before the run; never changed, only copied. */
  readonly before: string;
  readonly args: readonly string[];
  readonly trees: { readonly before: Tree; readonly after: Tree };
}

export type Tree = ReadonlyMap<string, string>;

/** The publications that are cut short at every operation: the scenario, and the step that publishes. */
export const CUTS = [
  ["template-upgrade", 5],
  ["orphan", 2],
  ["removed-keys-of-others", 1],
  ["policy-upgrade", 1],
  ["new-repository", 1],
] as const;

/** Plays a scenario up to its run, and the run itself on a copy. */
export async function prepareCut(name: string, step: number, directory: string): Promise<Cut> {
  const folder = path.join(PROJECT_ROOT, "test/golden", name);
  await playScenario(folder, directory, step);
  const { steps } = JSON.parse(readFileSync(path.join(folder, "run.json"), "utf8"));
  const before = path.join(directory, "repository");
  const args: readonly string[] = steps[step].hi;
  mkdirSync(path.join(directory, "temporary"), { recursive: true, mode: 0o700 });
  const whole = copyRepository({ directory, before }, "whole");
  const ended = await runHi(args, { cwd: whole, env: toEnvironment(directory) });
  expect(ended.exitCode, ended.stdout + ended.stderr).toBe(0);
  return { directory, before, args, trees: { before: readState(before), after: readState(whole) } };
}

export const toEnvironment = (directory: string): Record<string, string> => ({
  HI_TEMP: path.join(directory, "temporary"),
});

/** A copy to cut a run short in. */
export function copyRepository({ directory, before }: Pick<Cut, "directory" | "before">, name: string): AbsolutePath {
  const copy = path.join(directory, name);
  cpSync(before, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return copy as AbsolutePath;
}

const PRELOAD = path.join(PROJECT_ROOT, "test/fixtures/crash/preload.mjs");

/** The real program with its operations on the repository counted: killed before the n-th, or written down. */
export function runWatched(
  { directory, args }: Pick<Cut, "directory" | "args">,
  root: string,
  how: { readonly kill: number } | { readonly trace: string }
): Promise<Ended> {
  const env = {
    ...toEnvironment(directory),
    HI_TEST_BELOW: root,
    ...("kill" in how ? { HI_TEST_KILL: String(how.kill) } : { HI_TEST_TRACE: how.trace }),
  };
  return runProcess(process.execPath, ["--import", PRELOAD, path.join(PROJECT_ROOT, "dist/hi.mjs"), ...args], {
    cwd: root,
    env,
  });
}

/** The adapters that recovery uses, all of them real. */
const tools = {
  publisher: createPublisher(),
  journal: createPublicationJournal(),
  disk: createRepositoryDisk(),
  documents: await openDocuments(),
  editors: loadConfigEditor,
};

export function recoverHere(root: AbsolutePath, way: Recovering["way"] = "as-found"): Promise<Recovery | undefined> {
  return recover({ root, way }, tools);
}

/** Every path but git's own with kind, mode and content: what a person would call the state of the tree. */
export function readState(root: string): Tree {
  const rows = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const full = path.join(entry.parentPath, entry.name);
    const relative = path.relative(root, full).split(path.sep).join("/");
    if (/^\.git(?:\/|$)/.test(relative)) continue;
    const { mode } = lstatSync(full);
    if (entry.isDirectory()) rows.set(relative, `folder ${mode}`);
    else if (entry.isSymbolicLink()) rows.set(relative, `link ${readlinkSync(full)}`);
    else rows.set(relative, `file ${mode} ${readFileSync(full, "hex")}`);
  }
  return rows;
}

/** Exactly before or exactly after, as it was said; and nothing of a publication left beside. */
export function expectWhole(root: string, { trees }: Cut, to: "before" | "after"): void {
  const now = readState(root);
  expect([...now.keys()].toSorted()).toEqual([...trees[to].keys()].toSorted());
  const different = [...now].filter(([name, row]) => trees[to].get(name) !== row).map(([name]) => name);
  expect(different, to).toEqual([]);
  const folder = path.join(root, ".git/hi-publication");
  const left = readdirSync(path.join(root, ".git")).includes("hi-publication") ? readdirSync(folder) : [];
  // What a run leaves here that is killed after its last step, or may not remove it, the next publication removes.
  expect(left).not.toContain("journal");
}

/** What stands is what one of the two says: for a run that was cut short before its journal, or after. */
export function findState(root: string, { trees }: Cut): "before" | "after" | "neither" {
  const now = readState(root);
  const isSame = (tree: Tree): boolean =>
    tree.size === now.size && [...now].every(([name, row]) => tree.get(name) === row);
  if (isSame(trees.before)) return "before";
  return isSame(trees.after) ? "after" : "neither";
}

export const toJournal = (root: string): string => path.join(root, ".git/hi-publication/journal");

/** Every operation of a whole run on the repository. */
export async function countOperations(cut: Pick<Cut, "args" | "before" | "directory">): Promise<number> {
  const root = copyRepository(cut, "counted");
  const trace = path.join(cut.directory, "counted.trace");
  const ended = await runWatched(cut, root, { trace });
  expect(ended.exitCode, ended.stderr).toBe(0);
  const lines = readFileSync(trace, "utf8").trimEnd().split("\n");
  for (const made of [root, trace]) rmSync(made, { recursive: true, force: true });
  return lines.length;
}

/** A repository in the middle of a publication: its receipt is not yet in place. */
export async function cutInTheMiddle(cut: Cut, copy = "half"): Promise<AbsolutePath> {
  for (let nth = await countOperations(cut); nth > 0; nth -= 1) {
    const root = copyRepository(cut, copy);
    const ended = await runWatched(cut, root, { kill: nth });
    const state = readState(root);
    const isHalf = [...state].some(([name, row]) => cut.trees.before.get(name) !== row && !name.endsWith(".tmp"));
    const hasOld = state.get(".hi/receipt.json") === cut.trees.before.get(".hi/receipt.json");
    if (ended.signal === "SIGKILL" && existsSync(toJournal(root)) && isHalf && hasOld) return root;
    rmSync(root, { recursive: true, force: true });
  }
  throw new Error("the run was never in the middle");
}
