import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import type { Repository } from "../decide/find-repositories.ts";
import { hashBytes } from "../decide/hash-bytes.ts";
import {
  listTree,
  renderTreeConfig,
  toObjects,
  toTreeEnvironment,
  toTreeExcludes,
  toTreeIndex,
  TREE_FOLDERS,
  TREE_HEAD,
} from "../decide/list-tree.ts";
import type { Tree, TreeDifference } from "../decide/list-tree.ts";
import { splitNul, toDiskPath, toPathBytes } from "../decide/path-text.ts";
import { ENTRY, parsePlainIndex } from "../decide/plain-index.ts";
import { runGit } from "../decide/run-git.ts";
import { makeOwnFolder, writeOwnFile } from "../decide/write-own-file.ts";
import { askGit, readBlobs } from "../repository/read-objects.ts";
import type { TreeEntry } from "../repository/read-objects.ts";
import { readExcludes } from "./read-excludes.ts";
import { rebaseIgnoreFiles } from "./rebase-ignore.ts";
import type { IgnoreFile } from "./rebase-ignore.ts";

/** What a private tree is made of. */
export interface TreeOrder {
  readonly repository: Repository;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder that is not there yet. */
  readonly folder: string;
  /** A whole commit name, and what it holds. */
  readonly commit: string;
  readonly entries: ReadonlyMap<string, TreeEntry>;
}

/** A private index that is made and looked after; what differs from it is what is not clean. */
export interface MadeTree extends Tree {
  readonly treeSha256: string;
  readonly excludesSha256: string;
  readonly differences: readonly TreeDifference[];
}

/**
 * `makeTree`, such that no later change of a file hides behind its times, which git compares by whole seconds: what was
 * changed in the second that it was read in is read again in the next one. @throws GitFailure
 */
export async function makeLastingTree(order: TreeOrder): Promise<MadeTree> {
  for (let tries = 1; ; tries += 1) {
    const startedAt = Date.now();
    const tree = await makeTree(order);
    if (tries === MOST_TRIES || !hasLateFiles(toTreeIndex(order.folder), startedAt)) return tree;
    await setTimeout(SECOND_MS + CLOCK_TICK_MS - (Date.now() % SECOND_MS));
  }
}

/** Of a tree that is being changed all the time. */
const MOST_TRIES = 3;
const SECOND_MS = 1000;
/** A file's time is that of the kernel's last tick. */
const CLOCK_TICK_MS = 20;

/** Whether a file was changed in the second of that time, or since. Of an index that is not plain nothing is known. */
function hasLateFiles(file: string, time: number): boolean {
  const index = parsePlainIndex(readFileSync(file));
  if (index === undefined) return false;
  const toSecond = (ms: number): number => Math.floor(ms / SECOND_MS);
  const [from, to] = [toSecond(time), toSecond(Date.now())];
  const isLate = (second: number): boolean => second >= from && second <= to;
  const { view } = index;
  return index.starts.some(
    (at) => isLate(view.getUint32(at + ENTRY.ctime)) || isLate(view.getUint32(at + ENTRY.mtime))
  );
}

/**
 * Makes a private index of a commit, with the bytes of the work tree as git checks them out (line ends, LFS), and private
 * exclusions of all ignore files as they are now. Reads every file once. @throws GitFailure
 */
export async function makeTree(order: TreeOrder): Promise<MadeTree> {
  const { repository, env, folder, commit } = order;
  const objects = toObjects(repository.commonDirectory);
  const tree: Tree = { folder, root: repository.root, objects, env };
  makeGitFolder(folder, commit);
  const gitEnv = toTreeEnvironment(tree);
  const git = (args: readonly string[], input?: Uint8Array, answers: readonly number[] = [0]) =>
    runGit({ root: tree.root, env, gitEnv, args, answers, ...(input === undefined ? {} : { input }) });
  const ignoreFiles = await readIgnoreFiles(order, order.entries);
  await writeExcludes(order, ignoreFiles);
  await git(["read-tree", commit]);
  const absent = await findSparse(order);
  if (absent.length > 0) await git(["update-index", "-z", "--force-remove", "--stdin"], joinNul(absent));
  await git(["update-index", "-q", "--really-refresh"], undefined, [0, 1]);
  const first = await listTree(tree);
  const converted = await findConverted(order, first);
  if (converted.length > 0) {
    await git(["update-index", "-z", "--index-info"], Buffer.concat(converted));
    await git(["update-index", "-q", "--really-refresh"], undefined, [0, 1]);
  }
  // Tools that make a folder which ignores itself have made it before the session.
  const own = first.filter(({ path: name, kind }) => kind === "other" && path.posix.basename(name) === ".gitignore");
  if (own.length > 0) {
    await writeExcludes(order, [...ignoreFiles, ...own.map((one) => readIgnoreFile(tree.root, one.path))]);
  }
  const differences = own.length + converted.length > 0 ? await listTree(tree) : first;
  chmodSync(toTreeIndex(folder), 0o600);
  return {
    ...tree,
    treeSha256: hashFile(toTreeIndex(folder)),
    excludesSha256: hashFile(toTreeExcludes(folder)),
    differences,
  };
}

