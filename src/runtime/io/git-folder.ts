import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

import { readAtOnce } from "./read-at-once.ts";

/** A `.git` file holds one line. */
const MAX_BYTES = 8192;

/**
 * The git directory of the work tree that holds a folder, read from the disk: starting git would cost more than all
 * that is kept there. A linked work tree or a submodule has one of its own, which its `.git` file names.
 * Undefined without one, and where a link stands in its place.
 */
export async function findGitFolder(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const entry = path.join(folder, ".git");
    const facts = await lstat(entry).catch(() => undefined);
    if (facts?.isSymbolicLink()) return undefined;
    const named = facts?.isFile() ? readNamed(folder, entry) : entry;
    if (facts && named !== undefined && (await isGitFolder(named))) return realpath(named).catch(() => undefined);
    if (folder === path.dirname(folder)) return undefined;
  }
}

function readNamed(folder: string, file: string): string | undefined {
  const read = readAtOnce(file, MAX_BYTES);
  const named = /^gitdir: (.+?)\r?\n?$/.exec(read.kind === "text" ? read.text : "")?.[1];
  return named === undefined || named.includes("\0") ? undefined : path.resolve(folder, named);
}

/** An empty `.git`, or a `.git` file that names some other folder, is none: nothing is written there. */
async function isGitFolder(folder: string): Promise<boolean> {
  const facts = await lstat(path.join(folder, "HEAD")).catch(() => undefined);
  return facts !== undefined;
}
