import { expect, test } from "vitest";

import { DEEPEST_JSON, findTooDeep, parseShallowJson } from "../../src/domain/json-depth.ts";

const nest = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

test("the limit is the last depth that is read, and the offset is of the bracket that passes it", () => {
  expect(findTooDeep(nest(DEEPEST_JSON))).toBeUndefined();
  expect(findTooDeep(`{"a": ${nest(DEEPEST_JSON)}}`)).toBe(6 + DEEPEST_JSON - 1);
  expect(() => parseShallowJson(nest(DEEPEST_JSON + 1))).toThrow(SyntaxError);
});

test("brackets side by side, in texts and in comments do not count", () => {
  const many = "[".repeat(DEEPEST_JSON + 1);
  expect(findTooDeep("[]".repeat(DEEPEST_JSON + 1))).toBeUndefined();
  expect(findTooDeep(JSON.stringify([`\\"${many}`, many]))).toBeUndefined();
  expect(findTooDeep(`// ${many}\n/* "${many}" */ {}`)).toBeUndefined();
});

test("a text or a comment that is not closed hides no depth after it, and does not run past the end", () => {
  const deep = nest(DEEPEST_JSON + 1);
  expect(findTooDeep(`"open\n${deep}`)).toBe(6 + DEEPEST_JSON);
  expect(findTooDeep(`/${deep}`)).toBe(1 + DEEPEST_JSON);
  expect(findTooDeep(`/* ${deep}`)).toBeUndefined();
  expect(findTooDeep('"\\')).toBeUndefined();
});
