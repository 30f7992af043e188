import { describe, expect, test } from "vitest";

import type { FolderFacts } from "../../src/domain/detection.ts";
import type { Json } from "../../src/domain/json.ts";
import { findLintPolicy, toLintConfig } from "../../src/domain/lint-policy.ts";
import { findOxlintCommands } from "../../src/domain/oxlint-command.ts";
import type { ScopePath } from "../../src/domain/paths.ts";
import type { Receipt, ReceiptEntry } from "../../src/domain/receipt.ts";

function folder(path: string, names: readonly string[], scripts?: Readonly<Record<string, string>>): FolderFacts {
  const facts = { path: path as ScopePath, names: new Set(names) };
  return scripts ? { ...facts, manifest: { scripts } as Json } : facts;
}

const entry = (kind: ReceiptEntry["class"], more: Partial<ReceiptEntry> = {}): ReceiptEntry => ({
  class: kind,
  sha256: "0",
  generator: "lint",
  since: "0.1.0",
  created: true,
  ...more,
});

const receipt = (files: Receipt["files"]): Receipt => ({
  schemaVersion: 1,
  templateVersion: "0.1.0",
  templateDigest: "",
  inputsDigest: "",
  tools: {},
  preview: "on",
  files,
});

const OWN = "in the scope's own folder";

interface Setting {
  readonly above?: readonly FolderFacts[];
  readonly receipt?: Receipt;
  readonly files?: readonly string[];
}

function find(of: FolderFacts, { above = [], receipt: known, files = [] }: Setting = {}) {
  return findLintPolicy({ folder: of, above, receipt: known, isFile: (path) => files.includes(path) });
}

describe("who writes a scope's lint policy", () => {
  const module = folder("packages/a", ["oxlint.config.ts"]);

  test("nobody, a module of the project's, or its JSON", () => {
    expect(find(folder(".", []))).toEqual({ kind: "generated" });
    expect(find(module)).toEqual({ kind: "project-module", path: "packages/a/oxlint.config.ts" });
    for (const name of [".oxlintrc.json", ".oxlintrc.jsonc"]) {
      expect(find(folder("a", [name]))).toEqual({
        kind: "generated",
        project: { kind: "json", path: `a/${name}`, because: OWN },
      });
    }
  });

  test("our own publication never turns ours into the project's", () => {
    expect(find(module, { receipt: receipt({ "packages/a/oxlint.config.ts": entry("generated") }) })).toEqual({
      kind: "generated",
    });
  });

  test("a module that we only add keys to, or that came after ours was deleted on purpose, is the project's", () => {
    for (const owned of [entry("merged"), entry("generated", { removedByUser: true })]) {
      expect(find(module, { receipt: receipt({ "packages/a/oxlint.config.ts": owned }) }).kind).toBe("project-module");
    }
  });

  test("the file that is written for us, where there is nothing else", () => {
    expect(find(folder(".", ["oxlint.project.json"]))).toEqual({
      kind: "generated",
      project: { kind: "json", path: "oxlint.project.json", because: OWN, isNew: true },
    });
    expect(find(folder(".", ["oxlint.project.json", ".oxlintrc.json"]))).toMatchObject({
      project: { path: ".oxlintrc.json" },
    });
  });

  test("what a script of the scope names: a renamed file, one above, a module of another name", () => {
    const named = (command: string, files: readonly string[]) =>
      find(folder("packages/a", [".oxlintrc.json"], { lint: command }), { files });
    expect(named("oxlint -c config/lint.json src", ["packages/a/config/lint.json"])).toEqual({
      kind: "generated",
      project: {
        kind: "json",
        path: "packages/a/config/lint.json",
        because: "script lint of packages/a/package.json names it",
        isAlone: true,
      },
    });
    expect(named("eslint . && npx oxlint --config=../../shared.json", ["shared.json"])).toMatchObject({
      project: { path: "shared.json", types: false },
    });
    expect(named("oxlint -c base.config.ts", ["packages/a/base.config.ts"])).toMatchObject({
      kind: "generated",
      project: { kind: "module", path: "packages/a/base.config.ts" },
    });
    // Not there, outside, or no configuration: the file beside it stands.
    for (const command of ["oxlint -c gone.json", "oxlint -c ../../../out.json", "oxlint -c $CONFIG", "oxlint"]) {
      expect(named(command, [])).toMatchObject({ project: { path: "packages/a/.oxlintrc.json" } });
    }
  });

  test("one of which oxlint looks for none below: a script names it or turns the search off", () => {
    const isAlone = (lint: string): unknown => {
      const policy = find(folder("a", [".oxlintrc.json"], { lint }), { files: ["a/.oxlintrc.json"] });
      return policy.kind === "generated" && policy.project?.isAlone;
    };
    expect(isAlone("oxlint -c .oxlintrc.json")).toBe(true);
    expect(isAlone("oxlint --disable-nested-config src")).toBe(true);
    expect(isAlone("oxlint src")).toBeUndefined();
    // A script of ours that was edited.
    expect(isAlone("oxlint -c oxlint.effective.config.ts --disable-nested-config --quiet")).toBeUndefined();
  });

  test("not a script of ours", () => {
    const lint = "oxlint -c old.json --max-warnings 0";
    const keys = [{ pointer: "/scripts/lint", value: lint }];
    const known = receipt({ "package.json": entry("merged", { keys }) });
    expect(find(folder(".", [], { lint }), { receipt: known, files: ["old.json"] })).toEqual({ kind: "generated" });
    expect(find(folder(".", [], { lint }), { files: ["old.json"] })).toMatchObject({ project: { path: "old.json" } });
  });

  test("the nearest one above, whose types stay with who has a tsconfig.json", () => {
    const above = [folder("packages", []), folder(".", [".oxlintrc.json"])];
    expect(find(folder("packages/a", []), { above })).toEqual({
      kind: "generated",
      project: {
        kind: "json",
        path: ".oxlintrc.json",
        because: "the nearest one above the scope",
        types: false,
      },
    });
    const typed = find(folder("packages/a", ["tsconfig.json"]), { above });
    expect(typed.kind === "generated" && typed.project).not.toHaveProperty("types");
    const nearer = [folder("packages", ["oxlint.config.mts"]), folder(".", [".oxlintrc.json"])];
    expect(find(folder("packages/a", []), { above: nearer })).toMatchObject({
      project: { kind: "module", path: "packages/oxlint.config.mts" },
    });
  });

  test("a configuration above that we generated is none of the project's", () => {
    const above = [folder(".", ["oxlint.config.ts"])];
    const known = receipt({ "oxlint.config.ts": entry("generated") });
    expect(find(folder("packages/a", []), { above, receipt: known })).toEqual({ kind: "generated" });
  });
});

