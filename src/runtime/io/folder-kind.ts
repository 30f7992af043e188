import { lstatSync, readFileSync } from "node:fs";
import path from "node:path";

import type { FolderKind } from "../../domain/file-owner.ts";
import { isPackageManifest } from "../../domain/package-manifest.ts";
import { MAX_TEXT_BYTES } from "./read-regular.ts";

/**
 * What a folder is by what stands in it. One that cannot be looked into, and a package.json that cannot be read, count as
 * another's package: what we cannot decide is not ours.
 */
export function readFolderKind(folder: string): FolderKind {
  try {
    if (isRepositoryTop(folder)) return "repository";
    const manifest = path.join(folder, "package.json");
    const facts = lstatSync(manifest, { throwIfNoEntry: false });
    if (!facts?.isFile()) return "plain";
    return facts.size > MAX_TEXT_BYTES || isPackage(manifest) ? "package" : "plain";
  } catch {
    return "package";
  }
}

/** True where the folder itself has a `.git` folder, or the file that stands for one in a worktree or a submodule. */
export function isRepositoryTop(folder: string): boolean {
  const entry = lstatSync(path.join(folder, ".git"), { throwIfNoEntry: false });
  if (!entry?.isDirectory()) return entry?.isFile() ?? false;
  return lstatSync(path.join(folder, ".git/HEAD"), { throwIfNoEntry: false }) !== undefined;
}

function isPackage(manifest: string): boolean {
  try {
    return isPackageManifest(JSON.parse(readFileSync(manifest, "utf8").replace(/^\uFEFF/, "")));
  } catch {
    return true;
  }
}
