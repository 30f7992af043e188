import type { Assertion } from "./assertion.ts";
import { compareAssertion } from "./compare-assertions.ts";
import { compareLimitsOf, compareMarks, isConditional } from "./compare-marks.ts";
import { compareReplacements } from "./compare-replacements.ts";
import { isWithinWhole } from "./expected-parts.ts";
import { takeAlike, takeSame } from "./match-assertions.ts";
import type { OpenAssertions } from "./match-assertions.ts";
import { matchTests } from "./match-tests.ts";
import { toFinding } from "./test-finding.ts";
import type { TestFinding } from "./test-finding.ts";
import type { TestCase, TestFile } from "./test-model.ts";

/** What is found, and the tests whose file no longer has them: another file may. */
export interface Comparison {
  readonly findings: readonly TestFinding[];
  readonly removed: readonly TestCase[];
  /** New tests, with what is to be said of each that is not one of another file. */
  readonly added: readonly { readonly test: TestCase; readonly findings: readonly TestFinding[] }[];
}

interface Matched {
  readonly before: TestCase;
  readonly after: TestCase;
  readonly open: OpenAssertions;
  readonly pairs: (readonly [Assertion, Assertion])[];
}

/** Compares what a file tests with what it tested; with `assertions` off, only which tests there are and whether they run. */
export function compareTests(before: TestFile, after: TestFile, asks: { readonly assertions: boolean }): Comparison {
  if (before.isPartial || after.isPartial) {
    const why = "It takes too long to follow what it tests.";
    return { findings: [toFinding("TEST_ANALYSIS_FAILED", undefined, why, "low")], removed: [], added: [] };
  }
  const [tests, testsNow] = hasTests(before, after) ? [before.tests, after.tests] : [before.helpers, after.helpers];
  const { pairs, removed, added } = matchTests(tests, testsNow);
  const matched = pairs.map(([one, other]) => toMatched(one, other));
  const extra = added.flatMap(({ assertions }) => assertions);
  settleMoved(matched, extra);
  const isGone = removed.filter((test) => !takeWhole(test, [...matched.flatMap(({ open }) => open.after), ...extra]));
  const findings = [
    ...matched.flatMap((one) => compareMarks(one.before, one.after)),
    ...matched.flatMap((one) => (asks.assertions ? compareMatched(one) : [])),
    ...(asks.assertions ? compareReplacements(before, after) : []),
    ...compareLimitsOf(before, after),
    ...compareDoubts(before, after),
  ];
  return { findings, removed: isGone, added: added.map((test) => ({ test, findings: judgeAdded(test) })) };
}

const hasAny = ({ tests, helpers, doubts }: TestFile): boolean => tests.length + helpers.length + doubts.length > 0;

const hasTests = (before: TestFile, after: TestFile): boolean => before.tests.length > 0 || after.tests.length > 0;

function toMatched(before: TestCase, after: TestCase): Matched {
  const open = { before: [...before.assertions], after: [...after.assertions] };
  const pairs = [...takeSame(open)];
  // What is asserted one by one may be asserted of the whole since.
  const left = open.before.filter((one) => !isWithinWhole(one, after.assertions));
  open.before.splice(0, open.before.length, ...left);
  return { before, after, open, pairs };
}

/** An assertion that has moved to another test of the file, the very same, is not gone; then what is left is compared. */
function settleMoved(matched: readonly Matched[], extra: readonly Assertion[]): void {
  const owners = new Map(matched.flatMap((one) => one.open.before.map((assertion) => [assertion, one] as const)));
  const takers = new Map(matched.flatMap((one) => one.open.after.map((assertion) => [assertion, one] as const)));
  const left = { before: [...owners.keys()], after: [...takers.keys(), ...extra] };
  for (const pair of takeSame(left)) {
    const owner = owners.get(pair[0]);
    const taker = takers.get(pair[1]);
    owner?.pairs.push(pair);
    owner?.open.before.splice(owner.open.before.indexOf(pair[0]), 1);
    taker?.open.after.splice(taker.open.after.indexOf(pair[1]), 1);
  }
  for (const one of matched) one.pairs.push(...takeAlike(one.open));
}

/** A test whose every assertion now stands in others was merged into them. */
function takeWhole({ assertions, skipped }: TestCase, others: readonly Assertion[]): boolean {
  if (assertions.length === 0 || skipped) return false;
  const open = { before: [...assertions], after: others.filter(({ reach }) => reach === 3) };
  takeSame(open);
  return open.before.length === 0;
}

