import { expect, test } from "vitest";

import { inspect } from "../../src/guard/inspect/inspect.ts";
import type { Files } from "../helpers/inspected.ts";
import { toPolicy, toRepository } from "../helpers/inspected.ts";

const CHECK = "export function check(x) { expect(x).toBe(5); }\n";
const EMPTY = "export function check(x) { }\n";
const IMPORT = (from: string): string =>
  `import { check } from "${from}";\nimport { f } from "../src/f.js";\ntest("t", () => { check(f()); });\n`;
const TEST = { "tests/a.test.js": IMPORT("../support/check.js") };

/** [what was done, before, after, what it finds]: no file below tests/ is ever changed. */
const WEAKER: readonly (readonly [string, Files, Files, string])[] = [
  ["a helper is emptied", { "support/check.js": CHECK }, { "support/check.js": EMPTY }, "ASSERTION_REMOVED"],
  [
    "a helper asserts less",
    { "support/check.js": CHECK },
    { "support/check.js": "export const check = (x) => expect(x).toBeDefined();\n" },
    "ASSERTION_WEAKENED",
  ],
  [
    "a helper behind a barrel",
    {
      "tests/a.test.js": IMPORT("../support"),
      "support/index.js": 'export * from "./check.js";\n',
      "support/check.js": CHECK,
    },
    { "support/check.js": EMPTY },
    "ASSERTION_REMOVED",
  ],
  [
    "a helper by an alias",
    { "tests/a.test.js": IMPORT("@/support/check"), "src/support/check.ts": CHECK },
    { "src/support/check.ts": EMPTY },
    "ASSERTION_REMOVED",
  ],
  [
    "a method of a class",
    { "support/check.js": "export class Checks { is(x) { expect(x).toBe(5); } }\n" },
    { "support/check.js": "export class Checks { is(x) { } }\n" },
    "TEST_ANALYSIS_FAILED",
  ],
  [
    "a record of functions",
    { "support/check.js": "export default { check: (x) => assert.equal(x, 5) };\n" },
    { "support/check.js": "export default { check: (x) => undefined };\n" },
    "TEST_ANALYSIS_FAILED",
  ],
  [
    "a wrapper of it",
    { "support/check.js": "export const check = (title, run) => it(title, run);\n" },
    { "support/check.js": "export const check = (title, run) => it(title, () => {});\n" },
    "TEST_ANALYSIS_FAILED",
  ],
  [
    "a check by hand",
    { "support/check.js": 'export function check(x) { if (x !== 5) throw new Error("five"); }\n' },
    { "support/check.js": EMPTY },
    "TEST_ANALYSIS_FAILED",
  ],
  [
    "another file of the same name",
    { "support/check.js": CHECK },
    { "support/check.js": CHECK, "support/check.ts": EMPTY },
    "ASSERTION_REMOVED",
  ],
  ["a helper is replaced", { "support/check.js": CHECK }, { "support/check.ts": EMPTY }, "ASSERTION_REMOVED"],
  [
    "a helper that no longer parses",
    { "support/check.js": CHECK },
    { "support/check.js": "{{{\n" },
    "TEST_ANALYSIS_FAILED",
  ],
  [
    "a source that hides behind an import",
    { "support/check.js": "export function check(x) { assert.equal(x, 5); }\n" },
    { "support/check.js": EMPTY, "src/f.js": 'import "../support/check.js";\n' },
    "ASSERTION_REMOVED",
  ],
  [
    "a barrel that leads elsewhere",
    {
      "tests/a.test.js": IMPORT("../support/index.js"),
      "support/index.js": 'export * from "./check.js";\n',
      "support/check.js": CHECK,
    },
    { "support/index.js": 'export * from "./easy.js";\n', "support/easy.js": EMPTY },
    "TEST_ANALYSIS_FAILED",
  ],
  [
    "a setup file",
    {
      "vitest.config.ts": 'export default { test: { setupFiles: ["./setup.ts"] } };\n',
      "setup.ts": "expect.extend({ toBeFive: (x) => ({ pass: x === 5 }) });\n",
    },
    { "setup.ts": "expect.extend({ toBeFive: (x) => ({ pass: true }) });\n" },
    "TEST_ANALYSIS_FAILED",
  ],
  [
    "a helper of Python",
    {
      "tests/test_a.py": "from support.check import check\nfrom app import f\ndef test_f():\n    check(f())\n",
      "support/check.py": "def check(x):\n    assert x == 5\n",
    },
    { "support/check.py": "def check(x):\n    pass\n" },
    "ASSERTION_REMOVED",
  ],
];

