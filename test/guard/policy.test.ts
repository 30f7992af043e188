import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { Refusal } from "../../src/domain/refusal.ts";
import { compileGlob } from "../../src/guard/policy/compile-globs.ts";
import { parsePolicy } from "../../src/guard/policy/parse-policy.ts";
import { JUDGELOCK_POLICY } from "../helpers/guard-policy.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";

const read = (text: string) => parsePolicy("hi.policy.yml", Buffer.from(text));
const readJudgelock = (text: string) => parsePolicy("judgelock.yml", Buffer.from(text));

function refuse(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.facts;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("hi.policy.yml", () => {
  test("needs its version alone", () => {
    const policy = read("version: 1\n");
    expect(policy.testIntegrity.existingTests).toBe("immutable");
    expect(policy.validation.commands).toEqual([]);
    expect(policy.paths.testPatterns).toContain("tests/**");
    expect(policy.ci.allowPolicyChanges).toBe(false);
  });

  test("takes commands as words", () => {
    const text =
      "version: 1\nvalidation:\n  commands:\n    - name: tests\n      command: [npm, test]\n      timeoutSeconds: 60\n";
    expect(read(text).validation.commands).toEqual([
      { name: "tests", run: { argv: ["npm", "test"] }, timeoutSeconds: 60 },
    ]);
  });

  test.each([
    ["version: 1\nverison: 2\n", 2, 1, "verison"],
    ["version: 1\ntestIntegrity:\n  allowNewTest: true\n", 3, 3, "allowNewTest"],
    ["version: 2\n", 1, 10, "version is not 1"],
    ["version: 1\ncoverage: 3\n", 2, 11, "no mapping"],
    ["version: 1\npaths:\n  testPatterns: []\n", 3, 17, "patterns"],
    ["version: 1\npaths:\n  protectedPatterns:\n    - ../x\n", 4, 7, ".. segment"],
    ["version: 1\npaths:\n  protectedPatterns: ['!x']\n", 3, 23, "starts with !"],
    [
      "version: 1\nvalidation:\n  commands:\n    - name: a\n      command: npm test\n      timeoutSeconds: 1\n",
      5,
      16,
      "list",
    ],
    [
      "version: 1\nvalidation:\n  commands:\n    - { name: a, command: [a], timeoutSeconds: 0 }\n",
      4,
      48,
      "whole number",
    ],
    ["version: 1\nreceipt:\n  directory: .judgelock/x\n", 3, 3, "directory"],
  ])("%j is refused at %i:%i", (text, line, column, words) => {
    const facts = refuse(() => read(text));
    expect(facts.code).toBe("HI_POLICY_INVALID");
    expect(facts.where).toEqual({ path: "hi.policy.yml", line, column });
    expect(facts.message).toContain(words);
  });

  test.each([
    ["a: [\n", "closed"],
    ["version: 1\nversion: 1\n", "unique"],
    ["a: &a [*a]\n", "nested"],
  ])("%j is no YAML", (text) => {
    expect(refuse(() => read(text)).code).toBe("HI_POLICY_YAML");
  });

  test("unfolds no bomb of aliases", () => {
    const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}*l${at}]`);
    const facts = refuse(() => read(`version: 1\nl0: &l0 [x]\n${levels.join("\n")}\n`));
    expect(facts.message).toContain("aliases");
  });

  test("two commands of one name, whatever the case, are refused", () => {
    const one = (name: string) => `    - { name: ${name}, command: [a], timeoutSeconds: 1 }\n`;
    expect(refuse(() => read(`version: 1\nvalidation:\n  commands:\n${one("a")}${one("A")}`)).message).toContain("two");
  });

  test("no key of an object's own is taken for one that was given", () => {
    for (const key of ["__proto__", "constructor", "toString"]) {
      expect(refuse(() => read(`version: 1\n${key}: {}\n`)).code).toBe("HI_POLICY_INVALID");
    }
  });
});

test("the page shows what a policy holds where it says nothing", () => {
  const page = readFileSync(path.join(PROJECT_ROOT, "docs/guard.md"), "utf8");
  const [, shown = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const { sha256: _shown, ...values } = read(shown);
  const { sha256: _least, ...least } = read("version: 1\n");
  expect(values).toEqual(least);
});

test("what the reader takes and refuses is what the schema does", () => {
  const schema = JSON.parse(readFileSync(path.join(PROJECT_ROOT, "receipts/policy-1.schema.json"), "utf8")) as object;
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
  for (const [text, isTaken] of [
    ["version: 1", true],
    ["version: 2", false],
    ["version: 1\ntests: {}", false],
    ["version: 1\npaths: { testPatterns: [] }", false],
    ["version: 1\npaths: { testPatterns: [a] }", true],
    ["version: 1\npaths: { protectedPatterns: [../a] }", false],
    ["version: 1\npaths: { protectedPatterns: [/a] }", false],
    ["version: 1\nreceipt: { retainCommandOutputCharacters: 1000001 }", false],
    ["version: 1\ntestIntegrity: { existingTests: never }", false],
    ["version: 1\nvalidation: { commands: [{ name: a, command: [], timeoutSeconds: 1 }] }", false],
    ["version: 1\nvalidation: { commands: [{ name: a, command: [a], timeoutSeconds: 1.5 }] }", false],
    ["version: 1\nvalidation: { commands: [{ name: a, command: [a, ''], timeoutSeconds: 1 }] }", true],
  ] as const) {
    expect(validate(parse(text)), text).toBe(isTaken);
    if (isTaken) expect(read(text)).toBeDefined();
    else expect(refuse(() => read(text)).code, text).toBe("HI_POLICY_INVALID");
  }
});

describe("judgelock.yml", () => {
  test("is read as it is, its commands for the shell", () => {
    const policy = readJudgelock(
      JUDGELOCK_POLICY.replace("commands: []", 'commands: [{ name: t, command: "a && b", timeoutSeconds: 30 }]')
    );
    expect(policy.validation.commands).toEqual([{ name: "t", run: { shell: "a && b" }, timeoutSeconds: 30 }]);
    expect(policy.retainCommandOutputCharacters).toBe(8000);
  });

  test("must name every key but one", () => {
    const lines = JUDGELOCK_POLICY.split("\n").filter((line) => /^ {2}\w+:/.test(line) && !/: *$/.test(line));
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const text = JUDGELOCK_POLICY.replace(`${line}\n`, "");
      if (line.includes("allowInspectionOnlyCompletion")) expect(readJudgelock(text)).toBeDefined();
      else expect(refuse(() => readJudgelock(text)).message).toMatch(/is missing|is no mapping/);
    }
  });
});

test.each([
  ["infra/**", ["infra", "infra/a", "infra/a/b", "infra/.x", "infra/x\ny"], ["infrax", "a/infra/x"]],
  ["**/*.test.{js,ts}", ["a.test.js", "x/a.test.ts", ".x/a.test.js"], ["a.test.mjs", "a.test.js/x"]],
  ["src/locked.txt", ["src/locked.txt"], ["src/LOCKED.txt", "src/locked.txt/x", "locked.txt"]],
  ["src", ["src"], ["src/a"]],
  ["src/*.js", ["src/a.js"], ["src/a/b.js"]],
  ["[ab].ts", ["a.ts"], ["c.ts"]],
  ["@(a|b)/*", ["a/x"], ["c/x"]],
])("%s", (glob, matching, others) => {
  const expression = new RegExp(compileGlob(glob), "s");
  for (const name of matching) expect(expression.test(name), name).toBe(true);
  for (const name of [...others, ""]) expect(expression.test(name), name).toBe(false);
});
