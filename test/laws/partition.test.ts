import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";

import type { FolderKind, OwningScope } from "../../src/domain/file-owner.ts";
import { createOwnerFinder } from "../../src/domain/file-owner.ts";
import { findExclusion, isHardExcluded, toScopeIgnores } from "../../src/domain/ownership-of-scopes.ts";
import { parsePattern } from "../../src/domain/path-pattern.ts";
import type { RelativePath, ScopePath } from "../../src/domain/paths.ts";
import { isWithin } from "../../src/domain/paths.ts";
import { parseRoutes } from "../../src/domain/route.ts";

/** A repository as ownership sees it: files, folders that are more than folders, and the settings. */
interface Tree {
  readonly files: readonly string[];
  readonly packages: readonly string[];
  readonly repositories: readonly string[];
  readonly scopes: readonly string[];
  readonly exclude: readonly string[];
}

const name = fc.constantFrom(
  "a",
  "b",
  "wiki",
  "apps",
  "app",
  "mywiki",
  "wiki2",
  "(x) [y]",
  "{a,b}",
  "!c",
  "node_modules"
);
const ending = fc.constantFrom("x.ts", "x.test.ts", "wiki", "é.js", ".git");
const folder = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const file = fc.tuple(fc.array(name, { maxLength: 5 }), ending).map(([parts, last]) => [...parts, last].join("/"));
const segment = fc.constantFrom("a", "b", "*", "**", "*i*", "?", "[ab]", "{a,apps}", "x.ts", "*.test.ts", "wiki2");
const pattern = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

const tree: fc.Arbitrary<Tree> = fc
  .record({
    files: fc.uniqueArray(file, { minLength: 1, maxLength: 12 }),
    packages: fc.uniqueArray(folder, { maxLength: 4 }),
    repositories: fc.uniqueArray(folder, { maxLength: 2 }),
    scopes: fc.uniqueArray(fc.oneof(fc.constant("."), folder), { maxLength: 4 }),
    exclude: fc.uniqueArray(pattern, { maxLength: 3 }),
  })
  .map((drawn) => {
    const exclude = drawn.exclude.filter((glob) => "pattern" in parsePattern(glob));
    const isSelectable = (scope: string): boolean =>
      scope === "." || (!isNever(scope) && !isNamed(scope, exclude, true) && !isInAny(scope, drawn.repositories));
    const folders = [...drawn.packages, ...drawn.repositories, ...drawn.scopes];
    const files = drawn.files.filter((one) => !folders.some((other) => isInAny(other, [one])));
    return { ...drawn, files, exclude, scopes: drawn.scopes.filter(isSelectable) };
  });

// The oracle: written from the words of the specification, with a glob library and nothing of ours.

const isInAny = (path: string, folders: readonly string[]): boolean =>
  folders.some((one) => path === one || path.startsWith(`${one}/`));

/** A wiki of the root, of `app` or of `apps`, git's folder, dependencies: whatever the settings say. */
function isNever(path: string): boolean {
  if (isInAny(path, ["wiki", "app/wiki", "apps/wiki"])) return true;
  return path.split("/").some((part) => part === ".git" || part === "node_modules");
}

/** `**` crosses any number of folders, and at the end takes what is in the folder, not the folder. */
function matches(glob: readonly string[], path: readonly string[]): boolean {
  const [head, ...rest] = glob;
  if (head === undefined) return path.length === 0;
  if (head === "**") return path.some((_, at) => rest.length === 0 || matches(rest, path.slice(at)));
  return path.length > 0 && toMatcher(head)(path[0] ?? "") && matches(rest, path.slice(1));
}

const matchers = new Map<string, (text: string) => boolean>();

function toMatcher(glob: string): (text: string) => boolean {
  const matcher = matchers.get(glob) ?? picomatch(glob, { dot: true });
  matchers.set(glob, matcher);
  return matcher;
}

/** An exclusion names the path or a folder that it is in; where everything in a folder is excluded, so is the folder. */
function isNamed(path: string, exclude: readonly string[], isFolder: boolean): boolean {
  const parts = path.split("/");
  const folders = parts.map((_, index) => parts.slice(0, index + 1)).slice(0, isFolder ? undefined : -1);
  return exclude.some((glob) => {
    const segments = glob.split("/");
    const whole = glob.replace(/(?:\/\*\*)+$/, "").split("/");
    return matches(segments, parts) || folders.some((one) => matches(segments, one) || matches(whole, one));
  });
}

