import type { ScopeAnswers } from "./answers.ts";
import { escapeForPattern, isExcludedBy, rebasePattern } from "./path-pattern.ts";
import type { ScopePath } from "./paths.ts";
import { isWithin } from "./paths.ts";
import { PROJECTIONS } from "./projections.ts";

/** Folders that no scope ever owns: they are somebody's written words, not software. */
const HARD_EXCLUSIONS = ["wiki", "app/wiki", "apps/wiki"] as const;

/** Code of ours at the repository root, as globs: no scope lints or formats it. */
const OUR_CODE: readonly string[] = [".hi/**", PROJECTIONS.opencode];

/** What decides which files below a scope belong to another owner, or to none. */
export interface ScopeBorders {
  /** Every selected scope. */
  readonly scopes: readonly ScopePath[];
  /** `lint.exclude`. */
  readonly exclude: readonly string[];
  /** Nested folders with a package of their own that are not selected. */
  readonly embedded: readonly string[];
}

/** Folders of others' code and of git's own: in no scope, at any depth. */
const NEVER_OWNED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** True for what no settings can select: a wiki, git's folder, dependencies, and everything in them. */
export function isHardExcluded(path: string): boolean {
  if (HARD_EXCLUSIONS.some((folder) => isWithin(folder as ScopePath, path))) return true;
  return path.split("/").some(isNeverOwned);
}

/** The same for a path whose folder is not excluded; asked for every file of a repository. */
export function isHardExcludedIn(path: string, folder: string): boolean {
  const name = folder === "." ? path : path.slice(folder.length + 1);
  return isNeverOwned(name) || HARD_EXCLUSIONS.some((excluded) => excluded === path);
}

const isNeverOwned = (name: string): boolean => NEVER_OWNED.has(name) || NEVER_OWNED.has(name.toLowerCase());

/** The exclusion that the path lies in, if any. */
export function findExclusion(path: string, exclude: readonly string[]): string | undefined {
  return [...HARD_EXCLUSIONS, ...exclude].find((pattern) => isExcludedBy(pattern, path));
}

/**
 * Globs below the scope, relative to it and anchored there, that it does not own: nested selected scopes, exclusions,
 * embedded packages. Sorted, without duplicates; what lies inside another ignored folder is not repeated.
 */
export function toScopeIgnores(scope: ScopePath, { scopes, exclude, embedded }: ScopeBorders): readonly string[] {
  const nested = [...scopes, ...embedded].filter((other) => other !== scope && isWithin(scope, other));
  const folders = toOutermost(nested).map((folder) => `${escapeForPattern(toInside(scope, folder))}/**`);
  const patterns = [...HARD_EXCLUSIONS, ...exclude].flatMap((pattern) => rebasePattern(pattern, scope));
  return [...new Set([...folders, ...patterns.flatMap(withContents)])].toSorted();
}

/**
 * The embedded folders of a record: what a scope was recorded to leave out, less what the settings say of it. Paths of the
 * repository.
 */
export function listRecordedEmbedded(
  scope: ScopePath,
  recorded: readonly string[],
  borders: Omit<ScopeBorders, "embedded">
): readonly string[] {
  const known = new Set([...OUR_CODE, ...toScopeIgnores(scope, { ...borders, embedded: [] })]);
  return recorded
    .filter((pattern) => pattern.endsWith("/**") && !known.has(pattern))
    .map((pattern) => pattern.slice(0, -"/**".length).replaceAll(/\\(.)/g, "$1"))
    .map((folder) => (scope === "." ? folder : `${scope}/${folder}`));
}

/** All that the tools leave out below a scope, as globs relative to it and anchored there: ours, then what others own. */
export function listLeftOut({
  path,
  ignore,
  theirs = [],
}: Pick<ScopeAnswers, "path" | "ignore" | "theirs">): readonly string[] {
  const ours = path === "." ? OUR_CODE.filter((file) => !theirs.includes(file)) : [];
  return [...new Set([...ours, ...ignore])];
}

function toInside(scope: ScopePath, path: string): string {
  return scope === "." ? path : path.slice(scope.length + 1);
}

function toOutermost(folders: readonly string[]): readonly string[] {
  const sorted = [...new Set(folders)].toSorted();
  return sorted.filter((folder) => !sorted.some((other) => other !== folder && isWithin(other as ScopePath, folder)));
}

/** A pattern names the path itself and, where that is a folder, everything in it. */
function withContents(pattern: string): readonly string[] {
  return pattern.endsWith("**") ? [pattern] : [pattern, `${pattern}/**`];
}
