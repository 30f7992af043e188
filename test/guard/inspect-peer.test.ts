import { expect, test } from "vitest";

import { inspect } from "../../src/guard/inspect/inspect.ts";
import { readCorpus } from "../helpers/inspect-corpus.ts";
import { toPolicy, toRepository } from "../helpers/inspected.ts";

/** Where ours differs from the peer: what ours finds, and why. */
const DIFFERENCES: Readonly<Record<string, readonly [codes: string, reason: string]>> = {
  I004: ["ASSERTION_WEAKENED", "a comparison of literals holds whatever the code does"],
  I005: ["EXPECTATION_CHANGED", "the expected literal is compared"],
  I006: ["EXPECTATION_CHANGED", "the opposite is expected"],
  I009: ["ASSERTION_WEAKENED", "nothing notices that the assertion fails"],
  I014: ["SKIPPED_TEST_ADDED", "skipIf is understood"],
  I017: ["SKIPPED_TEST_ADDED", "a member by a constant name is resolved"],
  I020: ["", "a test is found again by its body, whatever it is called"],
  I022: ["TEST_BODY_EMPTIED", "one finding for a body that does nothing any more"],
  I024: ["TIMEOUT_INCREASED", "a limit that is added above the usual one raises it"],
  I025: ["EXPECTATION_CHANGED", "the opposite is expected"],
  I028: ["TEST_ANALYSIS_FAILED", "what is called is defined nowhere; defined in the file it would be followed"],
  I045: ["ASSERTION_WEAKENED", "a comparison of literals holds whatever the code does"],
  I046: ["TEST_BODY_EMPTIED", "one finding for a body that does nothing any more"],
  I048: ["TEST_CASE_REMOVED", "that no test is left is said once"],
  I050: ["SKIPPED_TEST_ADDED", "a decorator of a class is one of its tests"],
  I051: ["ASSERTION_REMOVED", "what is after a return is not reached"],
};

const cases = await readCorpus("peer");

test.each(cases)("$name", async ({ name, codes, before, after }) => {
  const [id = ""] = name.split(" ");
  const [ours = codes.join(" ")] = DIFFERENCES[id] ?? [];
  const { violations } = await inspect(toPolicy("guarded"), toRepository(before, after));
  expect(violations.map(({ code }) => code).join(" ")).toBe(ours);
});

test("every difference has a case", () => {
  const ids = new Set(cases.map(({ name }) => name.split(" ")[0] ?? ""));
  expect(Object.keys(DIFFERENCES).filter((id) => !ids.has(id))).toEqual([]);
});
