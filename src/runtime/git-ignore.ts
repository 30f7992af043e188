import path from "node:path";

import type { IgnoreRule } from "../domain/ignore-rules.ts";
import { isIgnoredBy, parseIgnoreRules } from "../domain/ignore-rules.ts";
import type { RelativePath, ScopePath } from "../domain/paths.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { isPresentSync, MAX_TEXT_BYTES, readRegularFileSync } from "./io/read-regular.ts";

/** Files that oxlint takes for ignore files in every folder; the later one speaks last. */
const IGNORE_FILES = [".gitignore", ".eslintignore"] as const;

/** Answers, folder by folder, what the ignore files between the root and a path ignore. */
export interface IgnoreReader {
  /** The rules of the folder and of all above it; `names` is what the folder holds, where that is known. @throws ConfigurationError */
  readonly readGroups: (folder: string, names?: ReadonlySet<string>) => readonly (readonly IgnoreRule[])[];
  /** @throws ConfigurationError where an ignore file stands there and cannot be read: what it ignores must not be touched */
  readonly isIgnored: (file: RelativePath) => boolean;
  /** The same for a folder and all in it; `.` is the root. @throws ConfigurationError */
  readonly isIgnoredFolder: (folder: ScopePath) => boolean;
}

/** Tells whether git ignores a file. */
export type GitIgnore = (file: RelativePath) => Promise<boolean>;

/**
 * Reads ignore files as the tools do when they walk a whole scope (a file that is named to them is processed all the
 * same): those in the folders, and git's `info/exclude`. Starts no git; each file is read once.
 */
export function createIgnoreReader(root: string): IgnoreReader {
  const groupsOf = new Map<string, readonly (readonly IgnoreRule[])[]>();
  const ignoredFolders = new Map<string, boolean>([[".", false]]);
  const readGroups: IgnoreReader["readGroups"] = (folder, names) => {
    const known = groupsOf.get(folder);
    if (known) return known;
    const groups =
      folder === "." ? [readTop(root)] : [...readGroups(toParent(folder)), readFolder(root, folder, names)];
    groupsOf.set(folder, groups);
    return groups;
  };
  const isIgnoredFolder = (folder: string): boolean => {
    const known = ignoredFolders.get(folder);
    if (known !== undefined) return known;
    const above = toParent(folder);
    const isIgnored = isIgnoredFolder(above) || isIgnoredBy(readGroups(above), folder, true);
    ignoredFolders.set(folder, isIgnored);
    return isIgnored;
  };
  return {
    readGroups,
    isIgnoredFolder,
    isIgnored: (file) => {
      const folder = toParent(file);
      return isIgnoredFolder(folder) || isIgnoredBy(readGroups(folder), file, false);
    },
  };
}

/** The same question, for those who wait; the answer rejects with a ConfigurationError. */
export function readGitIgnore(root: string): GitIgnore {
  const reader = createIgnoreReader(root);
  return async (file) => reader.isIgnored(file);
}

function toParent(place: string): string {
  const end = place.lastIndexOf("/");
  return end === -1 ? "." : place.slice(0, end);
}

function readTop(root: string): readonly IgnoreRule[] {
  return [...readRules(findExclude(root), ".git/info/exclude"), ...readFolder(root, ".")];
}

function readFolder(root: string, folder: string, names?: ReadonlySet<string>): readonly IgnoreRule[] {
  const inside = folder === "." ? "" : `${folder}/`;
  return IGNORE_FILES.flatMap((name) =>
    names?.has(name) === false ? [] : readRules(path.join(root, folder, name), inside + name)
  );
}

function readRules(file: string, name: string): readonly IgnoreRule[] {
  const bytes = readRegularFileSync(file, MAX_TEXT_BYTES);
  if (bytes) return parseIgnoreRules(bytes.toString("utf8"));
  if (!isPresentSync(file)) return [];
  throw new ConfigurationError(name, `it is no readable file of at most ${MAX_TEXT_BYTES} bytes`);
}

/** git's own ignore file of this clone; a worktree and a submodule have theirs in the directory that `.git` names. */
function findExclude(root: string): string {
  const entry = path.join(root, ".git");
  const named = /^gitdir: (.+?)\r?\n?$/.exec(readText(entry) ?? "")?.[1];
  const directory = named === undefined ? entry : path.resolve(root, named);
  const common = readText(path.join(directory, "commondir"))?.trim();
  return path.join(common === undefined ? directory : path.resolve(directory, common), "info/exclude");
}

function readText(file: string): string | undefined {
  return readRegularFileSync(file, MAX_TEXT_BYTES)?.toString("utf8");
}
