import { describe, expect, test } from "vitest";

import type { FolderFacts } from "../../src/domain/detection.ts";
import type { Json } from "../../src/domain/json.ts";
import { findLintPolicy, toLintConfig } from "../../src/domain/lint-policy.ts";
import { findUntaken } from "../../src/domain/named-policies.ts";
import { findOxlintCommands, findUnreadCalls } from "../../src/domain/oxlint-command.ts";
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

const RC = ".oxlintrc.json" as string;
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

  // The first `-c` of any script stood for the scope's policy, before what its own `lint` finds.
  test.each<[string, Record<string, string>, readonly string[], string | undefined, readonly string[]]>([
    ["a side script", { lint: "oxlint", strict: "oxlint -c s.json" }, [RC], RC, ["s.json (script strict)"]],
    [
      "a side script, and nothing found",
      { lint: "oxlint", strict: "oxlint -c s.json" },
      [],
      undefined,
      ["s.json (script strict)"],
    ],
    ["lint itself", { lint: "oxlint -c s.json", b: "oxlint" }, [RC], "s.json", []],
    ["lint through another", { lint: "npm run b", b: "oxlint -c s.json" }, [RC], "s.json", []],
    ["lint in part", { lint: "oxlint && oxlint -c s.json" }, [RC], RC, ["s.json (script lint)"]],
    ["all the same", { a: "oxlint -c s.json", b: "oxlint -c ./s.json src" }, [], "s.json", []],
    [
      "not all the same",
      { a: "oxlint -c s.json", b: "oxlint -c t.json" },
      [],
      undefined,
      ["s.json (script a)", "t.json (script b)"],
    ],
    ["another package's", { lint: "oxlint", p: "oxlint -c p/.oxlintrc.json p/src" }, [], undefined, []],
    ["in another package", { lint: "cd p && oxlint -c s.json" }, [], undefined, ["p/s.json (script lint)"]],
    ["all of its path", { lint: "oxlint -c /repo/s.json" }, [], "s.json", []],
  ])("whose -c counts: %s", (_about, scripts, names, wanted, others) => {
    const files = new Set(["s.json", "t.json", "p/.oxlintrc.json", "p/s.json", "p/package.json"]);
    const facts = { receipt: undefined, root: "/repo", isFile: (file: string) => files.has(file) };
    const of = folder(".", names, scripts);
    const policy = findLintPolicy({ folder: of, above: [], ...facts });
    const taken = policy.kind === "generated" ? policy.project?.path : policy.path;
    expect(taken).toBe(wanted);
    expect(findUntaken(of, taken, facts)).toEqual({ others, unread: [] });
  });

  test.each(["$CONFIG", "../out.json", "gone.json", "/else/a.json", "a.yaml"])(
    "a -c that leads to nothing: %s",
    (config) => {
      const of = folder(".", [RC], { lint: `oxlint -c ${config}` });
      const facts = { receipt: undefined, isFile: () => false };
      expect(findUntaken(of, undefined, facts)).toEqual({ others: [], unread: [`-c ${config} (script lint)`] });
    }
  );

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
      [{ script: "lint", config: "my config/a.json", paths: ["src dir"], isAlone: true, policyFlags: [] }],
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
          paths: ["src"],
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

  // Forms that were passed over, so that a policy or a threshold was lost in silence.
  test.each<[string, unknown, unknown]>([
    ["npx oxlint@1.80.0 -c a.json", "a.json", undefined],
    ["npx --yes oxlint@1.80.0 --max-warnings=5", undefined, 5],
    ["npx -p oxlint oxlint -c a.json", "a.json", undefined],
    ["npx -c 'oxlint -c a.json'", "a.json", undefined],
    ["node node_modules/oxlint/bin/oxlint -c a.json", "a.json", undefined],
    ["node --no-warnings ./node_modules/.bin/oxlint --max-warnings 2", undefined, 2],
    ["pnpm --filter . exec oxlint -c a.json", "a.json", undefined],
    ["oxlint -cconfig/lint.json", "config/lint.json", undefined],
    ["oxlint -c=config/lintrc", "config/lintrc", undefined],
    ['sh -c "oxlint --max-warnings 3"', undefined, 3],
    ['concurrently "tsc -w" "oxlint -c a.json --max-warnings 3"', "a.json", 3],
    ["dotenv -e .env -- oxlint -c a.json", "a.json", undefined],
    ["if true; then time -p oxlint -c a.json; fi", "a.json", undefined],
  ])("read: %s", (text, config, maxWarnings) => {
    const [call, ...more] = read(text);
    expect([call?.config, call?.maxWarnings, more]).toEqual([config, maxWarnings, []]);
    expect(findUnreadCalls({ scripts: { lint: text } } as Json)).toEqual([]);
  });

  test("through another script, with what that is given besides", () => {
    const scripts = { ci: "npm run ox -- --max-warnings 3", ox: "oxlint -c a.json", pn: "pnpm ox --quiet" };
    const calls = findOxlintCommands({ scripts } as Json);
    expect(calls.map(({ script, config, maxWarnings }) => [script, config, maxWarnings])).toEqual([
      ["ox", "a.json", undefined],
      ["ci", "a.json", 3],
      ["pn", "a.json", undefined],
    ]);
    // What runs ours is ours, and a circle ends.
    expect(findOxlintCommands({ scripts } as Json, (script) => script === "ox")).toEqual([]);
    expect(findOxlintCommands({ scripts: { a: "npm run b", b: "npm run a" } } as Json)).toEqual([]);
  });

  test.each([
    ["pnpm --filter foo exec oxlint --max-warnings 4", [{ script: "lint", hasConfig: false, hasThreshold: true }]],
    ["yarn workspace foo oxlint -c a.json", [{ script: "lint", hasConfig: true, hasThreshold: false }]],
    [
      "git ls-files | xargs oxlint -c a.json --deny-warnings",
      [{ script: "lint", hasConfig: true, hasThreshold: true }],
    ],
    ["deno run npm:oxlint@1.80.0 --config=a.json", [{ script: "lint", hasConfig: true, hasThreshold: false }]],
    ["eslint -c oxlint.js --max-warnings 0 && oxlint", []],
    ["echo 'oxlint -c a.json'; xargs oxlint --quiet", []],
  ])("not read, and said so: %s", (lint, calls) => {
    expect(findUnreadCalls({ scripts: { lint } } as Json)).toEqual(calls);
  });

  test("the script of the name first, then by name; junk is passed over", () => {
    const scripts = { a: "oxlint a", lint: "oxlint b", "lint:ci": "oxlint c", n: 7, none: "eslint" };
    expect(findOxlintCommands({ scripts } as Json).map(({ script }) => script)).toEqual(["lint", "a", "lint:ci"]);
    for (const junk of [undefined, null, [], { scripts: [] }, { scripts: "oxlint" }]) {
      expect(findOxlintCommands(junk as Json)).toEqual([]);
    }
  });
});
