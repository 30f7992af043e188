import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it, test } from "vitest";

import { parseJsonc } from "../../src/domain/policy/jsonc.ts";
import { findCategory, toRuleId } from "../../src/domain/policy/rule-names.ts";
import { PROJECT_ROOT, runProcess } from "../helpers/hi.ts";

describe("the rule table", () => {
  it("is the pinned oxlint's own list (else: node .tools/rules.ts)", async () => {
    const { stdout } = await runProcess("oxlint", ["--rules", "--format=json"], { cwd: PROJECT_ROOT });
    const rows = JSON.parse(stdout) as { scope: string; value: string; category: string }[];
    expect(rows.length).toBeGreaterThan(500);
    for (const { scope, value, category } of rows) {
      expect([scope, value, findCategory(`${scope}/${value}`)]).toEqual([scope, value, category]);
    }
  });

  it("knows which plugin the tool takes a bare name for, where several have it", async () => {
    const { stdout } = await runProcess("oxlint", ["--rules", "--format=json"], { cwd: PROJECT_ROOT });
    const names = (JSON.parse(stdout) as { value: string }[]).map(({ value }) => value);
    const shared = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
    expect(shared.length).toBeGreaterThan(20);
    const { stdout: printed } = await runProcess("oxlint", ["-c", "every.json", "--print-config"], {
      cwd: await makeConfig(shared),
    });
    const { rules } = JSON.parse(printed) as { rules: Record<string, string> };
    const meant = Object.keys(rules).map((rule) => (rule.includes("/") ? rule : `eslint/${rule}`));
    expect(shared.map(toRuleId).toSorted()).toEqual(meant.toSorted());
  });
});

async function makeConfig(names: readonly string[]): Promise<string> {
  const { mkdtemp, writeFile } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const folder = await mkdtemp(`${tmpdir()}/hi-test-`);
  const plugins = "import jest jsdoc jsx-a11y nextjs node oxc promise react react-perf typescript unicorn vitest vue";
  const rules = Object.fromEntries(names.map((name) => [name, "error"]));
  const config = { plugins: plugins.split(" "), categories: { correctness: "off" }, rules };
  await writeFile(`${folder}/every.json`, JSON.stringify(config));
  return folder;
}

test.each([
  ["no-debugger", "eslint/no-debugger"],
  ["eslint/no-debugger", "eslint/no-debugger"],
  ["no-null", "unicorn/no-null"],
  ["@typescript-eslint/no-explicit-any", "typescript/no-explicit-any"],
  ["typescript-eslint/no-explicit-any", "typescript/no-explicit-any"],
  ["@typescript-eslint/no-unused-vars", "eslint/no-unused-vars"],
  ["eslint-plugin-unicorn/no-null", "unicorn/no-null"],
  ["react-hooks/rules-of-hooks", "react/rules-of-hooks"],
  ["jsx-a11y/alt-text", "jsx_a11y/alt-text"],
  ["@next/next/no-img-element", "nextjs/no-img-element"],
  ["@own/naming/case", "@own/naming/case"],
  ["effecttsgo/floating-effect", "effecttsgo/floating-effect"],
  ["no-such-rule", "eslint/no-such-rule"],
])("%s is %s", (written, id) => {
  expect(toRuleId(written)).toBe(id);
});

describe("JSON with comments", () => {
  const anyJson = fc.jsonValue({ maxDepth: 3 });
  const anyTrivia = fc.constantFrom("", " ", "\n", '/* , ] " */', '// " , }\n', "\t// x\n  ");

  it("reads what another reader reads, comments and commas anywhere", () => {
    fc.assert(
      fc.property(
        anyJson,
        fc.array(anyTrivia, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (value, trivia, isTrailing) => {
          let next = 0;
          const between = (): string => trivia[(next += 1) % trivia.length] ?? "";
          const text = render(value, between, isTrailing);
          // The other reader assigns its members, so it loses one of this name.
          const named = text.replaceAll("__proto__", "proto");
          expect(parseJsonc(named)).toEqual(parse(named, [], { allowTrailingComma: true }));
          expect(JSON.stringify(parseJsonc(text))).toBe(JSON.stringify(value));
        }
      ),
      { numRuns: 3000 }
    );
  });

  it("takes a hash for a comment as oxlint does, and a mark at the start for none", () => {
    expect(parseJsonc('\uFEFF{ # why\n "a": "# not, ]", }')).toEqual({ a: "# not, ]" });
  });

  it("says where it is none", () => {
    expect(() => parseJsonc('{\n  "a": /* x */ ,\n}')).toThrow(SyntaxError);
    expect(() => parseJsonc("")).toThrow(SyntaxError);
    expect(() => parseJsonc('{ "a": 1 /* open }')).toThrow(SyntaxError);
  });
});

function render(value: unknown, between: () => string, isTrailing: boolean): string {
  const comma = isTrailing ? "," : "";
  const list = (items: readonly string[]): string =>
    items.join(`${between()},${between()}`) + (items.length > 0 ? between() + comma : "");
  if (Array.isArray(value)) {
    return `[${between()}${list(value.map((item) => render(item, between, isTrailing)))}${between()}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${between()}:${between()}${render(item, between, isTrailing)}`
  );
  return `{${between()}${list(members)}${between()}}`;
}
