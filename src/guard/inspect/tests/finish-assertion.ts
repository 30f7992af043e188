import type { Term } from "../tree/tree.ts";
import { walkTerms } from "../tree/walk.ts";
import type { Assertion, AssertionDraft, Reach } from "./assertion.ts";
import { readCondition } from "./conditions.ts";
import { evaluate } from "./evaluate.ts";
import { listExpectedParts } from "./expected-parts.ts";
import { listLiterals } from "./literals.ts";
import { toStrength } from "./matchers.ts";
import { printTerm } from "./print.ts";
import type { Scope } from "./scope.ts";
import { withCondition } from "./written.ts";

/** Reads what an assertion says: one that a condition is true says what the condition says. */
export function finishAssertion(draft: AssertionDraft, scope: Scope, reach: Reach): readonly Assertion[] {
  return spell(draft, scope).map((one) => finish(one, scope, reach));
}

/** The same in one form, however it is written: `toHaveLength(2)`, `toBe(true)` of a comparison, `toHaveBeenCalledOnce()`. */
function spell(draft: AssertionDraft, scope: Scope): readonly AssertionDraft[] {
  const { subject, matcher, isNegated, args, at } = draft;
  if (subject && matcher === "toHaveLength") {
    return [{ ...draft, subject: { kind: "member", object: subject, name: "length", at }, matcher: "toBe" }];
  }
  if (matcher === "toHaveBeenCalledOnce") {
    return [{ ...draft, matcher: "toHaveBeenCalledTimes", args: [{ kind: "literal", value: 1, at }] }];
  }
  if (matcher === "toHaveBeenCalled" && isNegated) {
    const none: Term = { kind: "literal", value: 0, at };
    return [{ ...draft, matcher: "toHaveBeenCalledTimes", isNegated: false, args: [none] }];
  }
  const told = subject && isTold(subject, scope) ? toTold(matcher, args[0]) : undefined;
  if (!subject || told === undefined) return [draft];
  return readCondition(subject, told === isNegated).map(({ condition, ...said }) => ({
    ...draft,
    ...said,
    written: withCondition(draft.written, condition),
  }));
}

/** Only a comparison or a call says more than the value that it has. */
function isTold(subject: Term, scope: Scope): boolean {
  if (evaluate(subject, scope)) return false;
  return subject.kind === "binary" || subject.kind === "unary" || subject.kind === "call";
}

function toTold(matcher: string, arg: Term | undefined): boolean | undefined {
  if (matcher === "toBeTruthy") return true;
  if (matcher === "toBeFalsy") return false;
  const isExact = matcher === "toBe" || matcher === "toEqual" || matcher === "toStrictEqual";
  return isExact && arg?.kind === "literal" && typeof arg.value === "boolean" ? arg.value : undefined;
}

function finish(draft: AssertionDraft, scope: Scope, reach: Reach): Assertion {
  const { subject, matcher, isNegated, args, isSoft, at } = draft;
  const expected = listLiterals(args, scope);
  const limit = toLimit(matcher, args[0], scope);
  return {
    at,
    kind: toKind(matcher, isNegated),
    subject: subject ? printTerm(subject, scope) : "",
    matcher,
    written: draft.written.text,
    isNegated,
    ...expected,
    strength: toStrength(matcher, isNegated, expected.literals, args.length),
    ...(limit ? { limit } : {}),
    isSoft,
    isTautology: isTautology(draft, scope),
    reach,
    parts: listExpectedParts(draft, scope),
    calls: subject ? listCalls(subject, scope) : [],
  };
}

function toKind(matcher: string, isNegated: boolean): Assertion["kind"] {
  if (matcher.endsWith("Snapshot")) return "snapshot";
  if (matcher.startsWith("opaque:")) return "opaque";
  return matcher === "toThrow" && !isNegated ? "throws" : "value";
}

function toLimit(matcher: string, arg: Term | undefined, scope: Scope): Assertion["limit"] {
  const value = arg && evaluate(arg, scope)?.value;
  if (typeof value !== "number") return undefined;
  if (matcher.startsWith("toBeGreaterThan")) return { side: "above", value };
  return matcher.startsWith("toBeLessThan") ? { side: "below", value } : undefined;
}

const EXACT = new Set(["toBe", "toEqual", "toStrictEqual", "looseEqual", "toMatchObject"]);

/** True where it holds whatever the code does: of literals alone, or of one thing compared with itself. */
function isTautology({ subject, matcher, isNegated, args }: AssertionDraft, scope: Scope): boolean {
  if (!subject || isNegated) return false;
  const [expected] = args;
  const known = evaluate(subject, scope);
  if (matcher === "toBeTruthy" || matcher === "call") return known ? Boolean(known.value) : isFilled(subject);
  if (matcher === "toBeFalsy") return known !== undefined && !known.value;
  if (matcher === "toBeDefined") return known !== undefined && known.value !== undefined;
  if (matcher === "anything") return true;
  if (!expected || !EXACT.has(matcher)) return false;
  const value = evaluate(expected, scope);
  if (known && value) return Object.is(known.value, value.value);
  return printTerm(subject, undefined) === printTerm(expected, undefined);
}

/** A list or a record that is written in place counts as true; of Python, a tuple of a condition and its message. */
const isFilled = (term: Term): boolean => term.kind === "list" && term.items.length > 0;

/** What is called to get the subject, by the names as written. */
function listCalls(subject: Term, scope: Scope): readonly string[] {
  const calls = new Set<string>();
  const seen = new Set<string>();
  const collect = (term: Term, where: Scope, depth: number): void => {
    for (const part of walkTerms(term, true)) {
      if (part.kind === "call") calls.add(printTerm(part.callee, undefined));
      if (part.kind !== "name" || seen.has(part.name) || depth > 4) continue;
      seen.add(part.name);
      const bound = where.find(part.name);
      if (bound?.kind === "value") collect(bound.term, bound.scope, depth + 1);
    }
  };
  collect(subject, scope, 0);
  return [...calls];
}
