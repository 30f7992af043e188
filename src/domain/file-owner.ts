import { isHardExcluded, isHardExcludedIn } from "./ownership-of-scopes.ts";
import type { RelativePath, ScopePath } from "./paths.ts";

/** A selected scope, as far as it matters to whom a file belongs. */
export interface OwningScope {
  readonly path: ScopePath;
  /** Whether it leaves the file out; the path is relative to the scope. */
  readonly leavesOut: (inside: string) => boolean;
}

/** What a folder below the root is, apart from being a selected scope or not. */
export type FolderKind = "plain" | "package" | "repository";

/** Who owns what: the most specific selected scope, or nobody. */
export interface OwnerFinder<Scope extends OwningScope> {
  readonly ofFile: (file: RelativePath) => Scope | undefined;
  /** The scope that files of the folder belong to, those left out aside; `.` is the root. */
  readonly ofFolder: (folder: ScopePath) => Scope | undefined;
}

/** A folder that no settings can give to a scope, nor anything below it. */
const SEALED = Symbol("sealed");

/**
 * The one place where files are dealt out to scopes; every route asks it. A file belongs to the nearest selected scope at
 * or above its folder, unless a package that is not selected stands in between, or that scope leaves the file out. What is
 * in a repository of its own, in a wiki, in `.git` or in `node_modules` is nobody's, whatever is selected.
 * `toKind` is asked about folders on the way to a file, and never about the root.
 */
export function createOwnerFinder<Scope extends OwningScope>(
  scopes: readonly Scope[],
  toKind: (folder: RelativePath) => FolderKind
): OwnerFinder<Scope> {
  const byPath = new Map<string, Scope>(scopes.map((scope) => [scope.path, scope]));
  const known = new Map<string, Scope | undefined | typeof SEALED>([[".", byPath.get(".")]]);

  /** The scope that a folder's own files belong to. */
  const findHolder = (folder: string): Scope | undefined | typeof SEALED => {
    if (known.has(folder)) return known.get(folder);
    const holder = decide(folder as RelativePath);
    known.set(folder, holder);
    return holder;
  };
  const decide = (folder: RelativePath): Scope | undefined | typeof SEALED => {
    const above = findHolder(toParent(folder));
    if (above === SEALED || isHardExcluded(folder)) return SEALED;
    const kind = toKind(folder);
    if (kind === "repository") return SEALED;
    return byPath.get(folder) ?? (kind === "package" ? undefined : above);
  };
  const ofFolder = (folder: string): Scope | undefined => {
    const holder = findHolder(folder);
    return holder === SEALED ? undefined : holder;
  };
  const ofFile = (file: RelativePath): Scope | undefined => {
    const folder = toParent(file);
    const holder = ofFolder(folder as ScopePath);
    if (holder === undefined || isHardExcludedIn(file, folder)) return undefined;
    return holder.leavesOut(toInside(holder.path, file)) ? undefined : holder;
  };
  return { ofFile, ofFolder };
}

function toParent(path: string): string {
  const end = path.lastIndexOf("/");
  return end === -1 ? "." : path.slice(0, end);
}

function toInside(scope: ScopePath, file: string): string {
  return scope === "." ? file : file.slice(scope.length + 1);
}
