import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";

import { findWay, moveGlobs, moveIgnores } from "../../src/domain/policy/move-globs.ts";
import type { Globs } from "../../src/domain/policy/move-globs.ts";

// A glob or an ignore pattern that is written for one folder and read from another must name the same files.

const NAMES = ["packages", "apps", "a", "b", "src", "x.js", "y.ts", "a.test.js"] as const;
const anyName = fc.constantFrom(...NAMES);
const anySegment = fc.oneof(
  { weight: 4, arbitrary: anyName },
  fc.constantFrom("*", "**", "*.js", "?", "[ab]", "{a,b}", "{packages,apps}", "*.{js,ts}")
);
const anyPath = fc.array(anyName, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const anyGlob = fc
  .tuple(fc.constantFrom("", "./", "!"), fc.array(anySegment, { minLength: 1, maxLength: 5 }))
  .map(([prefix, parts]) => prefix + parts.join("/"));

/** As oxlint reads an override's glob: without a slash at any depth. */
function isMatch(globs: readonly string[], file: string): boolean {
  return globs.some((glob) => {
    // Without a slash even a sign is a part of a name.
    const isNegated = glob.startsWith("!") && glob.includes("/");
    const body = isNegated ? glob.slice(1) : glob;
    const bare = body.replace(/^\.\//, "");
    const whole = bare.includes("/") || bare !== body ? bare : `**/${bare}`;
    return picomatch.isMatch(file, whole, { dot: true, strictSlashes: true }) !== isNegated;
  });
}

/**
 * As oxlint reads ignore patterns: what is said of the path itself stands, else of the nearest folder above it; of several
 * patterns the last.
 */
function isIgnored(patterns: readonly string[], file: string): boolean {
  for (const path of [file, ...listAbove(file).toReversed()]) {
    const last = patterns.findLast((pattern) => isNamed(pattern, path, path === file));
    if (last !== undefined) return !last.startsWith("!");
  }
  return false;
}

function isNamed(pattern: string, path: string, isFile: boolean): boolean {
  const body = pattern.replace(/^!/, "");
  if (body.endsWith("/") && isFile) return false;
  const plain = body.replace(/\/$/, "");
  if (plain === "**") return true;
  const glob = plain.includes("/") ? plain.replace(/^\//, "") : `**/${plain}`;
  if (glob.endsWith("/**")) return listAbove(path).some((above) => matches(above, glob.slice(0, -3)));
  return matches(path, glob);
}

const matches = (path: string, glob: string): boolean => picomatch.isMatch(path, glob, { dot: true });

const listAbove = (path: string): readonly string[] =>
  path.split("/").flatMap((_part, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join("/")]));

const noBraces = (pattern: string): boolean => !/[{}]/.test(pattern);

describe("the way between two folders", () => {
  test.each([
    [".", ".", { kind: "same" }],
    ["/r/a", "/r/a", { kind: "same" }],
    [".", "packages/a", { kind: "down", folders: ["packages", "a"] }],
    ["packages", "packages/a", { kind: "down", folders: ["a"] }],
    ["config/lint", ".", { kind: "up", folder: "config/lint" }],
    ["/r/config", "/r", { kind: "up", folder: "config" }],
    ["tools", "packages/a", { kind: "apart" }],
    ["packages/ab", "packages/a", { kind: "apart" }],
  ])("%s, %s", (from, to, way) => {
    expect(findWay(from, to)).toEqual(way);
  });
});

describe("globs of overrides", () => {
  const anyGlobs = fc.record({
    files: fc.array(anyGlob, { minLength: 1, maxLength: 2 }),
    excludeFiles: fc.array(
      anyGlob.filter((glob) => !glob.startsWith("!")),
      { maxLength: 1 }
    ),
  });
  const reaches = (all: readonly Globs[], file: string): boolean =>
    all.some(({ files, excludeFiles = [] }) => isMatch(files, file) && !isMatch(excludeFiles, file));

  test("read from a folder below, they match what they matched", () => {
    fc.assert(
      fc.property(anyGlobs, anyPath, (globs, file) => {
        const moved = moveGlobs(globs, findWay(".", "packages/a"));
        const wanted = reaches([globs], `packages/a/${file}`);
        expect([globs, moved, file, reaches(moved, file)]).toEqual([globs, moved, file, wanted]);
      }),
      { numRuns: 5000 }
    );
  });

  test("read from a folder above, they match what they matched below their own and outside of it", () => {
    // Of a whole path a star may also stand for a folder above the repository, and none is meant for that.
    const isMeant = ({ files, excludeFiles }: { files: string[]; excludeFiles: string[] }): boolean =>
      ![...files, ...excludeFiles].some((glob) => /^(?:!|\.\/)*(?:\*\*\/)*[^/]*[*?{[][^/]*\//.test(glob));
    fc.assert(
      fc.property(anyGlobs.filter(isMeant), anyPath, (globs, file) => {
        // Deep, so that no glob here reaches from the disk's root to the file.
        const root = "/1/2/3/4/5/6/7/8";
        const moved = moveGlobs(globs, findWay(`${root}/src`, root));
        const wanted = file.startsWith("src/") ? file.slice("src/".length) : `${root}/${file}`;
        expect([globs, moved, file, reaches(moved, file)]).toEqual([globs, moved, file, reaches([globs], wanted)]);
      }),
      { numRuns: 5000 }
    );
  });

  test("from a folder beside, only those that are meant at any depth are left", () => {
    const way = findWay("tools", "packages/a");
    expect(moveGlobs({ files: ["*.js", "src/*.js", "**/src/*.js", "./x.js"] }, way)).toEqual([
      { files: ["*.js", "**/src/*.js"], excludeFiles: [] },
    ]);
    expect(moveGlobs({ files: ["src/*.js"] }, way)).toEqual([]);
  });

  test("braces that stand for too much, and an exclusion of what is not, are refused", () => {
    const hostile = `src/${"{a,b}".repeat(20)}`;
    expect(() => moveGlobs({ files: [hostile] }, findWay(".", "src"))).toThrow(RangeError);
    expect(() => moveGlobs({ files: ["*"], excludeFiles: ["!src/**"] }, findWay(".", "src"))).toThrow(RangeError);
  });

  test("names that are glob to a matcher are taken as names", () => {
    expect(moveGlobs({ files: ["src/*.js"] }, findWay("my [config]", "."))[0]?.files).toEqual([
      String.raw`my \[config\]/src/*.js`,
    ]);
  });
});

describe("ignore patterns", () => {
  const anyPattern = fc
    .tuple(
      fc.constantFrom("", "!"),
      fc.constantFrom("", "/"),
      fc.array(anySegment.filter(noBraces), { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "/")
    )
    // What stands for everything alone, readers do not agree on.
    .filter((pattern) => pattern[2].some((part) => part !== "**"))
    .map(([sign, root, parts, end]) => sign + root + parts.join("/") + end);

  test("read from a folder below, they leave out what they left out", () => {
    fc.assert(
      fc.property(fc.array(anyPattern, { maxLength: 4 }), anyPath, (patterns, file) => {
        const moved = moveIgnores(patterns, findWay(".", "packages/a"));
        const wanted = isIgnored(patterns, `packages/a/${file}`);
        expect([patterns, moved, file, isIgnored(moved, file)]).toEqual([patterns, moved, file, wanted]);
      }),
      { numRuns: 5000 }
    );
  });

  test("read from a folder above, they leave out what they left out below their own", () => {
    fc.assert(
      fc.property(fc.array(anyPattern, { maxLength: 4 }), anyPath, (patterns, file) => {
        const moved = moveIgnores(patterns, findWay("config", "."));
        expect([patterns, moved, file, isIgnored(moved, `config/${file}`)]).toEqual([
          patterns,
          moved,
          file,
          isIgnored(patterns, file),
        ]);
        expect(isIgnored(moved, file.startsWith("config") ? `x/${file}` : file)).toBe(false);
      }),
      { numRuns: 5000 }
    );
  });

  test("comments and blank lines are none, and from a folder beside nothing is left", () => {
    expect(moveIgnores(["# dist", "", "dist "], findWay(".", "a"))).toEqual(["dist"]);
    expect(moveIgnores(["dist"], findWay("tools", "a"))).toEqual([]);
  });
});
