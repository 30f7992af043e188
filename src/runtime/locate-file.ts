import { realpath, stat } from "node:fs/promises";
import path from "node:path";

import { isRelativePath } from "../domain/paths.ts";
import type { RelativePath } from "../domain/paths.ts";

/** The names of files that are formatted and linted. */
export const SUPPORTED = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/**
 * The file that an edit means, by its real path below the root (a real path itself); undefined where there is none of
 * ours: missing, deleted, a folder, of another kind, in node_modules or .git, outside, or led outside by a link.
 */
export async function locateFile(root: string, base: string, named: string): Promise<RelativePath | undefined> {
  if (named.trim() === "" || named.includes("\0") || base.includes("\0")) return undefined;
  try {
    const real = await findReal(base, named);
    if (real === undefined) return undefined;
    const relative = path.relative(root, real).split(path.sep).join("/");
    if (!isRelativePath(relative) || !SUPPORTED.test(relative)) return undefined;
    if (relative.split("/").includes("node_modules")) return undefined;
    return (await stat(real)).isFile() ? relative : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The real path of a name. What stands above a linked folder is one file for an agent that joins names and another for
 * one that asks the system: undefined then, since nobody can tell which was edited.
 */
async function findReal(base: string, named: string): Promise<string | undefined> {
  const real = await realpath(path.resolve(base, named));
  if (!named.split(/[/\\]/).includes("..")) return real;
  const asked = await realpath(path.isAbsolute(named) ? named : `${base}${path.sep}${named}`);
  return asked === real ? real : undefined;
}
