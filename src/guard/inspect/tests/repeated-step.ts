import type { Step } from "../tree/tree.ts";
import { walkTerms } from "../tree/walk.ts";
import { printSteps } from "./print.ts";

/** The very same assertion once more in a row says nothing more, unless what it calls without arguments goes on by itself. */
export function isRepeated(step: Step, last: Step | undefined): boolean {
  if (step.kind !== "expression" || last?.kind !== "expression" || step.value.kind !== last.value.kind) return false;
  const terms = [...walkTerms(step.value, false)];
  const goesOn = terms.some(
    (term) =>
      term.kind === "assign" ||
      term.kind === "function" ||
      (term.kind === "call" && term.args.length === 0) ||
      (term.kind === "unary" && /^(?:\+\+|--)$/.test(term.operator))
  );
  return !goesOn && printSteps([step]) === printSteps([last]);
}
