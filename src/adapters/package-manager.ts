import path from "node:path";

import { LOCKS } from "package-manager-detector/constants";

import type { Lockfile } from "../domain/package-manager.ts";
import { toPackageManager } from "../domain/package-manager.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { readStart } from "./file-start.ts";

/** Files that mark a yarn of the second generation or later; its lockfile carries a `__metadata` block. */
const BERRY_MARKS = [".yarnrc.yml", ".pnp.cjs", ".pnp.loader.mjs"];
const LOCK_HEAD_BYTES = 512;

/**
 * The lockfiles (and workspace files that only one manager reads) among the root's names, each with the manager that
 * writes it; managers that we do not know are left out.
 */
export function findLockfiles(root: AbsolutePath, names: Iterable<string>): readonly Lockfile[] {
  const present = new Set(names);
  const files = Object.entries(LOCKS).flatMap(([name, agent]) => {
    const manager = present.has(name) ? toPackageManager(agent) : undefined;
    return manager === undefined ? [] : [{ name, manager }];
  });
  if (!files.some((file) => file.manager === "yarn") || !isBerry(root, present)) return files;
  return files.map((file) => (file.manager === "yarn" ? { ...file, manager: "yarn-berry" } : file));
}

function isBerry(root: AbsolutePath, names: ReadonlySet<string>): boolean {
  if (BERRY_MARKS.some((mark) => names.has(mark))) return true;
  return /^__metadata:/m.test(readStart(path.join(root, "yarn.lock"), LOCK_HEAD_BYTES));
}
