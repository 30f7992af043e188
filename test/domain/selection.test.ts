import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";

import { findExclusion, toScopeIgnores } from "../../src/domain/ownership-of-scopes.ts";
import { isExcludedBy, parsePattern, rebasePattern } from "../../src/domain/path-pattern.ts";
import type { ScopePath } from "../../src/domain/paths.ts";
import type { ScopeFacts } from "../../src/domain/selection.ts";
import { findScopeProblem, parseExclude, parseScope, parseScopes } from "../../src/domain/selection.ts";

const scope = (path: string): ScopePath => path as ScopePath;

describe("scopes as written", () => {
  test("one spelling: sorted, each once", () => {
    const texts = ["packages/b/", "./packages/a", "packages/b", " . ", "./", "packages/a//"];
    expect(parseScopes(texts)).toEqual({ scopes: [".", "packages/a", "packages/b"], refused: [] });
  });

  test.each([
    ["/etc", "absolute"],
    ["../other", "escapes"],
    ["packages/../../x", "escapes"],
    ["C:foo", "drive"],
    [String.raw`packages\a`, "backslash"],
    [String.raw`\\server\share`, "backslash"],
    ["%2e%2e/x", "encoded"],
    ["a\u0000b", "control"],
    ["packages//a", "not-normal"],
    [".git", "git-directory"],
    ["", "empty"],
    ["/", "absolute"],
  ])("%j is refused: %s", (text, problem) => {
    expect(parseScope(text)).toEqual({ problem: { kind: "path", problem } });
  });
});

describe("scopes on the disk", () => {
  const good: ScopeFacts = { folder: { kind: "folder", real: scope("packages/a") }, manifest: "file", movedTo: [] };
  const problemOf = (facts: Partial<ScopeFacts>, exclude: readonly string[] = [], path = "packages/a") =>
    findScopeProblem(scope(path), exclude, { ...good, ...facts });

  test("a real folder with a package.json is fine", () => expect(problemOf({})).toBeUndefined());

  test.each<[string, Partial<ScopeFacts>, object]>([
    ["missing", { folder: { kind: "absent" } }, { kind: "missing" }],
    ["moved", { folder: { kind: "absent" }, movedTo: ["libs/a"] }, { kind: "moved", to: ["libs/a"] }],
    ["a file", { folder: { kind: "not-a-folder" } }, { kind: "not-a-folder" }],
    ["a link out", { folder: { kind: "outside" } }, { kind: "outside" }],
    ["a repository", { folder: { kind: "embedded", repository: "x" } }, { kind: "embedded", repository: "x" }],
    ["another name", { folder: { kind: "folder", real: scope("libs/a") } }, { kind: "aliased", real: "libs/a" }],
    ["without package.json", { manifest: "absent" }, { kind: "no-manifest" }],
    ["package.json a folder", { manifest: "not-a-file" }, { kind: "manifest-not-a-file" }],
    ["package.json a link out", { manifest: "outside" }, { kind: "manifest-outside" }],
  ])("%s", (_name, facts, problem) => expect(problemOf(facts)).toEqual(problem));

  test("inside an exclusion, the hard ones included", () => {
    expect(problemOf({}, ["packages/*"])).toEqual({ kind: "excluded", by: "packages/*" });
    expect(problemOf({}, ["packages"])).toEqual({ kind: "excluded", by: "packages" });
    expect(problemOf({}, ["packages/a/dist/**"])).toBeUndefined();
    expect(problemOf({}, [], "apps/wiki/site")).toEqual({ kind: "excluded", by: "apps/wiki" });
    expect(problemOf({ folder: { kind: "folder", real: scope("apps/wikis") } }, [], "apps/wikis")).toBeUndefined();
  });
});

