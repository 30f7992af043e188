import { realpath, stat } from "node:fs/promises";
import path from "node:path";

import { isRelativePath } from "../domain/paths.ts";
import type { RelativePath } from "../domain/paths.ts";

const SUPPORTED = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/**
 * The file that an edit means, by its real path below the root (a real path itself); undefined where there is none of
 * ours: missing, deleted, a folder, of another kind, in node_modules or .git, outside, or led outside by a link.
 */
export async function locateFile(root: string, base: string, named: string): Promise<RelativePath | undefined> {
  if (named.trim() === "" || named.includes("\0") || base.includes("\0")) return undefined;
  try {
    const real = await realpath(path.resolve(base, named));
    const relative = path.relative(root, real).split(path.sep).join("/");
    if (!isRelativePath(relative) || !SUPPORTED.test(relative)) return undefined;
    if (relative.split("/").includes("node_modules")) return undefined;
    return (await stat(real)).isFile() ? relative : undefined;
  } catch {
    return undefined;
  }
}