const HARMLESS: readonly (readonly [string, Files, Files])[] = [
  [
    "a helper is written otherwise",
    { "support/check.js": CHECK },
    { "support/check.js": "const FIVE = 5;\nexport const check = (value) => { expect(value).toBe(FIVE); };\n" },
  ],
  [
    "a helper asserts more",
    { "support/check.js": CHECK },
    { "support/check.js": "export function check(x) { expect(x).toBe(5); expect(x).not.toBeNaN(); }\n" },
  ],
  [
    "a helper that no test uses",
    { "support/check.js": CHECK, "tests/a.test.js": 'test("t", () => { expect(f()).toBe(5); });\n' },
    { "support/check.js": EMPTY },
  ],
  [
    "a factory",
    { "support/check.js": `${CHECK}export const makeUser = () => ({ name: "a" });\n` },
    { "support/check.js": `${CHECK}export const makeUser = () => ({ name: "a", age: 3 });\n` },
  ],
  [
    "words of tests that are a source's own",
    {
      "src/f.js":
        'import { expect } from "./tokens.js";\nexport const f = (list) => { expect(list); return list.map((it) => it.id); };\n',
      "tests/a.test.js": 'import { f } from "../src/f.js";\ntest("t", () => { expect(f([])).toEqual([]); });\n',
    },
    { "src/f.js": "export const f = (list) => list.filter((it) => it.ok).map((it) => it.id);\n" },
  ],
  [
    "what a source asserts for itself",
    {
      "src/f.js": 'import assert from "node:assert";\nexport const f = (x) => { assert.ok(x); return x; };\n',
      "src/index.js": 'export * from "./f.js";\n',
      "tests/a.test.js": 'import { f } from "../src/f.js";\ntest("t", () => { expect(f(5)).toBe(5); });\n',
    },
    { "src/f.js": "export const f = (x) => x;\n" },
  ],
];

test.each(WEAKER)("finds that %s", async (what, before, after, code) => {
  const whole = { ...TEST, ...before };
  const now = { ...whole, ...after };
  const files = Object.entries(now).filter(([path]) => what !== "a helper is replaced" || path !== "support/check.js");
  for (const mode of ["guarded", "immutable"] as const) {
    const { violations } = await inspect(toPolicy(mode), toRepository(whole, Object.fromEntries(files)));
    expect(
      violations.map((one) => one.code),
      mode
    ).toEqual([code]);
  }
});

test.each(HARMLESS)("lets pass %s", async (_what, before, after) => {
  const whole = { ...TEST, ...before };
  const { violations } = await inspect(toPolicy("guarded"), toRepository(whole, { ...whole, ...after }));
  expect(violations).toEqual([]);
});

test("texts that are made to take long are looked at in time", async () => {
  const hostile = [
    "\n".repeat(900_000),
    "import\n".repeat(100_000),
    "/*".repeat(400_000),
    `expect(${"it\n".repeat(200_000)}`,
    "from a import\n".repeat(60_000),
  ];
  for (const text of hostile) {
    const before = { ...TEST, "support/check.js": CHECK, "vitest.config.ts": "export default { test: {} };\n" };
    const config = 'export default { test: { setupFiles: ["./support/check.js"] } };\n';
    const after = { ...before, "support/check.js": text, "vitest.config.ts": config };
    const { status } = await inspect(toPolicy("guarded"), toRepository(before, after));
    expect(status).toBe("blocked");
  }
});
