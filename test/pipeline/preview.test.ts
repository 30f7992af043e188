import { readFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { RelativePath } from "../../src/domain/paths.ts";
import { makeComposed } from "../helpers/generated.ts";
import type { OnResult } from "../helpers/preview-world.ts";
import { SMALL_POLICY, describeTree, toRows, withPreview } from "../helpers/preview-world.ts";

const POLICY = "oxlint.config.ts";
const on = (result: unknown) => result as OnResult;

/** Two fixable (`no-var` is, `debugger` and `==` are not by a safe fix), three findings a file. */
const SOURCE = 'debugger;\nvar a = 1;\nexport const b = a == "1";\n';

describe("lint debt", () => {
  test("by scope, rule and severity; fixable by safe fixes or not; all new where no oxlint configuration was", () =>
    withPreview(
      { "package.json": "{}", "src/a.js": SOURCE, "src/b.js": SOURCE, ".eslintrc.json": "{}", "biome.json": "{}" },
      { planned: { [POLICY]: SMALL_POLICY } },
      ({ result }) => {
        expect(toRows(result)).toEqual([
          ". eslint(eqeqeq) warning count 2 fixable 0 new 2 same 0",
          ". eslint(no-debugger) error count 2 fixable 0 new 2 same 0",
          ". eslint(no-var) warning count 2 fixable 2 new 2 same 0",
        ]);
        expect(on(result).debt).toMatchObject({ findings: 6, baseline: "none", gone: 0, format: undefined });
        expect(on(result).debt.rows[0]?.url).toMatch(/eqeqeq/);
      }
    ));

  test("compared with the present configuration: new, gone and same, nested configurations included", () =>
    withPreview(
      {
        "package.json": "{}",
        ".oxlintrc.json":
          '{ "categories": { "correctness": "off" }, "rules": { "no-debugger": "warn", "no-empty": "error" } }',
        "src/a.js": `${SOURCE}if (b) {}\n`,
        "packages/n/.oxlintrc.json": '{ "categories": { "correctness": "off" }, "rules": { "no-var": "error" } }',
        "packages/n/a.js": SOURCE,
      },
      { planned: { [POLICY]: SMALL_POLICY, ".oxlintrc.json": undefined } },
      ({ result }) => {
        expect(toRows(result)).toEqual([
          ". eslint(eqeqeq) warning count 2 fixable 0 new 2 same 0",
          // The root's finding was there as a warning; the nested folder had the rule off.
          ". eslint(no-debugger) error count 2 fixable 0 new 1 same 1",
          ". eslint(no-var) warning count 2 fixable 2 new 1 same 1",
        ]);
        expect(on(result).debt).toMatchObject({ baseline: "oxlint", gone: 1 });
      }
    ));

  test("files of ours are no debt over a policy that the project wrote, now or before, and namesakes are", async () => {
    const { scope, planned } = await makeComposed(".", ".oxlintrc.json");
    await withPreview(
      {
        "package.json": "{}",
        ".oxlintrc.json": '{ "categories": { "correctness": "off" }, "rules": { "no-var": "warn" } }',
        ".hi/runtime/hook.mjs": SOURCE,
        ".opencode/plugins/hi.js": SOURCE,
        "sub/.hi/runtime/hook.mjs": SOURCE,
      },
      { scopes: [scope], planned: { ...planned, ".hi/runtime/hook.mjs": `${SOURCE}var c;\n` } },
      ({ result }) => {
        expect(toRows(result)).toContain(". eslint(no-var) warning count 1 fixable 1 new 0 same 1");
        expect(toRows(result).filter((row) => !row.includes(" count 1 "))).toEqual([]);
        expect(on(result).debt).toMatchObject({ files: 1, baseline: "oxlint", gone: 0 });
      }
    );
  });

  test("a project's JSON policy is composed where it stands: what it says is the same, what the defaults add is new", async () => {
    const { scope, planned } = await makeComposed(".", ".oxlintrc.json", {
      ignore: ["packages/b/**", "wiki", "wiki/**"],
    });
    await withPreview(
      {
        "package.json": "{}",
        ".oxlintrc.json": '// kept\n{ "categories": { "correctness": "off" }, "rules": { "no-var": "warn" }, }',
        "src/a.js": SOURCE,
        "wiki/a.js": SOURCE,
        "src/wiki/a.js": SOURCE,
        "packages/b/a.js": SOURCE,
        "packages/b/package.json": "{}",
      },
      {
        scopes: [scope, { path: "packages/b" }],
        planned: { ...planned, "packages/b/oxlint.config.ts": SMALL_POLICY },
      },
      ({ result }) => {
        const rows = toRows(result);
        expect(rows).toContain(". eslint(no-var) warning count 2 fixable 2 new 0 same 2");
        expect(rows).toContain(". eslint(eqeqeq) error count 2 fixable 0 new 2 same 0");
        // The project switched its category off, and the preset has no say in that.
        expect(rows.filter((row) => /^\. .*no-debugger/.test(row))).toEqual([]);
        expect(rows.filter((row) => row.startsWith("packages/b"))).toEqual([
          "packages/b eslint(eqeqeq) warning count 1 fixable 0 new 1 same 0",
          "packages/b eslint(no-debugger) error count 1 fixable 0 new 1 same 0",
          "packages/b eslint(no-var) warning count 1 fixable 1 new 0 same 1",
        ]);
        expect(on(result).debt.gone).toBe(0);
      }
    );
  });

  test("node_modules is not linted, whatever the project ignores, and a syntax error is a finding", () =>
    withPreview(
      { "package.json": "{}", "src/a.ts": "const x: number =\n" },
      { planned: { [POLICY]: SMALL_POLICY } },
      ({ result }) => {
        expect(toRows(result)).toEqual([". syntax-error error count 1 fixable 0 new 1 same 0"]);
        expect(on(result).debt.files).toBe(2);
      }
    ));

  test("the preset of the pinned tuple resolves, and typed rules run for a typed scope", () =>
    withPreview(
      {
        "package.json": "{}",
        "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }',
        "src/a.ts": "async function work(): Promise<number> {\n  return await Promise.resolve(1);\n}\nwork();\n",
      },
      {
        scopes: [{ path: ".", typed: true }],
        planned: {
          [POLICY]:
            'import { defineConfig } from "oxlint";\nimport core from "ultracite/oxlint/core";\nexport default defineConfig({ extends: [core], options: { typeAware: true }, rules: { "typescript/no-floating-promises": "error" } });\n',
        },
      },
      ({ result }) => {
        expect(toRows(result)).toContain(". typescript(no-floating-promises) error count 1 fixable 0 new 1 same 0");
      }
    ));

  test("zero files checked is reported", () =>
    withPreview(
      { "package.json": "{}", "lib/package.json": "{}", "lib/readme.md": "# x", "src/a.js": SOURCE },
      {
        scopes: [{ path: "lib" }],
        planned: { "lib/oxlint.config.ts": 'export default { ignorePatterns: ["*.ts"] };\n' },
      },
      ({ result }) => {
        expect(on(result).notLinted).toEqual([expect.stringMatching(/^lib: .*no file/)]);
        expect(on(result).debt).toMatchObject({ files: 0, findings: 0 });
      }
    ));

  test("no scope: nothing is installed or run", () =>
    withPreview(
      { "package.json": "{}", "src/a.js": SOURCE },
      { scopes: [], planned: { ".hi/x.json": "{}" } },
      ({ result }) => {
        expect(on(result)).toMatchObject({
          processes: [],
          debt: { files: 0, findings: 0, rows: [] },
          liveUnchanged: { files: 2 },
        });
      }
    ));
});

describe("what is run, and on what", () => {
  test("every process is told with its argv and directory, all of them in the candidate; stages are timed apart", () =>
    withPreview(
      { "package.json": "{}", "src/a.js": SOURCE },
      { planned: { [POLICY]: SMALL_POLICY } },
      ({ result, temporary }) => {
        const { processes, timings, installs } = on(result);
        const lint = processes.filter(({ cwd }) => cwd.startsWith(temporary));
        const left = [".hi/**", ".opencode/plugins/hi.js"].map((pattern) => `--ignore-pattern=${pattern}`).join(" ");
        const shape = `-c oxlint.config.ts --disable-nested-config --ignore-pattern=node_modules ${left}`;
        expect(lint.map(({ command }) => command.slice(2).join(" "))).toEqual([
          `${shape} --format=json`,
          "--rules --format=json",
          `${shape} --fix --format=json`,
        ]);
        for (const { command } of lint) {
          expect(command.slice(0, 2)).toEqual([process.execPath, expect.stringContaining(`${temporary}/`)]);
        }
        expect(new Set(timings.map(({ stage }) => stage))).toEqual(
          new Set(["copy", "hash", "install", "bring", "prove", "lint", "fix", "verify"])
        );
        for (const { durationMs } of timings) expect(durationMs).toBeGreaterThanOrEqual(0);
        expect(installs?.map(({ what }) => what)).toEqual(["tools"]);
      }
    ));

  test("the live tree is as it was: bytes, modes, times, inodes; and that is what is said", () =>
    withPreview(
      { "package.json": "{}", "src/a.js": SOURCE, "node_modules/x/index.js": "var x = 1;\n" },
      { planned: { [POLICY]: SMALL_POLICY } },
      async ({ result, live }) => {
        const { liveUnchanged } = on(result);
        expect(liveUnchanged).toMatchObject({ files: 2, dependencyRoots: 1 });
        expect(liveUnchanged.sources.after).toBe(liveUnchanged.sources.before);
        expect(liveUnchanged.roots).toEqual([
          { path: "node_modules", before: expect.stringMatching(/^inode/), after: liveUnchanged.roots[0]?.before },
        ]);
        expect(await readFile(path.join(live, "src/a.js"), "utf8")).toBe(SOURCE);
      }
    ));

  test("seen from outside, nothing of the live tree differs", async () => {
    let before: ReadonlyMap<string, string> | undefined;
    await withPreview(
      { "package.json": '{ "devDependencies": { "is-number": "7.0.0" } }', "src/a.js": SOURCE, ".oxlintrc.json": "{}" },
      {
        planned: { [POLICY]: SMALL_POLICY, "package.json": "{}", ".oxlintrc.json": undefined },
        wrap: (tools) => ({
          ...tools,
          live: {
            ...tools.live,
            witness: async (root, folders) => {
              before = await describeTree(root);
              return tools.live.witness(root, folders);
            },
          },
        }),
      },
      async ({ live }) => {
        expect(before?.size).toBeGreaterThan(3);
        expect(await describeTree(live)).toEqual(before);
      }
    );
  });

  test("off: nothing is run", () =>
    withPreview(
      { "package.json": "{}", "src/a.js": SOURCE },
      { mode: "off", planned: { [POLICY]: SMALL_POLICY } },
      ({ result }) => {
        expect(result).toEqual({ mode: "off" });
      }
    ));

  test("the project's own code that it executes is listed: configuration modules and plugins, present and planned", () =>
    withPreview(
      {
        "package.json": "{}",
        "oxlint.config.ts":
          'import { defineConfig } from "oxlint";\nexport default defineConfig({ jsPlugins: ["./lint/plugin.js"], rules: {} });\n',
        "lint/plugin.js": 'export default { meta: { name: "mine" }, rules: {} };\n',
        "packages/b/.oxlintrc.json": '{ "jsPlugins": [{ "name": "b", "specifier": "../../lint/plugin.js" }] }',
        "src/a.js": SOURCE,
      },
      {
        scopes: [{ path: ".", policy: { kind: "project-module", path: POLICY as RelativePath } }],
        planned: {
          [POLICY]:
            'import { defineConfig } from "oxlint";\nimport core from "ultracite/oxlint/core";\nexport default defineConfig({ extends: [core], jsPlugins: ["./lint/plugin.js"], rules: {} });\n',
        },
      },
      ({ result }) => {
        expect(on(result).executes).toEqual([
          "../../lint/plugin.js (packages/b/.oxlintrc.json)",
          "./lint/plugin.js (oxlint.config.ts)",
          "oxlint.config.ts",
        ]);
      }
    ));
});

describe("format debt", () => {
  const files = {
    "package.json": "{}\n",
    "src/a.ts": "const  a = 1\n",
    "src/ok.ts": "export const ok = 1;\n",
    "src/broken.ts": "const a =\n",
  };

  test("where another formatter is used: what oxfmt with the preset would change, and nothing of it stays", () =>
    withPreview(files, { planned: { [POLICY]: SMALL_POLICY }, answers: { formatters: ["prettier"] } }, ({ result }) => {
      expect(on(result).debt.format).toMatchObject({
        unformatted: expect.arrayContaining(["src/a.ts"]),
        unparsed: ["src/broken.ts"],
      });
      expect(on(result).debt.format?.unformatted).not.toContain("src/ok.ts");
      expect(on(result).timings.map(({ stage }) => stage)).toContain("format");
    }));

  test("where oxfmt formats: by the scope's own configuration, with the number of files", () =>
    withPreview(
      { "package.json": "{}\n", "lib/package.json": "{}\n", "lib/a.ts": "const a = 'x';\n", "b.ts": "const  b = 1\n" },
      {
        scopes: [{ path: "lib", format: true }],
        planned: {
          "lib/oxlint.config.ts": SMALL_POLICY,
          "lib/oxfmt.config.ts": 'export default { singleQuote: true, ignorePatterns: ["*.config.ts"] };\n',
        },
      },
      ({ result }) => {
        expect(on(result).debt.format).toEqual({ checked: 2, unformatted: [], unparsed: [] });
      }
    ));

  test("where no formatter is in question, none is run", () =>
    withPreview(files, { planned: { [POLICY]: SMALL_POLICY } }, ({ result }) => {
      expect(on(result).debt.format).toBeUndefined();
      expect(
        on(result)
          .processes.flatMap(({ command }) => command)
          .join(" ")
      ).not.toContain("oxfmt");
    }));
});
