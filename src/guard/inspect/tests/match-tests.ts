import { toSimilarity, toWords } from "./similarity.ts";
import type { TestCase } from "./test-model.ts";

/** Which test of the baseline is which test now. */
export interface TestMatch {
  readonly pairs: readonly (readonly [TestCase, TestCase])[];
  readonly removed: readonly TestCase[];
  readonly added: readonly TestCase[];
}

/** How many tests are compared each with each. */
const MAX_COMPARED = 40_000;
const LEAST_ALIKE = 0.55;

/**
 * Finds each test again: under the same titles, under the same title elsewhere, or by what it does. The order of tests,
 * their suites and their titles may change; what is the same at the end of all that is the same test.
 */
export function matchTests(before: readonly TestCase[], after: readonly TestCase[]): TestMatch {
  const open = { before: new Set(before), after: new Set(after) };
  const pairs: (readonly [TestCase, TestCase])[] = [];
  const pair = (one: TestCase, other: TestCase): void => {
    open.before.delete(one);
    open.after.delete(other);
    pairs.push([one, other]);
  };
  const keys = [
    (test: TestCase) => JSON.stringify([test.path, toSignature(test)]),
    (test: TestCase) => JSON.stringify(test.path),
    (test: TestCase) => JSON.stringify([test.path.at(-1), toSignature(test)]),
    (test: TestCase) => (test.isEmpty ? "" : `${test.body}\n${toSignature(test)}`),
    (test: TestCase) => test.path.at(-1) ?? "",
  ];
  for (const key of keys) pairByKey([...open.before], [...open.after], key, pair);
  if (open.before.size * open.after.size <= MAX_COMPARED) pairAlike([...open.before], [...open.after], pair);
  return { pairs, removed: [...open.before], added: [...open.after] };
}

/** What a test asserts, as one text. */
export function toSignature({ assertions }: TestCase): string {
  return assertions
    .map(({ subject, matcher, isNegated, literals }) => JSON.stringify([subject, matcher, isNegated, literals]))
    .join("\n");
}

type Pair = (one: TestCase, other: TestCase) => void;

function pairByKey(
  before: readonly TestCase[],
  after: readonly TestCase[],
  toKey: (test: TestCase) => string,
  pair: Pair
): void {
  const byKey = Map.groupBy(after, toKey);
  for (const test of before) {
    const key = toKey(test);
    const found = key === "" ? undefined : byKey.get(key)?.shift();
    if (found) pair(test, found);
  }
}

function pairAlike(before: readonly TestCase[], after: readonly TestCase[], pair: Pair): void {
  const words = new Map([...before, ...after].map((test) => [test, toTestWords(test)]));
  const scores = before.flatMap((one) =>
    after.map((other) => ({ one, other, score: scoreAlike(words.get(one), words.get(other)) }))
  );
  const taken = new Set<TestCase>();
  for (const { one, other, score } of scores.toSorted((left, right) => right.score - left.score)) {
    if (score < LEAST_ALIKE || taken.has(one) || taken.has(other)) continue;
    taken.add(one).add(other);
    pair(one, other);
  }
}

type TestWords = readonly [body: readonly string[], asserted: readonly string[]];

const toTestWords = (test: TestCase): TestWords => [toWords(test.body), toWords(toSignature(test))];

function scoreAlike(one: TestWords | undefined, other: TestWords | undefined): number {
  if (!one || !other) return 0;
  return (toSimilarity(one[0], other[0]) + toSimilarity(one[1], other[1])) / 2;
}
