import { readFile } from "node:fs/promises";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { transformSync } from "esbuild";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Answers, LintPolicy } from "../../src/domain/answers.ts";
import type { DesiredFile } from "../../src/domain/desired.ts";
import type { Json } from "../../src/domain/json.ts";
import { getAtPointer, isJsonEqual } from "../../src/domain/json.ts";
import { isRelativePath } from "../../src/domain/paths.ts";
import type { RelativePath } from "../../src/domain/paths.ts";
import { COMMIT_GATES, PACKS, PROVIDERS } from "../../src/domain/settings.ts";
import { generate, makeAnswers, makeScopeAnswers, pick } from "../helpers/generated.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";

const readJson = (file: DesiredFile): Json => JSON.parse(file.content) as Json;
const listMade = (files: ReadonlyMap<string, DesiredFile>): string[] =>
  [...files.values()].filter((file) => !file.mustExist).map((file) => file.path);

async function readManifest(changes: Partial<Answers>, name = "package.json"): Promise<Json> {
  return readJson(pick(await generate(makeAnswers(changes)), name));
}

const OF_THE_BASE = [
  ".claude/settings.json",
  ".codex/hooks.json",
  ".cursor/hooks.json",
  ".gitattributes",
  ".hi/README.md",
  ".hi/lint/selection.json",
  ".hi/runtime/hook.mjs",
  ".hi/runtime/lint.mjs",
  ".hi/runtime/tools.mjs",
  ".hi/settings.schema.json",
  ".opencode/plugins/hi.js",
];

