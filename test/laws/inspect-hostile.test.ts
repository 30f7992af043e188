import fc from "fast-check";
import { expect, test } from "vitest";

import { inspect } from "../../src/guard/inspect/inspect.ts";
import { readCorpus } from "../helpers/inspect-corpus.ts";
import { toPolicy, toRepository } from "../helpers/inspected.ts";

// An inspection answers whatever a changed file holds: it never throws, always ends, and says the same twice.

const GUARDED = toPolicy("guarded");
const cases = [...(await readCorpus("weakened")), ...(await readCorpus("harmless"))];

/** A cut, a piece put in, or a piece twice. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(60),
  piece: fc.oneof(
    fc.constantFrom(
      "{",
      "}",
      "(",
      ")",
      "[",
      "`",
      "${",
      "'",
      '"',
      "\n",
      "  ",
      "\\",
      "/*",
      "#",
      "\u0000",
      "\uD800",
      ":",
      "await ",
      "yield",
      "def f():",
      "it.each",
      "=>",
      "..."
    ),
    fc.string({ maxLength: 6 })
  ),
});

function mutate(
  text: string,
  { at, length, piece }: { readonly at: number; readonly length: number; readonly piece: string }
): string {
  const place = Math.floor(at * text.length);
  return text.slice(0, place) + piece + text.slice(place + length);
}

function mutateAll(text: string, mutations: readonly Parameters<typeof mutate>[1][]): string {
  let mutated = text;
  for (const one of mutations) mutated = mutate(mutated, one);
  return mutated;
}

test("a mutated file never throws, on either side, and gives the same findings twice", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...cases),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (one, mutations, isBefore) => {
        const side = isBefore ? one.before : one.after;
        const mutated = Object.fromEntries(
          Object.entries(side).map(([path, text]) => [path, mutateAll(String(text), mutations)])
        );
        const [before, after] = isBefore ? [mutated, one.after] : [one.before, mutated];
        const found = await inspect(GUARDED, toRepository(before, after));
        expect(found.status).toBe(found.violations.length === 0 ? "passed" : "blocked");
        expect(await inspect(GUARDED, toRepository(before, after))).toEqual(found);
      }
    ),
    { numRuns: 3000 }
  );
});

const deep = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
const doubling = Array.from({ length: 40 }, (_, at) => `const a${at + 1} = [a${at}, a${at}];`).join("\n");
const TEST = "test('a', () => { expect(f(1)).toBe(2); });\n";

/** [what it is, path, text before, text now, what is found] */
const HOSTILE: readonly (readonly [string, string, string | Uint8Array, string | Uint8Array, readonly string[]])[] = [
  [
    "brackets in JavaScript",
    "tests/a.test.js",
    TEST,
    `${TEST}x = ${deep("[", "]", 50_000)};`,
    ["TEST_ANALYSIS_FAILED"],
  ],
  [
    "functions in JavaScript",
    "tests/a.test.js",
    TEST,
    TEST + deep("(() => {", "})();", 20_000),
    ["TEST_ANALYSIS_FAILED"],
  ],
  [
    "brackets in Python",
    "tests/test_a.py",
    "def test_a():\n    assert f() == 1\n",
    `def test_a():\n    assert ${deep("(", ")", 20_000)} == 1\n`,
    ["TEST_ANALYSIS_FAILED"],
  ],
  ["calls in a chain", "tests/a.test.js", TEST, `${TEST}x${".y()".repeat(20_000)};`, ["TEST_ANALYSIS_FAILED"]],
  [
    "values that double",
    "tests/a.test.js",
    `const a0 = [1, 1];\n${doubling}\ntest('a', () => { expect(a40).toEqual(f()); });`,
    `const a0 = [1, 2];\n${doubling}\ntest('a', () => { expect(a40).toEqual(f()); });`,
    [],
  ],
  [
    "values in a circle",
    "tests/a.test.js",
    `const a = () => b(); const b = () => a();\n${TEST}`,
    `const a = () => b(); const b = () => a();\nconst c = d; const d = c;\ntest('a', () => { a(); expect(c).toBe(f(1)); expect(f(1)).toBe(2); });`,
    [],
  ],
  [
    "a table of ten thousand rows",
    "tests/a.test.js",
    `it.each([${"[1],".repeat(10_000)}])('a', (n) => { expect(f(n)).toBe(1); });`,
    `it.each([${"[1],".repeat(9999)}])('a', (n) => { expect(f(n)).toBe(1); });`,
    ["TEST_ANALYSIS_FAILED"],
  ],
  [
    "tables in tables",
    "tests/a.test.js",
    TEST,
    TEST + "describe.each([1,2,3,4,5,6,7,8,9])('%s', () => {".repeat(9) + TEST + "});".repeat(9),
    ["TEST_ANALYSIS_FAILED"],
  ],
  ["a large file", "tests/a.test.js", TEST, TEST + "// long\n".repeat(200_000), ["TEST_ANALYSIS_FAILED"]],
  ["no UTF-8", "tests/a.test.js", TEST, new Uint8Array([0x74, 0xff, 0xfe, 0x0a]), ["TEST_ANALYSIS_FAILED"]],
  [
    "NUL",
    "tests/test_a.py",
    "def test_a():\n    assert f() == 1\n",
    "def test_a():\n    assert f() == 1\u0000\n",
    ["TEST_ANALYSIS_FAILED"],
  ],
  [
    "names of a prototype",
    "tests/a.test.js",
    TEST,
    "const __proto__ = 1, constructor = 2, toString = 3;\ntest('__proto__', () => { expect(f(1)).toBe(2); expect(x).hasOwnProperty(constructor); });",
    [],
  ],
  [
    "a record of prototypes",
    "vitest.config.js",
    "export default { test: {} };",
    'export default { __proto__: { test: { include: ["a"] } }, constructor: 1, test: { "__proto__": 1 } };',
    ["TEST_DISCOVERY_NARROWED"],
  ],
  [
    "aliases of aliases",
    ".github/workflows/a.yml",
    "on: push\n",
    `a: &a [x, x]\n${Array.from({ length: 20 }, (_, at) => `b${at}: &b${at} [*${at === 0 ? "a" : `b${at - 1}`}, *${at === 0 ? "a" : `b${at - 1}`}]`).join("\n")}\n`,
    [],
  ],
  ["brackets in JSON", "tsconfig.json", "{}", deep("[", "]", 100_000), []],
];

test.each(HOSTILE)("%s", async (_what, path, before, after, codes) => {
  const { violations } = await inspect(GUARDED, toRepository({ [path]: before }, { [path]: after }));
  expect([...new Set(violations.map(({ code }) => code))]).toEqual(codes);
});