function compareMatched({ before, after, open, pairs }: Matched): readonly TestFinding[] {
  if (after.isEmpty && !before.isEmpty) {
    return [toFinding("TEST_BODY_EMPTIED", after.at, `The body of ${name(after)} is empty now.`, "high")];
  }
  const said = pairs.flatMap(([one, other]) => {
    const found = compareAssertion(one, other);
    return found ? [{ ...found, at: other.at }] : [];
  });
  const isUnclear = after.unknown.length > before.unknown.length;
  const gone = open.before.filter((one) => !isReplaced(one, open.after));
  const lost = gone.length === 0 ? [] : [toLost(gone, after, isUnclear)];
  const isSilent = before.assertions.length === 0 && after.assertions.length === 0 && before.body !== after.body;
  const silent = isSilent
    ? [
        toFinding(
          "TEST_ANALYSIS_FAILED",
          after.at,
          `${name(after)} was changed, and no assertion is recognised in it.`,
          "low"
        ),
      ]
    : [];
  return [...said, ...lost, ...silent, ...compareCounts(before, after)];
}

/** Whether another assertion about the same call, and no weaker, stands there instead. */
function isReplaced(one: Assertion, others: Assertion[]): boolean {
  const at = others.findIndex(
    (other) =>
      other.strength >= one.strength &&
      other.reach >= one.reach &&
      !other.isTautology &&
      one.kind === other.kind &&
      one.calls.some((call) => other.calls.includes(call))
  );
  if (at === -1) return false;
  others.splice(at, 1);
  return true;
}

function toLost(gone: readonly Assertion[], after: TestCase, isUnclear: boolean): TestFinding {
  const [what, are] = gone.length === 1 ? ["An assertion", "is"] : [`${gone.length} assertions`, "are"];
  if (isUnclear) {
    return toFinding(
      "TEST_ANALYSIS_FAILED",
      after.at,
      `${what} of ${name(after)} left it, and what it calls now cannot be followed.`,
      "medium"
    );
  }
  return toFinding("ASSERTION_REMOVED", after.at, `${what} of ${name(after)} ${are} gone: ${toShown(gone)}.`, "high");
}

/** More of them help nobody. */
const MOST_SHOWN = 3;

/** Assertions as the file wrote them, each wording once. */
function toShown(assertions: readonly Assertion[]): string {
  const written = [...new Set(assertions.map((one) => one.written))];
  const more = written.length > MOST_SHOWN ? ", …" : "";
  return `${written.slice(0, MOST_SHOWN).join(", ")}${more}`;
}

function compareCounts(before: TestCase, after: TestCase): readonly TestFinding[] {
  if (before.count === undefined || (after.count ?? 0) >= before.count) return [];
  const now = after.count === undefined ? "none is" : `${after.count} is`;
  return [
    toFinding(
      "ASSERTION_WEAKENED",
      after.at,
      `${name(after)} said that it makes ${before.count} assertions; ${now} said now.`,
      "high"
    ),
  ];
}

/** A new test takes nothing from the old ones; one that asserts nothing, or only what always holds, looks like a test. */
function judgeAdded(test: TestCase): readonly TestFinding[] {
  // One that runs only under a condition, or takes its time, takes nothing away; one that never runs looks like a test.
  const skipped = test.skipped && isConditional(test.skipped) ? test.skipped : undefined;
  const marks = compareMarks({ ...test, skipped, focused: undefined }, test);
  const isPlanned = test.isEmpty && test.skipped !== undefined;
  if (isPlanned) return [];
  if (test.isEmpty) {
    return [...marks, toFinding("ASSERTION_MISSING", test.at, `${name(test)} is new and does nothing.`, "high")];
  }
  if (test.assertions.length > 0 && test.assertions.every(({ isTautology, reach }) => isTautology || reach === 0)) {
    return [
      ...marks,
      toFinding("ASSERTION_MISSING", test.at, `${name(test)} is new and asserts only what always holds.`, "high"),
    ];
  }
  if (test.assertions.length > 0 || test.skipped) return marks;
  return [
    ...marks,
    toFinding("ANALYSIS_INCONCLUSIVE", test.at, `${name(test)} is new, and no assertion is recognised in it.`, "low"),
  ];
}

/** What could not be followed before either, and is as it was, is no news. */
function compareDoubts(before: TestFile, after: TestFile): readonly TestFinding[] {
  const known = before.doubts.map(({ text }) => text);
  // A file that is new takes nothing from the old ones.
  const code = hasAny(before) ? "TEST_ANALYSIS_FAILED" : "ANALYSIS_INCONCLUSIVE";
  return after.doubts.flatMap(({ at, text }) => {
    const index = known.indexOf(text);
    if (index !== -1) {
      known.splice(index, 1);
      return [];
    }
    return [toFinding(code, at, `This cannot be followed: ${text.slice(0, 60)}.`, "low")];
  });
}

/** A test as a sentence names it. */
export function name({ path }: TestCase): string {
  const title = path.join(" > ");
  return JSON.stringify(title.length > 80 ? `${title.slice(0, 80)}…` : title);
}
