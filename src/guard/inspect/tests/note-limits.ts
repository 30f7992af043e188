import type { CallTerm } from "../tree/tree.ts";
import type { BodyFacts } from "./body-facts.ts";
import { evaluate } from "./evaluate.ts";
import type { Scope } from "./scope.ts";

/** Notes the time limits and retries that a call sets. */
export function noteLimits(
  name: string,
  { args, at }: CallTerm,
  scope: Scope,
  place: number | undefined,
  facts: BodyFacts
): void {
  const [first] = args;
  const value = first && evaluate(first, scope)?.value;
  const mark = { at: place ?? at, text: name };
  if (name === "test.slow") facts.timeouts.push({ ...mark, value: 90_000 });
  if (typeof value !== "number") return;
  if (/^(?:this|test|t|jest|vi)\.(?:timeout|setTimeout)$/.test(name)) facts.timeouts.push({ ...mark, value });
  if (/^(?:this\.retries|jest\.retryTimes)$/.test(name)) facts.retries.push({ ...mark, value });
}
