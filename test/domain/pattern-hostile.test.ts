import { expect, test } from "vitest";

import { toExclusionExpressions, toGlobExpression } from "../../src/domain/glob-expression.ts";
import { isExcludedBy, parsePattern } from "../../src/domain/path-pattern.ts";

const NAME = "a".repeat(250);

// A backtracking expression would try more ways than there are atoms: these end at once or never.
test("a pattern of many stars is matched in time that grows with the text", () => {
  const stars = `${"*a".repeat(100)}z`;
  expect(isExcludedBy(stars, NAME)).toBe(false);
  expect(isExcludedBy(stars, `${NAME}z`)).toBe(true);
  const [expression] = toExclusionExpressions(stars) ?? [];
  expect(expression?.test(NAME)).toBe(false);
  expect(expression?.test(`${NAME}z`)).toBe(true);
});

test("a pattern of many folders-of-any-depth is refused in settings, and no pattern in the runtime", () => {
  const deep = `${"**/a/".repeat(40)}z`;
  expect(parsePattern(deep)).toEqual({ problem: "too-long" });
  expect(toGlobExpression(deep)).toBeUndefined();
  expect(toExclusionExpressions(deep)).toBeUndefined();
  expect(toExclusionExpressions("{a,b}".repeat(40))).toBeUndefined();
});

test.each([
  ["*a*b*c", "xxaxxbxxc", true],
  ["*a*b*c", "xxbxxaxxc", false],
  ["a*b?c*[de]", "a1b2c3d", true],
  ["a*b?c*[de]", "a1bc3d", false],
  ["*ab*b", "abab", true],
  ["*aab*aab", "aaab", false],
  ["*aab*b", "aaaabb", true],
])("%s against %s is %s", (pattern, text, isMatch) => {
  expect(isExcludedBy(pattern, text)).toBe(isMatch);
  expect(toGlobExpression(pattern)?.test(text)).toBe(isMatch);
});
