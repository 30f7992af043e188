import { setTimeout } from "node:timers/promises";

import { isSameStamp, readSettledStamp, SETTLED_MS } from "../decide/file-stamp.ts";
import type { FileStamp } from "../decide/file-stamp.ts";
import { askTree, toTreeExcludes } from "../decide/list-tree.ts";
import type { Tree } from "../decide/list-tree.ts";
import { splitNul, toDiskPath, toPathText } from "../decide/path-text.ts";

/** Of paths that are ignored; with more, git is faster than a list of them. */
const MOST = 1000;
const MAX_ARGUMENT_BYTES = 64 * 1024;

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
  const read = (folder: string): FileStamp | null => readSettledStamp(toDiskPath(tree.root, folder), "folder");
  // One that was made again within a tick of the clock would have the same times.
  if (folders.some((folder) => read(folder) === null)) await setTimeout(SETTLED_MS);
  const before = folders.map(read);
  const open = await list(tree, ["--directory", "--", ...folders]);
  const named = folders.filter((folder, at) => {
    const isOpen = open.some((one) => one.startsWith(folder) || folder.startsWith(one));
    return !isOpen && isSameStamp(before[at] ?? null, read(folder));
  });
  return [...named, ...files];
}

async function list(tree: Tree, args: readonly string[]): Promise<readonly string[]> {
  const all = ["ls-files", "-z", "-o", "-X", toTreeExcludes(tree.folder), ...args];
  return splitNul(await askTree(tree, all)).map(toPathText);
}
