import { readdirSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** Folders that are looked into: a repository of more is not searched to its end. */
const MOST_FOLDERS = 100_000;

/**
 * A `.gitignore` that is a pipe or a device: git opens it and waits for the other end. Repository-relative; undefined
 * where there is none. Walks the whole tree, so it is asked only once git takes long.
 */
export function findIgnorePipe(root: AbsolutePath): string | undefined {
  const pending = [""];
  for (let at = 0; at < pending.length && at < MOST_FOLDERS; at += 1) {
    const folder = pending[at] ?? "";
    for (const entry of listEntries(path.join(root, folder))) {
      const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== ".git") pending.push(inside);
      const isWaiting = entry.isFIFO() || entry.isCharacterDevice() || entry.isSocket() || entry.isBlockDevice();
      if (isWaiting && entry.name === ".gitignore") return inside;
    }
  }
  return undefined;
}

function listEntries(folder: string) {
  return orUndefined([...ABSENCE, "EACCES", "EPERM"], () => readdirSync(folder, { withFileTypes: true })) ?? [];
}
