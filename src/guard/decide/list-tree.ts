import { lstatSync, statSync } from "node:fs";
import { devNull } from "node:os";
import path from "node:path";

import { splitNul, toDiskPath, toPathBytes, toPathText } from "./path-text.ts";
import { runGit } from "./run-git.ts";

/** A private index over a work tree, and how git is asked by it. */
export interface Tree {
  /** A folder that looks like a git directory: no configuration, attribute or exclusion of the repository's has a say. */
  readonly folder: string;
  readonly root: string;
  /** The repository's objects: what a link led to is compared with one. */
  readonly objects: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A path that is not as the private index has it. */
export interface TreeDifference {
  /** From the root, as `toPathText` gives it; ends in `/` for a repository that lies in the work tree. */
  readonly path: string;
  readonly kind: "modified" | "removed" | "other";
}

/** Where a repository keeps its objects. */
export const toObjects = (commonDirectory: string): string => path.join(commonDirectory, "objects");
export const toTreeIndex = (folder: string): string => path.join(folder, "index");
export const toTreeExcludes = (folder: string): string => path.join(folder, "excludes");

/** The configuration of a private index; git reads no other one for it. `commit` is of the repository's object format. */
export function renderTreeConfig(commit: string): string {
  const isLong = commit.length === 64;
  const lines = [
    "[core]",
    `\trepositoryFormatVersion = ${isLong ? 1 : 0}`,
    "\tbare = false",
    "\tautocrlf = false",
    "\ttrustCTime = true",
    ...(isLong ? ["[extensions]", "\tobjectFormat = sha256"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** Of about 10,000 files: with fewer, a second process costs more than it saves. */
const LARGE_INDEX_BYTES = 1024 * 1024;
const MAX_ARGUMENT_BYTES = 64 * 1024;

export const TREE_HEAD = "ref: refs/heads/none\n";
/** Folders that git wants to see, and that stay empty. */
export const TREE_FOLDERS = ["objects", "refs"] as const;

/** What git is told so that it looks at the private index and the work tree and at nothing else. */
export function toTreeEnvironment({ folder, root, objects }: Tree): Readonly<Record<string, string>> {
  return {
    GIT_DIR: folder,
    GIT_WORK_TREE: root,
    GIT_INDEX_FILE: toTreeIndex(folder),
    GIT_OBJECT_DIRECTORY: objects,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
  };
}

/**
 * Every path whose bytes or mode differ from the private index, that is gone, or that the index does not have and the
 * exclusions do not name. One git process, or in a large tree two at a time; contents are read only where a file's times or
 * size changed. @throws GitFailure
 */
export async function listTree(tree: Tree): Promise<readonly TreeDifference[]> {
  const excluded = ["-o", "-X", toTreeExcludes(tree.folder)];
  const isLarge = (statSync(toTreeIndex(tree.folder), { throwIfNoEntry: false })?.size ?? 0) >= LARGE_INDEX_BYTES;
  const listed = isLarge
    ? await Promise.all([listChanged(tree), askFiles(tree, excluded)])
    : [await askFiles(tree, ["-m", "-d", ...excluded])];
  const found = new Map<string, TreeDifference>();
  for (const line of listed.flatMap(splitNul)) {
    const kind = KINDS[String.fromCharCode(line[0] ?? 0)];
    const name = toPathText(line.subarray(2));
    // What is gone is listed as changed as well.
    if (kind !== undefined && found.get(name)?.kind !== "removed") found.set(name, { path: name, kind });
  }
  for (const name of await listBehindLinks(tree, found)) found.set(name, { path: name, kind: "removed" });
  return [...found.values()];
}

/** Asks git by the private index; what it could not look at is no answer. @throws GitFailure */
export async function askTree(tree: Tree, args: readonly string[]): Promise<Buffer> {
  const gitEnv = toTreeEnvironment(tree);
  return (await runGit({ root: tree.root, env: tree.env, gitEnv, args, isStrict: true })).stdout;
}

async function askFiles(tree: Tree, args: readonly string[]): Promise<Buffer> {
  return askTree(tree, ["ls-files", "-z", "-t", ...args]);
}

/**
 * What `ls-files -m -d` lists, in less time: `diff-files` looks at several files at once, and names all of which something
 * changed that `lstat` tells; only those are asked for.
 */
async function listChanged(tree: Tree): Promise<Buffer> {
  const args = ["diff-files", "-z", "--name-only", "--no-renames", "--ignore-submodules=dirty"];
  const stdout = await askTree(tree, args);
  if (stdout.length === 0) return stdout;
  const names = splitNul(stdout).map((name) => name.toString("utf8"));
  // As words of a command line they must be text, and not too much of it.
  const isFit = stdout.length <= MAX_ARGUMENT_BYTES && Buffer.from(`${names.join("\0")}\0`).equals(stdout);
  return askFiles(tree, ["-m", "-d", ...(isFit ? ["--", ...names] : [])]);
}

/**
 * Files of the index whose folder is a link by now. Git finds what the link leads to and takes them for there; what is
 * there is the link.
 */
async function listBehindLinks(tree: Tree, found: ReadonlyMap<string, TreeDifference>): Promise<readonly string[]> {
  const links = [...found.values()].filter(({ path: name, kind }) => kind === "other" && isLink(tree.root, name));
  if (links.length === 0) return [];
  const below = links.map((link) => Buffer.concat([toPathBytes(link.path), Buffer.from("/")]));
  const stdout = await askTree(tree, ["ls-files", "-z"]);
  const inside = splitNul(stdout).filter((name) => below.some((one) => name.subarray(0, one.length).equals(one)));
  return inside.map(toPathText);
}

function isLink(root: string, name: string): boolean {
  const file = toDiskPath(root, name);
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

const KINDS: Readonly<Record<string, TreeDifference["kind"]>> = { C: "modified", R: "removed", "?": "other" };
