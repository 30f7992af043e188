import type { Dirent } from "node:fs";
import { readdirSync } from "node:fs";
import path from "node:path";

import type { OwnerFinder } from "../../domain/file-owner.ts";
import { isIgnoredBy } from "../../domain/ignore-rules.ts";
import type { IgnoreRule } from "../../domain/ignore-rules.ts";
import { isRelativePath } from "../../domain/paths.ts";
import type { RelativePath, ScopePath } from "../../domain/paths.ts";
import type { Route } from "../../domain/route.ts";
import type { IgnoreReader } from "../git-ignore.ts";

/** What a walk goes by; the same for every scope of a run. */
export interface WalkPlace {
  /** A real path. */
  readonly root: string;
  readonly owners: OwnerFinder<Route>;
  readonly ignores: IgnoreReader;
}

/** What a walk found of one scope. */
export interface OwnFiles {
  readonly files: readonly RelativePath[];
  /** Folders below it that are somebody else's or nobody's, the outermost ones. */
  readonly foreign: readonly RelativePath[];
  /** Names that are no path of ours (a line break, a backslash), and folders that may not be read. */
  readonly unreachable: readonly string[];
}

/**
 * Lists the files of a scope, or of one folder of it: those that it owns, that no ignore file ignores, and whose names are
 * wanted. Links are not followed: what they lead to is listed where it lies. @throws ConfigurationError
 */
export function listOwnFiles(
  route: Route,
  place: WalkPlace,
  { from = route.path, isWanted }: { readonly from?: ScopePath | undefined; readonly isWanted: RegExp }
): OwnFiles {
  const found: Found = { files: [], foreign: [], unreachable: [] };
  if (place.owners.ofFolder(from) !== route || place.ignores.isIgnoredFolder(from)) return found;
  const pending: string[] = [from];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    pending.push(...lookInto(folder, { route, place, isWanted, found }));
  }
  return { ...found, files: found.files.toSorted() };
}

type Found = { -readonly [Key in keyof OwnFiles]: OwnFiles[Key][number][] };

interface Walk {
  readonly route: Route;
  readonly place: WalkPlace;
  readonly isWanted: RegExp;
  readonly found: Found;
}

/** Keeps what a folder holds, and says which of its folders are to be looked into. */
function lookInto(folder: string, walk: Walk): readonly string[] {
  const { found, isWanted, place } = walk;
  const entries = readFolder(path.join(place.root, folder));
  if (!entries) found.unreachable.push(folder);
  const below: string[] = [];
  for (const entry of entries ?? []) {
    const isFolder = entry.isDirectory();
    const isMeant = isFolder ? entry.name.toLowerCase() !== ".git" : entry.isFile() && isWanted.test(entry.name);
    if (!isMeant) continue;
    const inside = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (!isRelativePath(inside)) found.unreachable.push(inside);
    else if (!isFolder) keepFile(inside, folder, walk);
    else if (isOwnFolder(inside, folder, walk)) below.push(inside);
  }
  return below;
}

function keepFile(file: RelativePath, folder: string, { route, place, found }: Walk): void {
  const { owners, ignores } = place;
  if (owners.ofFile(file) === route && !isIgnored(ignores.readGroups(folder), file, false)) found.files.push(file);
}

function isOwnFolder(inside: RelativePath, folder: string, { route, place, found }: Walk): boolean {
  const { owners, ignores } = place;
  const isOwn = owners.ofFolder(inside) === route;
  if (!isOwn) found.foreign.push(inside);
  return isOwn && !isLeftOut(route, inside) && !isIgnored(ignores.readGroups(folder), inside, true);
}

/** Undefined for a folder that may not be read; one that is gone by now is empty. */
function readFolder(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : undefined;
  }
}

function isIgnored(groups: readonly (readonly IgnoreRule[])[], inside: string, isFolder: boolean): boolean {
  return groups.some((rules) => rules.length > 0) && isIgnoredBy(groups, inside.split("/"), isFolder);
}

function isLeftOut(route: Route, inside: string): boolean {
  return route.leavesOut(route.path === "." ? inside : inside.slice(route.path.length + 1));
}