describe("exclusion patterns", () => {
  test("normalised, sorted, each once", () => {
    expect(parseExclude(["./dist/", "a/**", "dist", " b/*.gen.ts "])).toEqual({
      exclude: ["a/**", "b/*.gen.ts", "dist"],
      refused: [],
    });
  });

  test.each([
    ["", "empty"],
    ["./", "empty"],
    ["/abs", "absolute"],
    ["C:/x", "absolute"],
    ["../x", "escapes"],
    ["a/{b,../c}", "escapes"],
    ["!a", "negated"],
    ["@(a|b)", "extglob"],
    [String.raw`a\b`, "backslash"],
    ["a/[b", "unbalanced"],
    ["{a,{b,c}}", "unbalanced"],
    ["a//b", "not-normal"],
    ["a\nb", "control"],
    [`${"a/".repeat(300)}b`, "too-long"],
    ["{a,b}".repeat(8), "too-long"],
  ])("%j is refused: %s", (text, problem) => expect(parsePattern(text)).toEqual({ problem }));

  const segment = fc.constantFrom("a", "b", "ab", "*", "**", "a*", "?", "[ab]", "{a,b}", "*.ts", ".x");
  const pattern = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  const name = fc.constantFrom("a", "b", "ab", "c", "c.ts", ".x");
  const path = fc.array(name, { minLength: 2, maxLength: 5 });

  test("10,000 patterns: seen from a folder, a pattern excludes below it exactly what it excluded from the root", () => {
    fc.assert(
      fc.property(pattern, path, fc.nat(3), (glob, parts, cut) => {
        const at = 1 + (cut % (parts.length - 1));
        const [folder, rest] = [parts.slice(0, at).join("/"), parts.slice(at).join("/")];
        const isBelow = rebasePattern(glob, folder).some((rebased) => isExcludedBy(rebased, rest));
        expect(isBelow).toBe(isExcludedBy(glob, parts.join("/")));
      }),
      { numRuns: 10_000 }
    );
  });

  test("10,000 patterns: matching agrees with a glob library on the path or a folder above it", () => {
    fc.assert(
      fc.property(pattern, path, (glob, parts) => {
        // Where everything in a folder is excluded, so is the folder; the library says so for plain names only.
        const matches = picomatch([glob, `${glob}/**`, glob.replace(/(?:\/\*\*)+$/, "")], { dot: true });
        expect(isExcludedBy(glob, parts.join("/"))).toBe(matches(parts.join("/")));
      }),
      { numRuns: 10_000 }
    );
  });
});

describe("what a scope does not own", () => {
  const borders = {
    scopes: [scope("."), scope("packages/a"), scope("packages/a/plugin")],
    exclude: ["**/*.gen.ts", "packages/*/dist", "tools/**"],
    embedded: ["examples/x", "examples/x/nested", "packages/a/fixtures/(odd) [name]"],
  };

  test("the root: nested scopes, embedded packages, exclusions, outermost only, sorted", () => {
    expect(toScopeIgnores(scope("."), borders)).toEqual([
      "**/*.gen.ts",
      "**/*.gen.ts/**",
      "app/wiki",
      "app/wiki/**",
      "apps/wiki",
      "apps/wiki/**",
      "examples/x/**",
      "packages/*/dist",
      "packages/*/dist/**",
      "packages/a/**",
      "tools/**",
      "wiki",
      "wiki/**",
    ]);
  });

  test("a nested scope sees only what reaches into it, relative to itself", () => {
    expect(toScopeIgnores(scope("packages/a"), borders)).toEqual([
      "**/*.gen.ts",
      "**/*.gen.ts/**",
      "dist",
      "dist/**",
      String.raw`fixtures/\(odd\) \[name\]/**`,
      "plugin/**",
    ]);
  });

  test("an app that is a scope keeps its wiki out", () => {
    expect(toScopeIgnores(scope("app"), { scopes: [scope("app")], exclude: [], embedded: [] })).toEqual([
      "wiki",
      "wiki/**",
    ]);
    expect(findExclusion("wiki/pages", [])).toBe("wiki");
    expect(findExclusion("docs/wiki", [])).toBeUndefined();
  });
});
