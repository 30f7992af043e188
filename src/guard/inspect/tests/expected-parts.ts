import type { Term } from "../tree/tree.ts";
import type { Assertion, AssertionDraft } from "./assertion.ts";
import { evaluate } from "./evaluate.ts";
import { printTerm, printValue } from "./print.ts";
import type { Scope } from "./scope.ts";

const WHOLE = new Set(["toEqual", "toStrictEqual", "toMatchObject"]);
const MAX_PARTS = 500;

/** What an assertion of a whole record says of its parts: `expect(r).toEqual({ a: 1 })` says that `r.a` is 1. */
export function listExpectedParts(draft: AssertionDraft, scope: Scope): readonly string[] {
  const { subject, matcher, isNegated, args } = draft;
  const [expected] = args;
  if (!subject || !expected || isNegated || !WHOLE.has(matcher)) return [];
  const found: string[] = [];
  collect(expected, scope, printTerm(subject, scope), found);
  return found;
}

/** Whether one exact value of a part is asserted by others as part of a whole. */
export function isWithinWhole(one: Assertion, others: readonly Assertion[]): boolean {
  if (one.isNegated || one.literals.length !== 1 || one.isComputed || one.wildcards > 0) return false;
  if (one.matcher !== "toBe" && one.matcher !== "toEqual" && one.matcher !== "toStrictEqual") return false;
  const key = toKey(one.subject, one.literals[0] ?? "");
  return others.some(
    (other) => other.reach >= one.reach && !(other.isSoft && !one.isSoft) && other.parts.includes(key)
  );
}

function collect(term: Term, scope: Scope, path: string, found: string[]): void {
  if (found.length > MAX_PARTS) return;
  if (term.kind === "name") {
    const bound = scope.find(term.name);
    if (bound?.kind === "value" && bound.term.kind === "record") return collect(bound.term, bound.scope, path, found);
  }
  if (term.kind === "record") {
    // What is spread may say the same key again.
    if (term.entries.some(([key]) => key?.kind !== "literal")) return undefined;
    for (const [key, value] of term.entries) {
      if (key?.kind === "literal") collect(value, scope, `${path}.${String(key.value)}`, found);
    }
    return undefined;
  }
  const known = evaluate(term, scope);
  // A part that is undefined may as well be missing.
  if (known && known.value !== undefined) found.push(toKey(path, printValue(known.value)));
  return undefined;
}

const toKey = (subject: string, literal: string): string => JSON.stringify([subject, literal]);
