import { expect, test } from "vitest";

import type { ChangedFile, InspectedRepository } from "../../src/contracts/guard.ts";
import { inspect } from "../../src/guard/inspect/inspect.ts";
import type { Files } from "../helpers/inspected.ts";
import { toPolicy, toRepository } from "../helpers/inspected.ts";

const TEST = "test('a', () => { expect(f(1)).toBe(2); });\n";

/** [what was done, before, after, mode, what it finds] */
const CASES: readonly (readonly [string, Files, Files, "immutable" | "guarded" | "allowed", readonly string[]])[] = [
  ["nothing of interest", { "src/a.js": "1\n" }, { "src/a.js": "2\n" }, "immutable", []],
  ["the policy", { "hi.policy.yml": "a\n" }, { "hi.policy.yml": "b\n" }, "allowed", ["CONFIG_CHANGED"]],
  ["a policy of the peer's", {}, { "judgelock.yml": "b\n" }, "allowed", ["CONFIG_CHANGED"]],
  ["the agent's settings", {}, { ".claude/settings.json": "{}" }, "immutable", ["INTEGRATION_CONFIG_CHANGED"]],
  ["the runtime", { ".hi/runtime/guard.mjs": "1" }, {}, "immutable", ["INTEGRATION_CONFIG_CHANGED"]],
  ["a protected file", { "locked/a.txt": "1" }, { "locked/a.txt": "2" }, "guarded", ["PROTECTED_PATH_CHANGED"]],
  ["a snapshot", { "tests/a.snap": "1" }, { "tests/a.snap": "2" }, "guarded", ["SNAPSHOT_CHANGED"]],
  [
    "white space of a test",
    { "tests/a.test.js": TEST },
    { "tests/a.test.js": `${TEST}\n` },
    "immutable",
    ["EXISTING_TEST_MODIFIED"],
  ],
  ["white space of a guarded test", { "tests/a.test.js": TEST }, { "tests/a.test.js": `${TEST}\n` }, "guarded", []],
  ["a test taken away", { "tests/a.test.js": TEST }, {}, "guarded", ["TEST_DELETED"]],
  ["a helper taken away", { "tests/helper.js": "export const one = 1;\n" }, {}, "immutable", ["TEST_DELETED"]],
  ["a new test", {}, { "tests/a.test.js": TEST }, "immutable", []],
  ["a test in an ignored folder", { "dist/a.test.js": TEST }, {}, "immutable", []],
];

test.each(CASES)("finds %s", async (_what, before, after, mode, codes) => {
  const { violations, status } = await inspect(toPolicy(mode), toRepository(before, after));
  expect(violations.map(({ code }) => code)).toEqual(codes);
  expect(status).toBe(codes.length === 0 ? "passed" : "blocked");
});

test("a new test is told where the policy allows none", async () => {
  const policy = toPolicy("guarded", { allowNewTests: false });
  const { violations } = await inspect(policy, toRepository({}, { "tests/a.test.js": TEST }));
  expect(violations.map(({ code }) => code)).toEqual(["NEW_TEST_NOT_ALLOWED"]);
});

test("a moved test is a rename, out of the tests it is a deletion", async () => {
  const before = { "tests/a.test.js": TEST, "tests/b.test.js": TEST };
  const after = { "tests/c.test.js": TEST, "src/b.js": TEST };
  const renames = { "tests/a.test.js": "tests/c.test.js", "tests/b.test.js": "src/b.js" };
  const { violations } = await inspect(toPolicy("immutable"), toRepository(before, after, renames));
  expect(violations.map(({ code, path }) => [code, path])).toEqual([
    ["TEST_RENAMED", "tests/a.test.js"],
    ["TEST_DELETED", "tests/b.test.js"],
  ]);
});

test("what the install receipt of the baseline owns and guards is told, a receipt of the work tree is not asked", async () => {
  const receipt = { files: { "tools/guard.mjs": { class: "generated" }, "package.json": { class: "merged" } } };
  const before = { ".hi/receipt.json": JSON.stringify(receipt), "tools/guard.mjs": "1", "package.json": "{}" };
  const after = { ...before, "tools/guard.mjs": "2", ".hi/receipt.json": "{}" };
  const { violations } = await inspect(toPolicy("allowed"), toRepository(before, after));
  expect(violations.map(({ path }) => path)).toEqual([".hi/receipt.json", "tools/guard.mjs"]);
});

test("findings stand once and in the order of code units, whatever the order of the changes", async () => {
  const files = ["tests/ä.snap", "tests/Z.snap", "tests/a.snap"];
  const before = Object.fromEntries(files.map((path) => [path, "1"]));
  const repository = toRepository(before, {});
  const twice: InspectedRepository = {
    ...repository,
    changedFiles: [...repository.changedFiles, ...repository.changedFiles],
  };
  const reversed = { ...repository, changedFiles: repository.changedFiles.toReversed() };
  const one = await inspect(toPolicy("immutable"), twice);
  expect(one.violations.map(({ path }) => path)).toEqual(["tests/Z.snap", "tests/a.snap", "tests/ä.snap"]);
  expect((await inspect(toPolicy("immutable"), reversed)).violations).toEqual(one.violations);
});

test("an unmerged path is told", async () => {
  const changedFiles: readonly ChangedFile[] = [{ kind: "unmerged", path: "src/a.js", layers: ["unstaged"] }];
  const { violations } = await inspect(toPolicy("allowed"), { ...toRepository({}, {}), changedFiles });
  expect(violations.map(({ code }) => code)).toEqual(["UNMERGED_PATH"]);
});