function findOwnerByWords(path: string, { packages, repositories, scopes, exclude }: Tree): string | undefined {
  if (isNever(path) || isInAny(path, repositories) || isNamed(path, exclude, false)) return undefined;
  const holding = scopes.filter((scope) => scope === "." || path.startsWith(`${scope}/`));
  const depth = (scope: string): number => (scope === "." ? 0 : scope.split("/").length);
  const [nearest] = holding.toSorted((left, right) => depth(right) - depth(left));
  if (nearest === undefined) return undefined;
  const between = packages.filter((one) => !scopes.includes(one) && path.startsWith(`${one}/`));
  return between.some((one) => depth(one) > depth(nearest)) ? undefined : nearest;
}

/** The routes as the selection would record them, read back as every route reads them. */
function record({ scopes, exclude, packages, repositories }: Tree, isListed: boolean): readonly OwningScope[] {
  const embedded = isListed ? [...packages, ...repositories].filter((one) => !scopes.includes(one)) : [];
  const borders = { scopes: scopes as readonly ScopePath[], exclude, embedded };
  const recorded = scopes.map((path) => ({
    path,
    config: "oxlint.config.ts",
    ignore: toScopeIgnores(path as ScopePath, borders),
  }));
  const parsed = parseRoutes(structuredClone(recorded));
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.routes;
}

function toKind({ packages, repositories }: Tree) {
  return (path: string): FolderKind => {
    if (repositories.includes(path)) return "repository";
    return packages.includes(path) ? "package" : "plain";
  };
}

const RUNS = { numRuns: 10_000 };

const show = (drawn: Tree, toOwner: (path: string) => string | undefined) =>
  drawn.files.map((path) => `${path} ${toOwner(path) ?? "nobody"}`);

test("10,000 trees: every eligible file has exactly one owner, the one that the specification names, and no other has any", () => {
  fc.assert(
    fc.property(tree, (drawn) => {
      const expected = show(drawn, (path) => findOwnerByWords(path, drawn));
      const owners = createOwnerFinder(record(drawn, true), toKind(drawn));
      expect(show(drawn, (path) => owners.ofFile(path as RelativePath)?.path)).toEqual(expected);
      // A package or a repository that came after the selection was recorded is nobody's all the same.
      const later = createOwnerFinder(record(drawn, false), toKind(drawn));
      expect(show(drawn, (path) => later.ofFile(path as RelativePath)?.path)).toEqual(expected);
    }),
    RUNS
  );
});

// What a tool is told that knows one scope and no other: its folder, and what it leaves out.
test("10,000 trees: the records alone part the files, no two scopes taking one and none being lost", () => {
  fc.assert(
    fc.property(tree, (drawn) => {
      const routes = record(drawn, true);
      const toTakers = (path: string): string => {
        const takers = isHardExcluded(path) ? [] : routes.filter((route) => takes(route, path));
        return takers.map((taker) => taker.path).join(" ") || "nobody";
      };
      expect(show(drawn, toTakers)).toEqual(show(drawn, (path) => findOwnerByWords(path, drawn)));
    }),
    RUNS
  );
});

function takes({ path: scope, leavesOut }: OwningScope, path: string): boolean {
  return isWithin(scope, path) && !leavesOut(scope === "." ? path : path.slice(scope.length + 1));
}

test("the trees are no easy ones: owned, excluded, embedded and hard-excluded files all occur", () => {
  const seen = new Map<string, number>();
  const count = (kind: string): void => {
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  };
  for (const drawn of fc.sample(tree, { numRuns: 2000, seed: 1 })) {
    for (const path of drawn.files) {
      const owner = findOwnerByWords(path, drawn);
      if (owner !== undefined) count(owner === "." ? "root" : "nested");
      else if (isNever(path)) count("never");
      else if (findExclusion(path, drawn.exclude) !== undefined) count("excluded");
      else if (isInAny(path, drawn.repositories)) count("repository");
      else if (drawn.scopes.includes(".")) count("package");
      else count("unselected");
    }
  }
  for (const kind of ["root", "nested", "never", "excluded", "repository", "package", "unselected"]) {
    expect([kind, (seen.get(kind) ?? 0) > 100]).toEqual([kind, true]);
  }
});
