import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

import type { CheckKind } from "../../domain/check-kind.ts";
import { listBrought, listPlaces } from "../../domain/executed-code.ts";
import { isRelativePath, isWithin } from "../../domain/paths.ts";
import type { RelativePath, ScopePath } from "../../domain/paths.ts";
import { LINT_RUNTIME_PATH, SELECTION_PATH } from "../../domain/receipt.ts";
import type { Route } from "../../domain/route.ts";
import { MAX_TEXT_BYTES, readRegularFileSync } from "../io/read-regular.ts";
import type { WalkPlace } from "./list-files.ts";

/** Which tool is there and which version of it: manifests, lockfiles and what package managers read beside them. */
const TOOLCHAIN =
  /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|\.yarnrc\.yml|\.pnp\.cjs)$/;
const TYPES = /^tsconfig(?:\.[^/]+)?\.json$/;
/** What a tool reads by itself, besides its configuration. */
const READ_BY: Readonly<Record<CheckKind, RegExp>> = {
  lint: /^\.eslintignore$/,
  format: /^(?:\.editorconfig|\.prettierignore)$/,
};
/** Most places of a policy's files that are looked at, a bound against chains without end. */
const MOST_FILES = 3000;

/** What a scope's policy is made of, as far as it lies in the repository. */
interface Policy {
  readonly files: ReadonlySet<string>;
  /** Packages of the repository that it imports. */
  readonly folders: readonly string[];
}

/**
 * Those of the changed paths for which all of a scope has to be checked again: its policy or what that imports, its
 * manifest or a lockfile, its TypeScript configuration, the selection, and a manifest below it that came or went, which
 * decides whose the files beside it are. Such a path may be gone by now.
 */
export function findCauses(
  { place, route, check, added }: Changed,
  changed: readonly RelativePath[]
): readonly RelativePath[] {
  if (changed.length === 0) return [];
  const { root } = place;
  const config = check === "lint" ? route.config : route.formatConfig;
  const policy = readPolicy(root, config === undefined ? [] : [config]);
  return changed.filter(
    (file) =>
      file === SELECTION_PATH ||
      file === LINT_RUNTIME_PATH ||
      policy.files.has(file) ||
      policy.folders.some((folder) => isWithin(folder as ScopePath, file)) ||
      isReadFor(route, check, file) ||
      isBorder({ place, route, added }, file)
  );
}

/** What is asked of one check of one scope. */
interface Changed {
  readonly place: WalkPlace;
  readonly route: Route;
  readonly check: CheckKind;
  /** Changed paths that are known to be new; undefined where that is not known of any. */
  readonly added?: ReadonlySet<string> | undefined;
}

/** A manifest below the scope, of no selected scope: with it the files beside it become nobody's, without it the scope's. */
function isBorder({ place, route, added }: Omit<Changed, "check">, file: RelativePath): boolean {
  if (path.posix.basename(file) !== "package.json") return false;
  const folder = path.posix.dirname(file);
  if (folder === "." || place.owners.ofFolder(path.posix.dirname(folder) as ScopePath) !== route) return false;
  const owner = place.owners.ofFolder(folder as ScopePath);
  if (owner === route) return existsSync(path.join(place.root, folder));
  return owner === undefined && (added === undefined || added.has(file));
}

/** By its name, and by where it lies: at the scope or above it, and for types below it too. */
function isReadFor({ path: scope }: Route, check: CheckKind, file: RelativePath): boolean {
  const name = path.posix.basename(file);
  const folder = path.posix.dirname(file);
  const isAtOrAbove = isWithin(folder as ScopePath, scope);
  if (TOOLCHAIN.test(name) || READ_BY[check].test(name)) return isAtOrAbove;
  return check === "lint" && TYPES.test(name) && (isAtOrAbove || isWithin(scope, file));
}

/** Follows what configurations name, from their text alone. A name that leads nowhere counts: it may have led somewhere. */
function readPolicy(root: string, configs: readonly string[]): Policy {
  const files = new Set(configs);
  const folders = new Set<string>();
  for (const file of files) {
    if (files.size > MOST_FILES) break;
    const text = readText(root, file);
    if (text === undefined) continue;
    const { relative, packages } = listBrought({ path: file, text });
    // A JSON configuration may name a file beside it without a dot; a module may read one that it names.
    const named = /\.jsonc?$/.test(file) ? [...relative, ...packages] : [...relative, ...listQuoted(text)];
    for (const place of named.flatMap((name) => listPlaces(file, name))) files.add(place);
    for (const folder of packages.map((name) => findPackage(root, file, name))) {
      if (folder !== undefined) folders.add(folder);
    }
  }
  return { files, folders: [...folders] };
}

/** Relative names in quotes, whatever is done with them. */
function listQuoted(text: string): readonly string[] {
  return [...text.matchAll(/(["'`])(\.{1,2}\/[^"'`\n]+)\1/g)].map((match) => match[2] ?? "");
}

function readText(root: string, file: string): string | undefined {
  if (!isRelativePath(file)) return undefined;
  return readRegularFileSync(path.join(root, file), MAX_TEXT_BYTES)?.toString("utf8");
}

/** The folder of a package that lies in the repository itself, as a workspace's link leads to it. */
function findPackage(root: string, from: string, name: string): string | undefined {
  const [first = "", second = ""] = name.split("/");
  const own = first.startsWith("@") ? `${first}/${second}` : first;
  for (let folder = path.posix.dirname(from); ; folder = path.posix.dirname(folder)) {
    const real = toRealPath(path.join(root, folder, "node_modules", own));
    const inside = real === undefined ? undefined : path.relative(root, real).split(path.sep).join("/");
    if (inside !== undefined) {
      return isRelativePath(inside) && !inside.split("/").includes("node_modules") ? inside : undefined;
    }
    if (folder === ".") return undefined;
  }
}

function toRealPath(place: string): string | undefined {
  try {
    return realpathSync(place);
  } catch {
    return undefined;
  }
}
