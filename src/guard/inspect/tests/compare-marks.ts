import type { TestFinding } from "./test-finding.ts";
import type { Mark, TestCase, TestFile } from "./test-model.ts";

type Limit = Mark & { readonly value: number };

/** Milliseconds that the usual runners give a test which says nothing itself. */
const USUAL_TIMEOUT_MS = 5000;
/** What skips only where something holds. */
const CONDITIONAL = /skipIf|runIf|skipif|skipUnless|xfail|^if$|condition|expectedFailure|importorskip/;

/** What skips only where something holds; a skip within a body may be reached or not. */
export const isConditional = ({ text }: Mark): boolean =>
  CONDITIONAL.test(text) || /^(?:this|t|ctx|context)\.skip$|^pytest\.skip$|^self\.skipTest$/.test(text);

/** Says whether a test that ran no longer does, or that others no longer do because of it, or takes longer or more tries. */
export function compareMarks(before: TestCase, after: TestCase): readonly TestFinding[] {
  return [
    ...compareSkips(before.skipped, after.skipped, after),
    ...(after.focused && !before.focused
      ? [toFinding("FOCUSED_TEST_ADDED", after.focused.at, `${after.focused.text} leaves out every other test.`)]
      : []),
    ...compareTimeouts(before.timeout, after.timeout),
    ...compareRetries(before.retries, after.retries),
  ];
}

/** The same for what holds for a whole file. */
export function compareLimitsOf(before: TestFile, after: TestFile): readonly TestFinding[] {
  const most = (limits: readonly Limit[]): Limit | undefined =>
    limits.toSorted((one, other) => other.value - one.value)[0];
  return [
    ...compareTimeouts(most(before.timeouts), most(after.timeouts)),
    ...compareRetries(most(before.retries), most(after.retries)),
  ];
}

function compareSkips(before: Mark | undefined, after: Mark | undefined, test: TestCase): readonly TestFinding[] {
  if (!after) return [];
  const name = JSON.stringify(test.path.at(-1) ?? "");
  const isStricter = before && CONDITIONAL.test(before.text) && !CONDITIONAL.test(after.text);
  if (before && !isStricter) return [];
  const isFailing = /(?:fails|fail|failing|xfail|expectedFailure)$/.test(after.text);
  const what = isFailing
    ? `${after.text} lets ${name} fail.`
    : `${after.text} keeps ${name} from ${isConditional(after) ? "always running" : "running"}.`;
  return [toFinding("SKIPPED_TEST_ADDED", after.at, what)];
}

/** Node and mocha take 0 as no limit. */
const toLimit = (value: number): number => (value === 0 ? Number.POSITIVE_INFINITY : value);

function compareTimeouts(before: Limit | undefined, after: Limit | undefined): readonly TestFinding[] {
  if (!after) return [];
  const [limit, limitNow] = [before ? toLimit(before.value) : USUAL_TIMEOUT_MS, toLimit(after.value)];
  if (limitNow <= limit) return [];
  const was = before ? `from ${limit} ms` : "from what is usual";
  return [
    toFinding(
      "TIMEOUT_INCREASED",
      after.at,
      `The time limit went ${was} to ${limitNow === Number.POSITIVE_INFINITY ? "none" : `${limitNow} ms`}.`
    ),
  ];
}

function compareRetries(before: Limit | undefined, after: Limit | undefined): readonly TestFinding[] {
  if (!after || after.value <= (before?.value ?? 0)) return [];
  return [toFinding("RETRIES_ADDED", after.at, `The test may now be tried ${after.value} times more before it fails.`)];
}

const toFinding = (code: TestFinding["code"], at: number, explanation: string): TestFinding => ({
  code,
  at,
  explanation,
  confidence: "high",
});
