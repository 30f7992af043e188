import type { Term } from "../tree/tree.ts";
import type { AssertionDraft } from "./assertion.ts";

interface Said extends Pick<AssertionDraft, "subject" | "matcher" | "isNegated" | "args"> {
  /** As it is written, `…` in the place of values; a `!` in front for each that turns it round. */
  readonly condition: string;
}

const COMPARISONS: Readonly<Record<string, readonly [matcher: string, isNegated: boolean]>> = {
  "===": ["toBe", false],
  "==": ["toBe", false],
  is: ["toBe", false],
  "!==": ["toBe", true],
  "!=": ["toBe", true],
  "<>": ["toBe", true],
  "is not": ["toBe", true],
  "<": ["toBeLessThan", false],
  "<=": ["toBeLessThanOrEqual", false],
  ">": ["toBeGreaterThan", false],
  ">=": ["toBeGreaterThanOrEqual", false],
  instanceof: ["toBeInstanceOf", false],
};

const CALLS: Readonly<Record<string, string>> = { includes: "toContain", test: "toMatch", match: "toMatch" };

/** What a condition asserts that must be true: each side of an `and`, and of a comparison what is compared with what. */
export function readCondition(term: Term, isNegated = false): readonly Said[] {
  if (term.kind === "unary" && term.operator === "!") {
    return readCondition(term.value, !isNegated).map((said) => ({ ...said, condition: `!${said.condition}` }));
  }
  if (term.kind === "binary") {
    const isAnd = term.operator === "&&" || term.operator === "and";
    if (isAnd && !isNegated) return [...readCondition(term.left), ...readCondition(term.right)];
    const said = readComparison(term, isNegated);
    if (said) return [said];
  }
  if (term.kind === "call") return [readCall(term, isNegated)];
  return [
    { subject: term, matcher: isNegated ? "toBeFalsy" : "toBeTruthy", isNegated: false, args: [], condition: "…" },
  ];
}

function readComparison(
  { operator, left, right }: Extract<Term, { kind: "binary" }>,
  isNegated: boolean
): Said | undefined {
  const condition = `… ${operator} …`;
  if (operator === "in" || operator === "not in") {
    const isTurnedRound = (operator === "not in") !== isNegated;
    return { subject: right, matcher: "toContain", isNegated: isTurnedRound, args: [left], condition };
  }
  const comparison = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
  if (!comparison) return undefined;
  const [matcher, isOpposite] = comparison;
  // `2 == f()` says the same as `f() == 2`; with `<` it would not.
  const isTurned = matcher === "toBe" && left.kind === "literal" && right.kind !== "literal";
  const [subject, expected] = isTurned ? [right, left] : [left, right];
  return { subject, matcher, isNegated: isOpposite !== isNegated, args: [expected], condition };
}

/** `isinstance(x, T)`, `list.includes(x)`, `/x/.test(s)`; any other call says that its result counts as true. */
function readCall(term: Extract<Term, { kind: "call" }>, isNegated: boolean): Said {
  const { callee, args } = term;
  const [first, second] = args;
  if (callee.kind === "name" && callee.name === "isinstance" && first && second) {
    return { subject: first, matcher: "toBeInstanceOf", isNegated, args: [second], condition: "isinstance(…)" };
  }
  const name = callee.kind === "member" ? callee.name : undefined;
  const matcher = name !== undefined && Object.hasOwn(CALLS, name) ? CALLS[name] : undefined;
  if (matcher !== undefined && callee.kind === "member" && first) {
    const isTurned = name === "test";
    const [subject, expected] = isTurned ? [first, callee.object] : [callee.object, first];
    return { subject, matcher, isNegated, args: [expected], condition: `….${name}(…)` };
  }
  return { subject: term, matcher: args.length > 0 ? "call" : "toBeTruthy", isNegated, args: [], condition: "…" };
}
