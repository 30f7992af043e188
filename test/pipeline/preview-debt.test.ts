import { writeFile } from "node:fs/promises";
import nodePath from "node:path";

import { expect, test } from "vitest";

import type { OnResult } from "../helpers/preview-world.ts";
import { SMALL_POLICY, toRows, withPreview } from "../helpers/preview-world.ts";

const POLICY = "oxlint.config.ts";
const on = (result: unknown) => result as OnResult;
const RULES = '"categories": { "correctness": "off" }, "rules": { "no-debugger": "error", "no-var": "warn" }';

test("a file that the plan itself makes longer: its findings are known again though every line has moved", () =>
  withPreview(
    {
      "package.json": "{}",
      ".oxlintrc.json": `{ ${RULES} }`,
      "build.mjs": "var a = 1;\nvar b = 2;\nexport { a, b };\n",
    },
    {
      planned: {
        [POLICY]: SMALL_POLICY,
        "build.mjs": '// a line more\nimport "node:fs";\n\nvar a = 1;\nvar b = 2;\nvar c = 3;\nexport { a, b, c };\n',
      },
    },
    ({ result }) => {
      expect(toRows(result)).toEqual([". eslint(no-var) warning count 3 fixable 3 new 1 same 2"]);
      const { gone, results } = on(result).debt;
      expect(gone).toBe(0);
      expect(results.map(({ path, line, isSame }) => [path, line, isSame])).toEqual([
        ["build.mjs", 4, true],
        ["build.mjs", 5, true],
        ["build.mjs", 6, false],
      ]);
      for (const { fingerprint } of results) expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    }
  ));

test("what is gone is told by scope and rule; a changed severity is no change", () =>
  withPreview(
    {
      "package.json": "{}",
      ".oxlintrc.json":
        '{ "categories": { "correctness": "off" }, "rules": { "no-empty": "error", "no-var": "error" } }',
      "src/a.js": "if (b) {}\nif (c) {}\nvar a;\n",
    },
    { planned: { [POLICY]: SMALL_POLICY } },
    ({ result }) => {
      expect(toRows(result)).toEqual([". eslint(no-var) warning count 1 fixable 1 new 0 same 1"]);
      expect(on(result).debt).toMatchObject({ gone: 2, goneRows: [{ scope: ".", rule: "eslint(no-empty)", gone: 2 }] });
    }
  ));

test("files that no rule could judge are listed: those that do not parse, and those that a plugin fell over", () =>
  withPreview(
    {
      "package.json": "{}",
      "src/broken.ts": "const x: number =\n",
      "src/fine.js": "var a = 1;\n",
      "src/trap.js": "trap();\n",
      "plugin.mjs": `export default { meta: { name: "mine" }, rules: { trap: { create: () => ({
        CallExpression(node) { if (node.callee.name === "trap") throw new Error("fell over"); } }) } } };`,
    },
    {
      planned: {
        [POLICY]: `import { defineConfig } from "oxlint";
export default defineConfig({ categories: { correctness: "off" }, jsPlugins: ["./plugin.mjs"], rules: { "mine/trap": "error", "no-var": "warn" } });
`,
      },
    },
    ({ result }) => {
      expect(on(result).debt.unlinted).toEqual([
        { path: "src/broken.ts", why: "syntax" },
        { path: "src/trap.js", why: "plugin" },
      ]);
      expect(toRows(result)).toContain(". eslint(no-var) warning count 1 fixable 1 new 1 same 0");
    }
  ));

// Mechanism: oxlint names a file that is not UTF-8 in its message alone, without the members that a diagnostic has.
test("a file that is not UTF-8 is listed too, and stops neither the baseline nor the run", () =>
  withPreview(
    { "package.json": "{}", ".oxlintrc.json": `{ ${RULES} }`, "app/b.js": "", "src/fine.js": "var a = 1;\n" },
    {
      planned: { [POLICY]: SMALL_POLICY },
      before: async (live) => {
        const bytes = Buffer.from("var b = 'caf\u00E9';\n", "latin1");
        for (const file of ["src/legacy.js", 'app/a"b with error "c.js']) {
          await writeFile(nodePath.join(live, file), bytes);
        }
      },
    },
    ({ result }) => {
      const { debt } = on(result);
      expect(debt.unlinted).toEqual([
        { path: 'app/a"b with error "c.js', why: "encoding" },
        { path: "src/legacy.js", why: "encoding" },
      ]);
      expect(debt.baseline).toBe("oxlint");
      expect(debt.gone).toBe(0);
      expect(debt.results.every(({ isSame }) => isSame)).toBe(true);
      expect(toRows(result)).toEqual([
        ". not-utf-8 error count 2 fixable 0 new 0 same 2",
        ". eslint(no-var) warning count 1 fixable 1 new 0 same 1",
      ]);
      expect(JSON.stringify(debt)).not.toContain("hi-candidate");
    }
  ));

test("rules that need types are told apart, each rule with its documentation", () =>
  withPreview(
    {
      "package.json": "{}",
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }',
      "src/a.ts":
        "export async function work(): Promise<number> {\n  return await Promise.resolve(1);\n}\nwork();\ndebugger;\n",
    },
    {
      scopes: [{ path: ".", typed: true }],
      planned: {
        [POLICY]: `import { defineConfig } from "oxlint";
export default defineConfig({ categories: { correctness: "off" }, options: { typeAware: true }, rules: { "typescript/no-floating-promises": "error", "no-debugger": "error" } });
`,
      },
    },
    ({ result }) => {
      const rows = on(result).debt.rows.map(({ rule, typed, url }) => [rule, typed, url?.split("/").at(-1)]);
      expect(rows).toEqual([
        ["eslint(no-debugger)", false, "no-debugger.html"],
        ["typescript(no-floating-promises)", true, "no-floating-promises.html"],
      ]);
    }
  ));
