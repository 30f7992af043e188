import { expect, test } from "vitest";

import { GuardedRepository, toPolicy } from "../helpers/guarded-repository.ts";

// What `hi inspect` says of a weaker assertion names what the file itself uses, through the real binary (seed 004).

const GUARDED = toPolicy([], { testIntegrity: { existingTests: "guarded" } });

const inTest = (line: string, head = ""): string => `${head}test("one", (t) => { ${line} });\n`;
const NODE = 'import assert from "node:assert/strict";\n';
const CHAI = 'import { assert, expect } from "chai";\n';
const TAP = 'import t from "tap";\n';
const UNIT = (line: string): string => `class ATest(TestCase):\n    def test_one(self):\n        ${line}\n`;
const PLAIN = (line: string): string => `def test_one():\n    ${line}\n`;

interface Pair {
  readonly before: string;
  readonly after: string;
  readonly said: string;
}

/** By file: what stood there, what stands there now, and how a person is told. */
const PAIRS: Readonly<Record<string, Pair>> = {
  "tests/node.test.js": {
    before: inTest("assert.strictEqual(one(), 1);", NODE),
    after: inTest("assert.ok(one());", NODE),
    said: "assert.ok(…) says less than assert.strictEqual(…).",
  },
  "tests/node-loose.test.js": {
    before: inTest("assert.equal(one(), 1);", NODE),
    after: inTest("assert.equal(one(), 1);", NODE.replace("/strict", "")),
    said: "assert.equal(…) by == says less than assert.equal(…).",
  },
  "tests/node-condition.test.js": {
    before: inTest("assert(one() === 1);", NODE),
    after: inTest("assert(one());", NODE),
    said: "assert(…) says less than assert(… === …).",
  },
  "tests/node-turned.test.js": {
    before: inTest("assert.ok(one() === 1);", NODE),
    after: inTest("assert.ok(!(one() === 2));", NODE),
    said: "assert.ok(!(… === …)) says less than assert.ok(… === …).",
  },
  "tests/chai-assert.test.js": {
    before: inTest("assert.deepEqual(all(), [1]);", CHAI),
    after: inTest("assert.isOk(all());", CHAI),
    said: "assert.isOk(…) says less than assert.deepEqual(…).",
  },
  "tests/chai-expect.test.js": {
    before: inTest("expect(one()).to.equal(1);", CHAI),
    after: inTest("expect(one()).to.exist;", CHAI),
    said: "expect(…).to.exist says less than expect(…).to.equal(…).",
  },
  "tests/tap.test.js": {
    before: inTest("t.strictSame(all(), [1]);", TAP),
    after: inTest("t.ok(all());", TAP),
    said: "t.ok(…) says less than t.strictSame(…).",
  },
  "tests/should.test.js": {
    before: inTest("one().should.equal(1);"),
    after: inTest("one().should.be.ok;"),
    said: "….should.be.ok says less than ….should.equal(…).",
  },
  "tests/vitest.test.js": {
    before: inTest("expect(one()).toBe(1);"),
    after: inTest("expect(one()).not.toBe(2);"),
    said: "expect(…).not.toBe(…) says less than expect(…).toBe(…).",
  },
  "tests/same-words.test.js": {
    before: inTest("expect(all()).toEqual(1);"),
    after: inTest("expect(all()).toEqual(other());"),
    said: "expect(…).toEqual(…) expects less than it did.",
  },
  "tests/test_unit.py": {
    before: UNIT("self.assertEqual(one(), 1)"),
    after: UNIT("self.assertTrue(one())"),
    said: "self.assertTrue(…) says less than self.assertEqual(…).",
  },
  "tests/test_plain.py": {
    before: PLAIN("assert total(cart) == 1"),
    after: PLAIN("assert total(cart)"),
    said: "assert … says less than assert … == ….",
  },
  "tests/test_not.py": {
    before: PLAIN("assert total(cart) == 1"),
    after: PLAIN("assert not total(cart) == 2"),
    said: "assert not … == … says less than assert … == ….",
  },
  "tests/test_in.py": {
    before: PLAIN("assert total(cart) == [1]"),
    after: PLAIN("assert 1 in total(cart)"),
    said: "assert … in … says less than assert … == ….",
  },
  "tests/includes.test.js": {
    before: inTest("assert.ok(all().includes(1));", NODE),
    after: inTest("assert.ok(!all().includes(2));", NODE),
    said: "assert.ok(!….includes(…)) says less than assert.ok(….includes(…)).",
  },
  "tests/test_raises.py": {
    before: PLAIN('with pytest.raises(ValueError, match="x"):\n        total(1)'),
    after: PLAIN("with pytest.raises():\n        total(1)"),
    said: "pytest.raises() says less than pytest.raises(…).",
  },
};

