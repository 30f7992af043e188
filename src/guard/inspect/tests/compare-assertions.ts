import type { Assertion } from "./assertion.ts";
import type { TestFinding } from "./test-finding.ts";

type Said = Pick<TestFinding, "code" | "explanation" | "confidence">;
type Rule = (before: Assertion, after: Assertion) => Said | undefined;

const SAME_VALUE = new Set(["toBe", "toEqual", "toStrictEqual", "looseEqual"]);
/** What asks for a part of a value, or for a kind of error: more in it asks for more. */
const PARTIAL = new Set(["toMatchObject", "toHaveProperty", "toThrow"]);

const weakened = (explanation: string, confidence: Said["confidence"] = "high"): Said => ({
  code: "ASSERTION_WEAKENED",
  explanation,
  confidence,
});
const changed = (explanation: string, confidence: Said["confidence"] = "high"): Said => ({
  code: "EXPECTATION_CHANGED",
  explanation,
  confidence,
});

/** What an assertion no longer says, or no longer says surely; the first rule that holds. */
const RULES: readonly Rule[] = [
  (before, after) => {
    if (after.reach >= before.reach) return undefined;
    if (after.reach === 0) {
      return { code: "ASSERTION_REMOVED", explanation: "The assertion is never reached any more.", confidence: "high" };
    }
    if (after.reach === 1) return weakened("That the assertion fails would no longer be noticed.");
    return weakened("The assertion now runs only under a condition.");
  },
  (before, after) =>
    after.isTautology && !before.isTautology ? weakened("The assertion now holds whatever the code does.") : undefined,
  (before, after) =>
    after.kind === "opaque" && before.kind !== "opaque"
      ? {
          code: "TEST_ANALYSIS_FAILED",
          explanation: "What replaces the assertion cannot be followed.",
          confidence: "low",
        }
      : undefined,
  (before, after) =>
    isComparable(before, after) && before.isNegated !== after.isNegated && isSameExpected(before, after)
      ? changed("The assertion now expects the opposite.")
      : undefined,
  (before, after) =>
    before.kind === "throws" && after.kind !== "throws"
      ? { code: "ASSERTION_REMOVED", explanation: "That it fails is no longer asserted.", confidence: "high" }
      : undefined,
  (before, after) =>
    before.kind !== "snapshot" && after.kind === "snapshot"
      ? weakened("A snapshot stands where a value was expected.")
      : undefined,
  (before, after) =>
    after.isSoft && !before.isSoft ? weakened("A failure of the assertion no longer ends the test.") : undefined,
  (before, after) =>
    after.wildcards > before.wildcards
      ? weakened("More than one value is accepted where one was expected.")
      : undefined,
  compareLimits,
  comparePrecision,
  (before, after) => (after.strength < before.strength ? weakened(toLess(before.written, after.written)) : undefined),
  compareLiterals,
];

/** Says what is weaker in an assertion than it was at the baseline, or nothing. */
export function compareAssertion(before: Assertion, after: Assertion): Said | undefined {
  for (const rule of RULES) {
    const said = rule(before, after);
    if (said) return said;
  }
  return undefined;
}

/** `> 5` that is now `> 3` lets more pass, `> 7` less. */
function compareLimits({ limit, subject }: Assertion, after: Assertion): Said | undefined {
  if (!limit || limit.side !== after.limit?.side || subject !== after.subject) return undefined;
  const isLooser = limit.side === "above" ? after.limit.value < limit.value : after.limit.value > limit.value;
  return isLooser
    ? weakened(`The limit went from ${limit.value} to ${after.limit.value}, which lets more pass.`)
    : undefined;
}

function comparePrecision(before: Assertion, after: Assertion): Said | undefined {
  if (before.matcher !== "toBeCloseTo" || after.matcher !== "toBeCloseTo") return undefined;
  const [digits = 2, digitsNow = 2] = [before.literals[1], after.literals[1]].map((literal) =>
    literal === undefined ? undefined : Number(literal)
  );
  return digitsNow < digits ? weakened(`The precision went from ${digits} to ${digitsNow} digits.`) : undefined;
}

function compareLiterals(before: Assertion, after: Assertion): Said | undefined {
  if (!isComparable(before, after) || before.limit || before.literals.length === 0) return undefined;
  // That it is not one value says less than that it is another.
  if (before.isNegated && !after.isNegated) return undefined;
  // A value that is written down now stands for what was computed.
  if (before.isComputed && !after.isComputed && SAME_VALUE.has(after.matcher)) return undefined;
  const isClose = before.matcher === "toBeCloseTo";
  const [expected, expectedNow] = isClose
    ? [before.literals.slice(0, 1), after.literals.slice(0, 1)]
    : [before.literals, after.literals];
  if (expected.join("\n") === expectedNow.join("\n")) return undefined;
  if (PARTIAL.has(before.matcher) && !before.isNegated && holdsAll(expected, expectedNow)) return undefined;
  if (expectedNow.length === 0) return changed("What is expected is no longer written down.", "medium");
  return changed(`${shorten(expected)} was expected, now ${shorten(expectedNow)} is.`);
}

const isComparable = (before: Assertion, after: Assertion): boolean =>
  before.matcher === after.matcher || (SAME_VALUE.has(before.matcher) && SAME_VALUE.has(after.matcher));

const isSameExpected = (before: Assertion, after: Assertion): boolean =>
  before.literals.join("\n") === after.literals.join("\n");

/** Whether all of a list is in another, in the same order. */
function holdsAll(list: readonly string[], other: readonly string[]): boolean {
  let at = 0;
  for (const item of other) if (item === list[at]) at += 1;
  return at === list.length;
}

function shorten(literals: readonly string[]): string {
  const text = literals.join(" ");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Both in the words of their file. */
const toLess = (written: string, writtenNow: string): string =>
  written === writtenNow ? `${writtenNow} expects less than it did.` : `${writtenNow} says less than ${written}.`;