function hashFile(file: string): string {
  return hashBytes(readFileSync(file));
}

function makeGitFolder(folder: string, commit: string): void {
  rmSync(folder, { recursive: true, force: true });
  makeOwnFolder(folder);
  for (const name of TREE_FOLDERS) mkdirSync(path.join(folder, name), { mode: 0o700 });
  writeOwnFile(path.join(folder, "HEAD"), TREE_HEAD);
  writeOwnFile(path.join(folder, "config"), renderTreeConfig(commit));
}

async function writeExcludes(order: TreeOrder, files: readonly IgnoreFile[]): Promise<void> {
  const general = await readExcludes(order.repository, order.env);
  writeOwnFile(toTreeExcludes(order.folder), Buffer.from(`${general}\n${rebaseIgnoreFiles(files)}`, "latin1"));
}

/** The ignore files of the commit. */
async function readIgnoreFiles(
  order: TreeOrder,
  entries: ReadonlyMap<string, TreeEntry>
): Promise<readonly IgnoreFile[]> {
  const files = [...entries].filter(
    ([name, { mode }]) => mode.startsWith("100") && path.posix.basename(name) === ".gitignore"
  );
  const blobs = await readBlobs(
    order,
    files.map(([, { oid }]) => oid)
  );
  return files.map(([name, { oid }]) => ({
    folder: toFolder(name),
    text: blobs.get(oid)?.toString("latin1") ?? "",
  }));
}

function readIgnoreFile(root: string, name: string): IgnoreFile {
  const file = toDiskPath(root, name);
  const isFile = lstatSync(file).isFile();
  return { folder: toFolder(name), text: isFile ? readFileSync(file, "latin1") : "" };
}

/** The folder of a path, byte for byte as Latin-1. */
function toFolder(name: string): string {
  const folder = path.posix.dirname(name);
  return folder === "." ? "" : toPathBytes(folder).toString("latin1");
}

/** Paths that a sparse checkout leaves out of the work tree. */
async function findSparse(order: TreeOrder): Promise<readonly Buffer[]> {
  const { stdout } = await askGit(order, ["ls-files", "-z", "-t"]);
  const skipped = splitNul(stdout).filter((line) => line[0] === 0x53);
  return skipped.map((line) => line.subarray(2)).filter((name) => !isThere(order.repository.root, name));
}

function isThere(root: string, name: Buffer): boolean {
  const file = Buffer.concat([Buffer.from(`${root}/`), name]);
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Lines for `update-index --index-info` for files that differ from the commit only by what git does when it checks them
 * out: turned back by the repository's own filters, they are the commit's.
 */
async function findConverted(order: TreeOrder, differences: readonly TreeDifference[]): Promise<readonly Buffer[]> {
  const { root } = order.repository;
  const files = differences.filter(
    ({ kind, path: name }) => kind === "modified" && !name.includes("\n") && isPlainFile(root, name)
  );
  if (files.length === 0) return [];
  const input = Buffer.concat(files.map(({ path: name }) => Buffer.concat([toPathBytes(name), Buffer.from("\n")])));
  const hash = async (...flags: readonly string[]): Promise<readonly string[]> =>
    (await askGit(order, ["hash-object", ...flags, "--stdin-paths"], { input })).stdout.toString("latin1").split("\n");
  const [cleaned, raw] = await Promise.all([hash(), hash("--no-filters")]);
  return files.flatMap(({ path: name }, at) => {
    const known = order.entries.get(name);
    if (known === undefined || cleaned[at] !== known.oid) return [];
    return [Buffer.concat([Buffer.from(`${known.mode} ${raw[at] ?? ""} 0\t`), toPathBytes(name), Buffer.from([0])])];
  });
}

function isPlainFile(root: string, name: string): boolean {
  const file = toDiskPath(root, name);
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function joinNul(names: readonly Buffer[]): Buffer {
  return Buffer.concat(names.map((name) => Buffer.concat([name, Buffer.from([0])])));
}