describe("what each pack makes", () => {
  it("base: the runtime, its selection, a projection a provider, a policy a scope", async () => {
    const scopes = [makeScopeAnswers("."), makeScopeAnswers("packages/a")];
    const files = await generate(makeAnswers({ scopes }));
    expect(listMade(files)).toEqual([...OF_THE_BASE, "oxlint.config.ts", "packages/a/oxlint.config.ts"]);
    expect([...files.keys()]).toEqual(expect.arrayContaining(["package.json", "packages/a/package.json"]));
  });

  it("nothing for a provider that is not selected", async () => {
    const files = await generate(makeAnswers({ providers: ["codex"] }));
    expect(listMade(files).filter((name) => /^\.(?!hi|git)/.test(name))).toEqual([".codex/hooks.json"]);
  });

  it("nothing of lint where deliberately no scope is selected", async () => {
    const files = await generate(makeAnswers({ scopes: [] }));
    expect(listMade(files)).toEqual(OF_THE_BASE);
    expect(files.has("package.json")).toBe(false);
    expect(readJson(pick(files, ".hi/lint/selection.json"))).toEqual({
      schemaVersion: 1,
      hook: { deadlineMs: 20_000 },
      scopes: [],
    });
  });

  it("format: a formatter's configuration a scope that oxfmt formats, and nothing of oxfmt elsewhere", async () => {
    const scopes = [makeScopeAnswers("a", { format: true }), makeScopeAnswers("b")];
    const files = await generate(makeAnswers({ packs: ["base", "format"], scopes }));
    expect(files.has("a/oxfmt.config.ts")).toBe(true);
    expect(files.has("b/oxfmt.config.ts")).toBe(false);
    expect(pick(files, "b/package.json").content).not.toContain("oxfmt");
  });

  it("commit gate: one command a kind of check, whatever the scopes, and lefthook where a root manifest stands", async () => {
    const files = await generate(makeAnswers({ commitGate: "lefthook", scopes: [makeScopeAnswers("packages/a")] }));
    expect(pick(files, "lefthook.yml")).toMatchObject({ ownership: "merged", format: "yaml" });
    const lint = "pre-commit:\n  commands:\n    hi-lint:\n      run: node .hi/runtime/lint.mjs --staged\n";
    expect(pick(files, ".hi/lefthook.yml")).toMatchObject({ ownership: "generated" });
    expect(pick(files, ".hi/lefthook.yml").content.replaceAll(/^#.*\n/gm, "")).toBe(lint);
    const root = pick(files, "package.json");
    expect(root.mustExist).toBe(true);
    expect(getAtPointer(readJson(root), "/devDependencies")).toEqual({
      lefthook: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    const scopes = [makeScopeAnswers("."), makeScopeAnswers("packages/a", { format: true })];
    const formatted = await generate(makeAnswers({ commitGate: "lefthook", packageManager: "yarn-berry", scopes }));
    expect(pick(formatted, ".hi/lefthook.yml").content.match(/run: .+/g)).toEqual([
      "run: yarn node .hi/runtime/lint.mjs --staged",
      "run: yarn node .hi/runtime/lint.mjs --staged --check format",
    ]);
  });
});

describe("a scope's package.json", () => {
  it("keeps lint and format apart, each without a list of files", async () => {
    const manifest = await readManifest({
      packs: ["base", "format"],
      scopes: [makeScopeAnswers(".", { format: true })],
    });
    const lint = "node .hi/runtime/lint.mjs --scope=.";
    expect(getAtPointer(manifest, "/scripts")).toEqual({
      lint,
      "lint:fix": `${lint} --fix`,
      format: `${lint} --check format --fix`,
      "format:check": `${lint} --check format`,
    });
  });

  it("says what it does from its own folder, by a scope that no shell takes apart", async () => {
    const scopes = [makeScopeAnswers("packages/a"), makeScopeAnswers("packages/my app $x")];
    const files = await generate(makeAnswers({ scopes }));
    const lintOf = (name: string): unknown => getAtPointer(readJson(pick(files, name)), "/scripts/lint");
    expect(lintOf("packages/a/package.json")).toBe("node ../../.hi/runtime/lint.mjs --scope=packages/a");
    expect(lintOf("packages/my app $x/package.json")).toBe(
      String.raw`node ../../.hi/runtime/lint.mjs --scope="packages/my app \$x"`
    );
  });

  it("at the root looks at every scope, each once, whether the root is one or not", async () => {
    const rest = [makeScopeAnswers("packages/a", { format: true }), makeScopeAnswers("packages/b")];
    for (const scopes of [rest, [makeScopeAnswers("."), ...rest]]) {
      const manifest = await readManifest({ packs: ["base", "format"], scopes });
      expect(getAtPointer(manifest, "/scripts")).toMatchObject({
        lint: "node .hi/runtime/lint.mjs",
        "lint:fix": "node .hi/runtime/lint.mjs --fix",
      });
    }
    const dispatch = await readManifest({ packs: ["base", "format"], scopes: rest });
    expect(getAtPointer(dispatch, "/scripts/format:check")).toBe("node .hi/runtime/lint.mjs --check format");
    expect(getAtPointer(dispatch, "/devDependencies")).toBeUndefined();
  });

  it("declares the exact tuple of AC-008", async () => {
    const scopes = [makeScopeAnswers(".", { format: true, typed: true })];
    const manifest = await readManifest({ packs: ["base", "effect", "format"], scopes });
    expect(getAtPointer(manifest, "/devDependencies")).toEqual({
      "@effect/tsgo": "0.39.0",
      oxfmt: "0.66.0",
      oxlint: "1.80.0",
      "oxlint-tsgolint": "7.0.2001",
      typescript: "7.0.2",
      ultracite: "7.10.7",
    });
  });

  it("patches for Effect by a script of its own, never at an install", async () => {
    const scopes = [makeScopeAnswers(".", { typed: true })];
    const manifest = await readManifest({ packs: ["base", "effect"], scopes });
    expect(getAtPointer(manifest, "/scripts/lint:patch")).toBe("effect-tsgo patch --oxlint");
    expect(Object.keys(getAtPointer(manifest, "/scripts") as object)).toEqual(["lint", "lint:fix", "lint:patch"]);
  });

  it("is never made, and holds exactly the keys it lands", async () => {
    const file = pick(await generate(makeAnswers()), "package.json");
    expect(file).toMatchObject({ ownership: "merged", format: "json", mustExist: true, generator: "scripts" });
  });
});

describe("a project that has a lint policy of its own", () => {
  const scopesWith = (policy: LintPolicy) => [makeScopeAnswers("packages/a", { policy })];

  it("keeps its JSON where it is: a module beside it composes it, and every route names that module", async () => {
    const file = "packages/a/.oxlintrc.json" as RelativePath;
    const policy: LintPolicy = { kind: "generated", project: { kind: "json", path: file, because: file } };
    const files = await generate(makeAnswers({ scopes: scopesWith(policy) }));
    const effective = "packages/a/oxlint.effective.config.ts";
    expect(listMade(files)).toEqual([...OF_THE_BASE, ".hi/lint/policy.mjs", effective].toSorted());
    expect(files.has(file)).toBe(false);
    expect(pick(files, effective)).toMatchObject({
      ownership: "generated",
      content: expect.stringContaining('read(import.meta.url, "./.oxlintrc.json")'),
    });
    expect(pick(files, effective).content).toContain('from "../../.hi/lint/policy.mjs"');
    expect(getAtPointer(readJson(pick(files, ".hi/lint/selection.json")), "/scopes/0/config")).toBe(effective);
  });

  it("has its module handed through the composing function, and the module is never made", async () => {
    const file = "packages/a/oxlint.config.mts" as RelativePath;
    const files = await generate(makeAnswers({ scopes: scopesWith({ kind: "project-module", path: file }) }));
    expect(pick(files, file)).toMatchObject({
      ownership: "merged",
      format: "module",
      mustExist: true,
      keys: [{ pointer: "/default", value: { call: "../../.hi/lint/policy.mjs", with: ["ultracite/oxlint/core"] } }],
    });
    expect(getAtPointer(readJson(pick(files, ".hi/lint/selection.json")), "/scopes/0/config")).toBe(file);
  });

  it("may have it above the scope, in a folder with a space, or as a module", async () => {
    const path_ = "my config/base.mts" as RelativePath;
    const project = { kind: "module", path: path_, because: path_, types: false } as const;
    const files = await generate(makeAnswers({ scopes: scopesWith({ kind: "generated", project }) }));
    const { content } = pick(files, "packages/a/oxlint.effective.config.ts");
    expect(content).toContain('import base from "../../my config/base.mts";');
    expect(content).toContain(
      'adopt(import.meta.url, "../../my config/base.mts", { module: await base, typed: false })'
    );
  });
});

describe("the selection", () => {
  it("says for every scope where the tools run, by which configuration and version", async () => {
    const scopes = [makeScopeAnswers(".", { ignore: ["packages/a/**"], format: true }), makeScopeAnswers("packages/a")];
    const file = pick(await generate(makeAnswers({ packs: ["base", "format"], scopes })), ".hi/lint/selection.json");
    expect(file.ownership).toBe("generated");
    expect(readJson(file)).toMatchObject({
      schemaVersion: 1,
      hook: { deadlineMs: 20_000 },
      scopes: [
        {
          path: ".",
          cwd: ".",
          config: "oxlint.config.ts",
          format: { config: "oxfmt.config.ts" },
          tools: { oxlint: "1.80.0", oxfmt: "0.66.0" },
          ignore: [".hi/**", ".opencode/plugins/hi.js", "packages/a/**"],
          maxWarnings: 0,
        },
        {
          path: "packages/a",
          cwd: "packages/a",
          config: "packages/a/oxlint.config.ts",
          format: null,
          tools: { oxlint: "1.80.0" },
          ignore: [],
          maxWarnings: 0,
        },
      ],
    });
  });
});

it("the settings' schema is the published one, and the selection keeps to its own", async () => {
  const read = (name: string): Promise<string> => readFile(path.join(PROJECT_ROOT, "receipts", name), "utf8");
  const scopes = [makeScopeAnswers(".", { ignore: ["a/**"], format: true }), makeScopeAnswers("a")];
  const files = await generate(makeAnswers({ scopes }));
  expect(pick(files, ".hi/settings.schema.json").content).toBe(await read("settings-1.schema.json"));
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(await read("selection-1.schema.json")));
  validate(readJson(pick(files, ".hi/lint/selection.json")));
  expect(validate.errors).toBeNull();
});

/** Any answers, with names that a hostile or careless repository could have. */
const anyAnswers: fc.Arbitrary<Answers> = fc
  .record({
    names: fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter(isRelativePath), {
      maxLength: 4,
    }),
    ignore: fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 4 }),
    providers: fc.subarray([...PROVIDERS]),
    packs: fc.subarray([...PACKS]),
    commitGate: fc.constantFrom(...COMMIT_GATES),
    formatters: fc.subarray(["prettier", "biome", "dprint", "eslint-stylistic"] as const),
    packageManager: fc.constantFrom("npm", "pnpm", "yarn", "yarn-berry", "bun"),
    flags: fc.record({ typed: fc.boolean(), format: fc.boolean() }),
  })
  .map(({ names, ignore, flags, packageManager, ...rest }) =>
    makeAnswers({
      ...rest,
      packageManager: packageManager as Answers["packageManager"],
      scopes: [".", ...names, "<%= 1 %>", "<%- process.exit(9) %>"].map((name) =>
        makeScopeAnswers(name, { ignore, ...flags })
      ),
    })
  );

