import type { Assertion } from "./assertion.ts";
import { toSimilarity, toWords } from "./similarity.ts";

/** Assertions that are still open on either side. */
export interface OpenAssertions {
  readonly before: Assertion[];
  readonly after: Assertion[];
}

type Pair = readonly [Assertion, Assertion];

const MAX_COMPARED = 250_000;
const LEAST_ALIKE = 0.5;

/** An assertion as far as it says what is asserted, not whether that is reached. */
function toSignature(assertion: Assertion): string {
  const known = signatures.get(assertion);
  if (known !== undefined) return known;
  const { subject, matcher, isNegated, literals } = assertion;
  const signature = JSON.stringify([subject, matcher, isNegated, literals]);
  signatures.set(assertion, signature);
  return signature;
}

const signatures = new WeakMap<Assertion, string>();

/** Takes out the pairs that say the same; of several, the one that is reached most surely. */
export function takeSame({ before, after }: OpenAssertions): readonly Pair[] {
  const bySignature = Map.groupBy(after, toSignature);
  for (const list of bySignature.values()) list.sort((one, other) => other.reach - one.reach);
  const pairs: Pair[] = [];
  for (const one of before.toSorted((left, right) => right.reach - left.reach)) {
    const other = bySignature.get(toSignature(one))?.shift();
    if (other) pairs.push([one, other]);
  }
  takeOut({ before, after }, pairs);
  return pairs;
}

/** Takes out the pairs that are about the same, the most alike first. */
export function takeAlike({ before, after }: OpenAssertions): readonly Pair[] {
  if (before.length * after.length > MAX_COMPARED) return [];
  const words = new Map([...before, ...after].map((one) => [one, toWords(one.subject)]));
  const scores = before.flatMap((one, row) =>
    after.map((other, column) => {
      const likeness = toSimilarity(words.get(one) ?? [], words.get(other) ?? []);
      return { one, other, score: toScore(one, other, likeness), distance: Math.abs(row - column) };
    })
  );
  const pairs: Pair[] = [];
  const taken = new Set<Assertion>();
  for (const { one, other, score } of scores.toSorted(
    (left, right) => right.score - left.score || left.distance - right.distance
  )) {
    if (score <= 0 || taken.has(one) || taken.has(other)) continue;
    taken.add(one).add(other);
    pairs.push([one, other]);
  }
  takeOut({ before, after }, pairs);
  return pairs;
}

function takeOut({ before, after }: OpenAssertions, pairs: readonly Pair[]): void {
  const taken = new Set(pairs.flat());
  for (const list of [before, after]) list.splice(0, list.length, ...list.filter((one) => !taken.has(one)));
}

/** How much two assertions are about the same; 0 where they are not. */
function toScore(one: Assertion, other: Assertion, likeness: number): number {
  const isSameSubject = one.subject === other.subject;
  const isSameMatcher = one.matcher === other.matcher && one.isNegated === other.isNegated;
  const isSameValue = one.literals.length > 0 && one.literals.join("\n") === other.literals.join("\n");
  const isAlike = likeness >= LEAST_ALIKE && one.kind === other.kind;
  // What always holds has taken the place of whatever is not found anywhere else.
  if (!isSameSubject && !(isSameMatcher && isSameValue) && !isAlike) {
    return other.isTautology && !one.isTautology ? 0.1 : 0;
  }
  return (
    (isSameSubject ? 4 : 0) +
    (isSameMatcher ? 2 : 0) +
    (isSameValue ? 2 : 0) +
    likeness +
    (one.kind === other.kind ? 0.5 : 0)
  );
}
