import { realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { orUndefined } from "./system-error.ts";
import { findTreeRelation } from "./tree-relation.ts";

const STICKY = 0o1000;
const WRITABLE_BY_ALL = 0o002;

/**
 * The one folder below which candidates may be made: the real path of `HI_TEMP`, else of the system's temporary
 * directory. It belongs to the user and only to them, or is sticky, so that nobody else can put another folder in a candidate's place, and
 * it lies neither inside nor above the repository (seed 003 AC-011).
 * @throws Refusal HI_TEMP_UNSAFE
 */
export function approveParent(liveRoot: AbsolutePath, env: Readonly<Record<string, string | undefined>>): AbsolutePath {
  const named = env["HI_TEMP"] || tmpdir();
  if (!path.isAbsolute(named)) throw toRefusal(named, "is not an absolute path");
  const parent = orUndefined(["ENOENT", "ENOTDIR", "EACCES", "ELOOP"], () => realpathSync.native(named)) as
    | AbsolutePath
    | undefined;
  if (parent === undefined) throw toRefusal(named, "cannot be reached");
  const stats = statSync(parent);
  if (!stats.isDirectory()) throw toRefusal(parent, "is not a folder");
  const user = process.geteuid?.();
  const isOwn = user === undefined || stats.uid === user;
  const isSticky = (stats.mode & STICKY) !== 0;
  if (!isOwn && !isSticky) throw toRefusal(parent, "belongs to another user and is not sticky");
  // Windows gives every folder this bit; what counts there are its own rights.
  const isOpen = user !== undefined && (stats.mode & WRITABLE_BY_ALL) !== 0;
  if (isOpen && !isSticky) throw toRefusal(parent, "can be written by everybody and is not sticky");
  const { relation } = findTreeRelation(parent, realpathSync.native(liveRoot) as AbsolutePath);
  if (relation !== "apart") throw toRefusal(parent, RELATIONS[relation]);
  return parent;
}

const RELATIONS = {
  same: "is the repository itself",
  inside: "lies inside the repository",
  above: "lies above the repository",
} as const;

function toRefusal(parent: string, what: string): Refusal {
  return new Refusal({
    code: "HI_TEMP_UNSAFE",
    message: `The temporary directory ${parent} ${what}, so no candidate can be made there.`,
    where: { path: parent },
    next: "set HI_TEMP to an absolute path of a folder of yours that lies neither inside nor above the repository",
  });
}
