import { lstatSync } from "node:fs";
import path from "node:path";

import type { FileIdentity } from "../domain/candidate.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { findMountsBelow, findPlace, readMounts } from "./mounts.ts";
import type { Mount, Place } from "./mounts.ts";

/** How one folder lies to another, and how many folders were compared to find out. */
export interface TreeRelation {
  readonly relation: "same" | "inside" | "above" | "apart";
  readonly examined: number;
}

/**
 * How `one` lies to `other`, both real paths, told three ways, each of which sees what the others miss: by path; by
 * device and inode of every folder upwards (case folding, a bind mount of the folder itself); and by place in the file
 * system (a bind mount of a part of it).
 */
export function findTreeRelation(
  one: AbsolutePath,
  other: AbsolutePath,
  mounts: readonly Mount[] = readMounts()
): TreeRelation {
  const examined = listUpwards(one).length + listUpwards(other).length;
  const isInside = isWithinTree(one, other, mounts);
  const isAbove = isWithinTree(other, one, mounts);
  if (isInside && isAbove) return { relation: "same", examined };
  if (isInside) return { relation: "inside", examined };
  return { relation: isAbove ? "above" : "apart", examined };
}

function isWithinTree(inner: AbsolutePath, outer: AbsolutePath, mounts: readonly Mount[]): boolean {
  return isSameOrBelow(outer, inner) || isWithinByIdentity(inner, outer) || isWithinByPlace(inner, outer, mounts);
}

function isWithinByIdentity(inner: AbsolutePath, outer: AbsolutePath): boolean {
  const wanted = readIdentity(outer);
  return listUpwards(inner).some((folder) => isSameIdentity(readIdentity(folder), wanted));
}

/** A tree is its own place and that of everything mounted below it. */
function isWithinByPlace(inner: AbsolutePath, outer: AbsolutePath, mounts: readonly Mount[]): boolean {
  const place = findPlace(mounts, inner);
  if (place === undefined) return false;
  const below = findMountsBelow(mounts, outer).map(({ device, root }): Place => ({ device, path: root }));
  const own = findPlace(mounts, outer);
  return [...(own ? [own] : []), ...below].some(
    (view) => view.device === place.device && isSameOrBelow(view.path, place.path)
  );
}

/** A folder and every folder above it, innermost first. */
export function listUpwards(folder: string): readonly string[] {
  const folders = [folder];
  for (let above = path.dirname(folder); above !== folders.at(-1); above = path.dirname(above)) folders.push(above);
  return folders;
}

/** Device and inode of what stands at the path itself. */
export function readIdentity(file: string): FileIdentity {
  const { dev, ino } = lstatSync(file, { bigint: true });
  return { device: String(dev), inode: String(ino) };
}

export function isSameIdentity(left: FileIdentity, right: FileIdentity): boolean {
  return left.device === right.device && left.inode === right.inode;
}
