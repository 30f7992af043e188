import { execFileSync } from "node:child_process";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { TOOLCHAIN } from "../../src/domain/toolchain.ts";
import { isTyped, LISTED_LINTER, mayFixWithTypes } from "../../src/runtime/draft/typed-rules.ts";

// The hook leaves types out where nothing is fixed with them. Which rules need types, and which of those have safe
// fixes, are lists of the pinned linter; another one must not go by them.

interface Rule {
  readonly scope: string;
  readonly value: string;
  readonly type_aware: boolean;
  readonly fix: string;
}

const entry = path.resolve(import.meta.dirname, "../../node_modules/oxlint/bin/oxlint");
const output = execFileSync(process.execPath, [entry, "--rules", "--format", "json"], { encoding: "utf8" });
const rules = JSON.parse(output) as readonly Rule[];
const toCode = ({ scope, value }: Rule): string => `${scope}(${value})`;

describe("the lists of rules that need types", () => {
  it("are of the pinned linter", () => {
    expect(LISTED_LINTER).toBe(TOOLCHAIN.oxlint);
  });

  it("name every rule that needs types, and no other", () => {
    expect(rules.filter((rule) => rule.type_aware).length).toBeGreaterThan(50);
    expect(rules.filter((rule) => isTyped(toCode(rule)) !== rule.type_aware).map(toCode)).toStrictEqual([]);
  });

  it("take no rule with a safe fix for one without", () => {
    const withFix = rules.filter(({ type_aware: isAware, fix }) => isAware && /(?:_|^)(?:safe_)?fix(?:_|$)/.test(fix));
    const isDangerous = ({ fix }: Rule): boolean => fix.includes("dangerous");
    expect(withFix.filter((rule) => !isDangerous(rule) && !mayFixWithTypes(toCode(rule))).map(toCode)).toStrictEqual(
      []
    );
  });

  it("know no rule of another plugin or of no plugin", () => {
    expect(["eslint(await-thenable)", "return-await", "", "typescript(TS2322)"].filter(isTyped)).toStrictEqual([]);
  });
});