interface Document {
  readonly violations: readonly { readonly code: string; readonly path: string; readonly explanation: string }[];
}

const toFiles = (side: "before" | "after"): Record<string, string> =>
  Object.fromEntries(Object.entries(PAIRS).map(([file, pair]) => [file, pair[side]]));

test("a weaker assertion is told in the words of the file that it stands in", async () => {
  await using repository = await GuardedRepository.create(GUARDED, toFiles("before"));
  await repository.start();
  for (const [file, text] of Object.entries(toFiles("after"))) repository.write(file, text);
  const { stdout, exitCode } = await repository.hi(["inspect", "--json"]);
  expect(exitCode).toBe(4);
  const { violations } = JSON.parse(stdout) as Document;
  const said = Object.fromEntries(
    violations.filter(({ code }) => code === "ASSERTION_WEAKENED").map((one) => [one.path, one.explanation])
  );
  expect(said).toEqual(Object.fromEntries(Object.entries(PAIRS).map(([file, pair]) => [file, pair.said])));
});

/** The same of what is gone, and of a manifest. */
const GONE: Readonly<Record<string, Pair>> = {
  "tests/gone.test.js": {
    before: inTest("assert.strictEqual(one(), 1); assert.deepEqual(all(), [1]); assert.throws(() => none());", NODE),
    after: inTest("assert.strictEqual(one(), 1);", NODE),
    said: '2 assertions of "one" are gone: assert.deepEqual(…), assert.throws(…).',
  },
  "tests/many.test.js": {
    before: inTest("t.is(a(), 1); t.is(b(), 1); t.truthy(c()); t.regex(d(), /x/); t.like(e(), { f: 1 });", TAP),
    after: inTest("f();", TAP),
    said: '5 assertions of "one" are gone: t.is(…), t.truthy(…), t.regex(…), ….',
  },
  "tests/test_gone.py": {
    before: PLAIN("assert total(1) == 1\n    with pytest.raises(ValueError):\n        total(2)"),
    after: PLAIN("assert total(1) == 1"),
    said: 'An assertion of "test_one" is gone: pytest.raises(…).',
  },
};

test("an assertion that is gone is named, and so is the script that now passes whatever it finds", async () => {
  const files = Object.fromEntries(Object.entries(GONE).map(([file, { before }]) => [file, before]));
  const manifest = (script: string): string => `${JSON.stringify({ type: "module", scripts: { test: script } })}\n`;
  await using repository = await GuardedRepository.create(GUARDED, {
    ...files,
    "package.json": manifest("node --test"),
  });
  await repository.start();
  for (const [file, { after }] of Object.entries(GONE)) repository.write(file, after);
  repository.write("package.json", manifest("node --test --test-name-pattern=x || true"));
  const { violations } = JSON.parse((await repository.hi(["inspect", "--json"])).stdout) as Document;
  const said = violations.map(({ explanation }) => explanation);
  expect(said).toEqual(expect.arrayContaining(Object.values(GONE).map((pair) => pair.said)));
  expect(said).toContain("The script test now passes whatever it finds.");
  expect(said.join("\n")).toMatch(/The script test now runs with --test-name-pattern/);
});