test("the effective configuration stands beside what oxlint finds by itself, under a name that it does not look for", () => {
  const scope = "packages/a" as ScopePath;
  expect(toLintConfig(scope, { kind: "generated" })).toBe("packages/a/oxlint.config.ts");
  const read = (names: readonly string[]) => toLintConfig(scope, find(folder("packages/a", names)));
  expect(read([".oxlintrc.json"])).toBe("packages/a/oxlint.effective.config.ts");
  expect(read(["oxlint.project.json"])).toBe("packages/a/oxlint.config.ts");
  expect(read(["oxlint.config.mts"])).toBe("packages/a/oxlint.config.mts");
});

describe("calls of oxlint in scripts", () => {
  const read = (lint: string) => findOxlintCommands({ scripts: { lint } } as Json);

  test.each([
    ["oxlint", [{ script: "lint", isAlone: false, policyFlags: [] }]],
    [
      "oxlint -c a.json --max-warnings 3",
      [{ script: "lint", config: "a.json", maxWarnings: 3, isAlone: true, policyFlags: [] }],
    ],
    [
      "oxlint --max-warnings=3 && oxlint --deny-warnings",
      [
        { script: "lint", maxWarnings: 3, isAlone: false, policyFlags: [] },
        { script: "lint", maxWarnings: 0, isAlone: false, policyFlags: [] },
      ],
    ],
    [
      "FORCE=1 pnpm exec oxlint -c 'my config/a.json' \"src dir\"",
      [{ script: "lint", config: "my config/a.json", isAlone: true, policyFlags: [] }],
    ],
    [
      "./node_modules/.bin/oxlint --max-warnings $MOST",
      [{ script: "lint", maxWarnings: Number.NaN, isAlone: false, policyFlags: [] }],
    ],
    [
      "oxlint -D correctness -A no-debugger --import-plugin --type-aware --ignore-pattern 'gen/**' src",
      [
        {
          script: "lint",
          isAlone: false,
          policyFlags: [
            "-D correctness",
            "-A no-debugger",
            "--import-plugin",
            "--type-aware",
            "--ignore-pattern gen/**",
          ],
        },
      ],
    ],
    ["eslint --rule oxlint:0; echo oxlint-plugin", []],
  ])("%s", (text, calls) => {
    expect(read(text)).toEqual(calls);
  });

  test("the script of the name first, then by name; junk is passed over", () => {
    const scripts = { a: "oxlint a", lint: "oxlint b", "lint:ci": "oxlint c", n: 7, none: "eslint" };
    expect(findOxlintCommands({ scripts } as Json).map(({ script }) => script)).toEqual(["lint", "a", "lint:ci"]);
    for (const junk of [undefined, null, [], { scripts: [] }, { scripts: "oxlint" }]) {
      expect(findOxlintCommands(junk as Json)).toEqual([]);
    }
  });
});
