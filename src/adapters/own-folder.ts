import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { findGitDirectory } from "./git-layout.ts";
import { sha256 } from "./hash.ts";
import { resolvePath, toPosixRelative } from "./resolve-inside.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";
import { listUpwards } from "./tree-relation.ts";

/**
 * Where `hi` keeps something of its own for a repository: in the git directory of its work tree, where neither git nor
 * the project sees it, else in `.hi/`. @throws Refusal HI_LINK_OUTSIDE where `.hi` leads out of the repository
 */
export function findOwnFolder(root: AbsolutePath, inGit: string, outside: string): AbsolutePath {
  const git = findGitDirectory(root);
  if (git !== undefined) return path.join(git, inGit) as AbsolutePath;
  const realRoot = realpathSync.native(root) as AbsolutePath;
  const { real } = resolvePath(realRoot, ".hi");
  if (isSameOrBelow(realRoot, real)) return path.join(real, outside) as AbsolutePath;
  throw new Refusal({
    code: "HI_LINK_OUTSIDE",
    message: `.hi leads out of the repository, to ${real}.`,
    where: { path: ".hi" },
    next: "replace the link .hi by a folder, then run the same command again",
  });
}

/** A name for what belongs to this root alone: a git directory may be that of several, one below another. */
export function toNameOfRoot(root: AbsolutePath, name: string): string {
  const realRoot = realpathSync.native(root);
  const holds = (folder: string): boolean =>
    orUndefined(ABSENCE, () => lstatSync(path.join(folder, ".git"))) !== undefined;
  const inside = toPosixRelative(listUpwards(realRoot).find(holds) ?? realRoot, realRoot);
  return inside === "" ? name : `${name}-${sha256(inside).slice(0, 16)}`;
}
