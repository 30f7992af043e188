import { lstatSync } from "node:fs";
import type { Stats } from "node:fs";
import { setTimeout } from "node:timers/promises";

import { askTree, toTreeExcludes } from "../decide/list-tree.ts";
import type { Tree } from "../decide/list-tree.ts";
import { splitNul, toPathBytes, toPathText } from "../decide/path-text.ts";

/** Of paths that are ignored; with more, git is faster than a list of them. */
const MOST = 1000;
const MAX_ARGUMENT_BYTES = 64 * 1024;
/** A folder that was made again within a tick of the clock would have the same times. */
const SETTLED_MS = 100;

/**
 * What the exclusions of a private index name, each with all below it; undefined where that is too much. A folder stands
 * for itself only where it is named itself: one that merely holds nothing else yet would hide what comes into it. Git
 * lists both, so it is asked again for those that are not named; what was not there all the while is left out.
 * @throws GitFailure
 */
export async function listIgnored(tree: Tree): Promise<readonly string[] | undefined> {
  const ignored = await list(tree, ["-i", "--directory"]);
  const folders = ignored.filter((path) => path.endsWith("/") && path.isWellFormed());
  if (ignored.length > MOST || Buffer.byteLength(folders.join("\0")) > MAX_ARGUMENT_BYTES) return undefined;
  const files = ignored.filter((path) => !path.endsWith("/"));
  if (folders.length === 0) return files;
  await setTimeout(toWait(tree, folders));
  const before = folders.map((folder) => readFolder(tree, folder));
  const open = await list(tree, ["--directory", "--", ...folders]);
  const named = folders.filter((folder, at) => {
    const isOpen = open.some((one) => one.startsWith(folder) || folder.startsWith(one));
    return !isOpen && before[at] !== undefined && before[at] === readFolder(tree, folder);
  });
  return [...named, ...files];
}

async function list(tree: Tree, args: readonly string[]): Promise<readonly string[]> {
  const all = ["ls-files", "-z", "-o", "-X", toTreeExcludes(tree.folder), ...args];
  return splitNul(await askTree(tree, all)).map(toPathText);
}

/** Which folder stands there, as one that is made anew is told from it; undefined where none does. */
function readFolder(tree: Tree, folder: string): string | undefined {
  const facts = look(tree, folder);
  return facts && `${facts.ino} ${facts.ctimeMs}`;
}

/** Until the last change of every folder is older than a tick, in milliseconds. */
function toWait(tree: Tree, folders: readonly string[]): number {
  const now = Date.now();
  const waits = folders.map((folder) => SETTLED_MS - (now - (look(tree, folder)?.ctimeMs ?? 0)));
  return Math.min(SETTLED_MS, Math.max(0, ...waits));
}

function look({ root }: Tree, folder: string): Stats | undefined {
  const file = Buffer.concat([Buffer.from(`${root}/`), toPathBytes(folder.slice(0, -1))]);
  try {
    const facts = lstatSync(file);
    return facts.isDirectory() ? facts : undefined;
  } catch {
    return undefined;
  }
}
