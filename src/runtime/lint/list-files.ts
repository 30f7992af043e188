import type { Dirent } from "node:fs";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

import type { OwnerFinder } from "../../domain/file-owner.ts";
import { isIgnoredBy } from "../../domain/ignore-rules.ts";
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
  /** Names that are no path of ours (a line break, a backslash, bytes that are no UTF-8), and folders that may not be read. */
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
  const { found, isWanted, place, route } = walk;
  const entries = readFolder(path.join(place.root, folder));
  if (!entries) found.unreachable.push(folder);
  // Hardly a folder has an ignore file of its own; on some disks its name may be in capitals.
  const names = entries && new Set(entries.map(({ name }) => name.toLowerCase()));
  const groups = place.ignores.readGroups(folder, names);
  const hasRules = groups.some((rules) => rules.length > 0);
  const isIgnored = (inside: string, isFolder: boolean): boolean => hasRules && isIgnoredBy(groups, inside, isFolder);
  const below: string[] = [];
  for (const entry of entries ?? []) {
    const isFolder = entry.isDirectory();
    const isMeant = isFolder ? entry.name.toLowerCase() !== ".git" : entry.isFile() && isWanted.test(entry.name);
    if (!isMeant) continue;
    const inside = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (!isOurPath(inside, entry.name) || isMisread(place.root, inside)) found.unreachable.push(inside);
    else if (!isFolder) {
      if (place.owners.ofFile(inside) === route && !isIgnored(inside, false)) found.files.push(inside);
    } else if (isOwnFolder(inside, walk) && !isIgnored(inside, true)) below.push(inside);
  }
  return below;
}

/** What a person is told of names and folders that could not be looked at. */
export function toUnreachableNotes(unreachable: readonly string[]): readonly string[] {
  return unreachable.map((name) => `${name}: not checked, its name or its permissions keep it out of reach`);
}

/** Nothing in it can make a path one that is none of ours. */
const PLAIN_NAME = /^[A-Za-z0-9_][\w.-]*$/;

/** A path whose folder is one of ours already. */
function isOurPath(inside: string, name: string): inside is RelativePath {
  return PLAIN_NAME.test(name) || isRelativePath(inside);
}

/** What stands in a name for bytes that are no UTF-8; such a name leads to nothing, and no tool can be told it. */
const MISREAD = "\uFFFD";

/** True for a path that was read from bytes that are no UTF-8. A name may hold the character itself: that one is there. */
export function isMisread(root: string, inside: string): boolean {
  return inside.includes(MISREAD) && !existsSync(path.join(root, inside));
}

function isOwnFolder(inside: RelativePath, { route, place, found }: Walk): boolean {
  const isOwn = place.owners.ofFolder(inside) === route;
  if (!isOwn) found.foreign.push(inside);
  return isOwn && !isLeftOut(route, inside);
}

/** Undefined for a folder that may not be read; one that is gone by now is empty. */
function readFolder(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? [] : undefined;
  }
}

function isLeftOut(route: Route, inside: string): boolean {
  return route.leavesOut(route.path === "." ? inside : inside.slice(route.path.length + 1));
}
