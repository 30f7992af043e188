import { describe, expect, test } from "vitest";

import type { FolderFacts } from "../../src/domain/detection.ts";
import {
  countLanguages,
  findAgents,
  findFormatters,
  findHookManagers,
  findLinters,
  findWorkspacePatterns,
} from "../../src/domain/detection.ts";
import type { Json } from "../../src/domain/json.ts";
import { isPackageManifest } from "../../src/domain/package-manifest.ts";
import type { ScopePath } from "../../src/domain/paths.ts";

function folder(names: readonly string[], manifest?: Json, path = "."): FolderFacts {
  return { path: path as ScopePath, names: new Set(names), ...(manifest === undefined ? {} : { manifest }) };
}

const names = (found: readonly { readonly name: string }[]): readonly string[] => found.map((one) => one.name);

describe("formatters", () => {
  test.each([
    ".prettierrc",
    ".prettierrc.json",
    ".prettierrc.json5",
    ".prettierrc.yml",
    ".prettierrc.yaml",
    ".prettierrc.toml",
    ".prettierrc.js",
    ".prettierrc.cjs",
    ".prettierrc.mts",
    "prettier.config.js",
    "prettier.config.mjs",
    "prettier.config.cts",
  ])("%s is Prettier", (name) => {
    expect(findFormatters([folder([name])])).toEqual([{ name: "prettier", because: name }]);
  });

  test("Prettier without a configuration shows itself in package.json", () => {
    expect(findFormatters([folder([], { prettier: "@acme/prettier" })])[0]?.because).toBe('"prettier" in package.json');
    const dependency = findFormatters([
      folder([], { devDependencies: { "eslint-plugin-prettier": "5" } }, "packages/a"),
    ]);
    expect(dependency).toEqual([
      { name: "prettier", because: "dependency eslint-plugin-prettier of packages/a/package.json" },
    ]);
    const script = findFormatters([folder([], { scripts: { fmt: "npx prettier --write ." } })]);
    expect(script).toEqual([{ name: "prettier", because: "script fmt in package.json" }]);
    const staged = findFormatters([folder([], { "lint-staged": { "*.ts": ["eslint --fix", "prettier --write"] } })]);
    expect(staged).toEqual([{ name: "prettier", because: "lint-staged in package.json" }]);
  });

  test("the package alone, or a word that only holds the name, is no formatter", () => {
    const manifest = {
      devDependencies: { prettier: "3.10.1" },
      scripts: { a: "prettier-check", b: "node my.prettier.mjs" },
    };
    expect(findFormatters([folder([], manifest)])).toEqual([]);
  });

  test("an ignore file alone is no formatter", () => {
    expect(findFormatters([folder([".prettierignore", ".editorconfig", "prettier.md"])])).toEqual([]);
  });

  test.each([
    ["biome.json", "biome"],
    ["biome.jsonc", "biome"],
    [".biome.json", "biome"],
    ["dprint.json", "dprint"],
    [".dprint.jsonc", "dprint"],
  ])("%s is %s", (name, formatter) => expect(names(findFormatters([folder([name])]))).toEqual([formatter]));

  test("Biome and dprint without a file of their own show themselves in scripts", () => {
    expect(names(findFormatters([folder([], { scripts: { f: "biome check --write" } })]))).toEqual(["biome"]);
    expect(names(findFormatters([folder([], { scripts: { f: "biome lint" } })]))).toEqual([]);
    expect(names(findFormatters([folder([], { scripts: { f: "dprint fmt" } })]))).toEqual(["dprint"]);
  });

  test("ESLint's stylistic plugin is a formatter", () => {
    const manifest = { devDependencies: { "@stylistic/eslint-plugin": "5.0.0" } };
    expect(names(findFormatters([folder([], manifest)]))).toEqual(["eslint-stylistic"]);
  });

  test("each is named once, by its first sign, in whatever folder", () => {
    const found = findFormatters([
      folder([]),
      folder([".prettierrc"], undefined, "a"),
      folder([".prettierrc"], undefined, "b"),
    ]);
    expect(found).toEqual([{ name: "prettier", because: "a/.prettierrc" }]);
  });
});

test("linters: the flat and the legacy names of ESLint, oxlint in JSON and as a module, Biome", () => {
  expect(names(findLinters([folder(["eslint.config.mts"])]))).toEqual(["eslint"]);
  expect(names(findLinters([folder([".eslintrc.cjs"])]))).toEqual(["eslint"]);
  expect(names(findLinters([folder([".eslintrc"])]))).toEqual(["eslint"]);
  expect(names(findLinters([folder([], { eslintConfig: {} })]))).toEqual(["eslint"]);
  expect(names(findLinters([folder([".oxlintrc.json"])]))).toEqual(["oxlint"]);
  expect(names(findLinters([folder(["oxlint.config.ts", "biome.json"])]))).toEqual(["oxlint", "biome"]);
});

test("agents and hook managers", () => {
  expect(names(findAgents([folder([".claude", ".opencode"])]))).toEqual(["claude", "opencode"]);
  expect(names(findAgents([folder([".cursorrules", ".codex"])]))).toEqual(["codex", "cursor"]);
  expect(names(findAgents([folder(["AGENTS.md"])]))).toEqual([]);
  expect(names(findHookManagers([folder([".husky", ".lintstagedrc.yml"])]))).toEqual(["husky", "lint-staged"]);
  expect(names(findHookManagers([folder([], { "simple-git-hooks": {}, "lint-staged": {} })]))).toEqual([
    "simple-git-hooks",
    "lint-staged",
  ]);
  expect(names(findHookManagers([folder([".lefthook.toml"])]))).toEqual(["lefthook"]);
});

test("workspace patterns: an array, an object with packages, and junk", () => {
  expect(findWorkspacePatterns({ workspaces: ["packages/*", 7, null] as Json })).toEqual(["packages/*"]);
  expect(findWorkspacePatterns({ workspaces: { packages: ["apps/*"], nohoist: ["**"] } })).toEqual(["apps/*"]);
  expect(findWorkspacePatterns({ workspaces: "packages/*" })).toEqual([]);
  expect(findWorkspacePatterns(undefined)).toEqual([]);
});

test("a manifest that only sets a module type is no package", () => {
  expect(isPackageManifest({ type: "commonjs" })).toBe(false);
  expect(isPackageManifest({ sideEffects: false, main: "./index.js" })).toBe(false);
  expect(isPackageManifest({ name: "a" })).toBe(true);
  expect(isPackageManifest({ dependencies: {} })).toBe(true);
  expect(isPackageManifest([])).toBe(false);
});

test("languages are counted, most first", () => {
  expect(countLanguages(["a.ts", "b.tsx", "c.mjs", "d.vue", "e.md", "f.d.cts"])).toEqual([
    { name: "TypeScript", files: 3 },
    { name: "JavaScript", files: 1 },
    { name: "Vue", files: 1 },
  ]);
});
