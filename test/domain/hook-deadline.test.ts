import fc from "fast-check";
import { expect, test } from "vitest";

import {
  boundHookDeadline,
  HOOK_DEADLINE_MS,
  HOOK_GRACE_MS,
  toHookTimeoutSeconds,
} from "../../src/domain/hook-deadline.ts";

test("an agent always waits longer than the runtime takes to end itself, and never less than before", () => {
  fc.assert(
    fc.property(fc.integer({ min: HOOK_DEADLINE_MS.least, max: HOOK_DEADLINE_MS.most }), (deadlineMs) => {
      const seconds = toHookTimeoutSeconds(deadlineMs);
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(60);
      expect(seconds * 1000).toBeGreaterThan(deadlineMs + HOOK_GRACE_MS);
    })
  );
});

test("the usual deadline leaves every projection as it was first published", () => {
  expect(toHookTimeoutSeconds(HOOK_DEADLINE_MS.usual)).toBe(60);
});

test.each([
  [-1, 1000],
  [1500.4, 1500],
  [1e12, 120_000],
])("a deadline of %f ms counts as %i", (given, counted) => expect(boundHookDeadline(given)).toBe(counted));