describe("whatever the answers", () => {
  it("every path is ours to name, once, sorted, and no agent's instructions, skills or commands are among them unasked (AC-015)", async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswers, async (answers) => {
        const paths = [...(await generate(answers)).keys()];
        expect(paths.every(isRelativePath)).toBe(true);
        expect(paths).toEqual([...new Set(paths)].toSorted());
        const forAgents = paths.filter((name) =>
          /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$|(?:^|\/)(?:rules|skills|commands)\//i.test(name)
        );
        const isAskedFor = answers.packs.includes("scan-commands") && answers.providers.includes("claude");
        expect(forAgents.filter((name) => !(isAskedFor && /^\.claude\/commands\/hi\/[a-z-]+\.md$/.test(name)))).toEqual(
          []
        );
      }),
      { numRuns: 100 }
    );
  });

  it("every text parses as what it is, names of the repository taken as text", async () => {
    // The programs are the same whatever the answers, and large: one look at each text is enough.
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyAnswers, async (answers) => {
        for (const file of (await generate(answers)).values()) {
          if (seen.has(`${file.path}\0${file.content}`)) continue;
          seen.add(`${file.path}\0${file.content}`);
          if (/\.jsonc?$/.test(file.path)) JSON.parse(file.content);
          if (/\.(?:mjs|js|ts|mts)$/.test(file.path)) transformSync(file.content, { loader: "ts" });
        }
      }),
      { numRuns: 100 }
    );
  });

  it("a merged JSON file holds exactly its keys", async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswers, async (answers) => {
        for (const file of (await generate(answers)).values()) {
          if (file.ownership !== "merged" || file.format !== "json") continue;
          const document = readJson(file);
          const held = (file.keys ?? []).map(({ pointer, value }) => {
            const found = getAtPointer(document, pointer.replace(/\/-$/, ""));
            return pointer.endsWith("/-")
              ? (found as Json[]).some((element) => isJsonEqual(element, value))
              : isJsonEqual(found, value);
          });
          expect(held.every(Boolean)).toBe(true);
          expect(countLeaves(document)).toBe((file.keys ?? []).reduce((sum, { value }) => sum + countLeaves(value), 0));
        }
      }),
      { numRuns: 50 }
    );
  });

  it("nothing starts a second agent, an unsafe fix or a script at an install, and no trust is written", async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswers, async (answers) => {
        for (const file of (await generate(answers)).values()) {
          // A scope's folder may be called anything, a tilde included; of files outside of scopes none is.
          expect(file.path).not.toMatch(/config\.toml|settings\.local|\.zshrc|^~\/\./);
          if (file.path === ".hi/README.md") continue;
          expect(file.content).not.toMatch(
            /ultracite fix|fix --codex|fix --claude|--unsafe|--fix-dangerously|--fix-suggestions/
          );
          expect(file.content).not.toMatch(/trusted_hash|trust_level|"(?:pre|post)?install"|"prepare"/);
        }
      }),
      { numRuns: 50 }
    );
  });

  it("the same answers make the same bytes", async () => {
    const answers = makeAnswers({ packs: ["base", "format"], scopes: [makeScopeAnswers(".", { format: true })] });
    expect([...(await generate(answers))]).toEqual([...(await generate(answers))]);
  });
});

function countLeaves(value: Json): number {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum: number, item) => sum + countLeaves(item as Json), 0);
}
