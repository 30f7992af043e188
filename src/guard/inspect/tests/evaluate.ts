import type { Term } from "../tree/tree.ts";
import type { Scope } from "./scope.ts";

type Value = string | number | boolean | null | undefined;
type Known = { readonly value: Value } | undefined;

const OPERATORS: Readonly<Record<string, (left: Value, right: Value) => Value>> = {
  "===": (left, right) => left === right,
  "==": (left, right) => left === right,
  is: (left, right) => left === right,
  "!==": (left, right) => left !== right,
  "!=": (left, right) => left !== right,
  "is not": (left, right) => left !== right,
  "<": (left, right) => Number(left) < Number(right),
  ">": (left, right) => Number(left) > Number(right),
  "<=": (left, right) => Number(left) <= Number(right),
  ">=": (left, right) => Number(left) >= Number(right),
  "&&": (left, right) => left && right,
  and: (left, right) => left && right,
  "||": (left, right) => left || right,
  or: (left, right) => left || right,
};

/** The value of what is made of literals alone, or undefined: nothing is known of it. */
export function evaluate(term: Term, scope: Scope, depth = 0): Known {
  if (depth > 20) return undefined;
  if (term.kind === "literal") return { value: term.value };
  if (term.kind === "name") {
    const bound = scope.find(term.name);
    return bound?.kind === "value" ? evaluate(bound.term, bound.scope, depth + 1) : undefined;
  }
  if (term.kind === "unary" && term.operator === "!") {
    const inner = evaluate(term.value, scope, depth + 1);
    return inner && { value: !inner.value };
  }
  if (term.kind === "call" && term.callee.kind === "name" && term.callee.name === "Boolean" && term.args[0]) {
    const inner = evaluate(term.args[0], scope, depth + 1);
    return inner && { value: Boolean(inner.value) };
  }
  if (term.kind !== "binary") return undefined;
  return evaluateBinary(term, scope, depth);
}

function evaluateBinary(term: Extract<Term, { kind: "binary" }>, scope: Scope, depth: number): Known {
  const left = evaluate(term.left, scope, depth + 1);
  const right = evaluate(term.right, scope, depth + 1);
  const isAnd = term.operator === "&&" || term.operator === "and";
  const isOr = term.operator === "||" || term.operator === "or";
  if (isAnd && [left, right].some((side) => side && !side.value)) return { value: false };
  if (isOr && [left, right].some((side) => side?.value)) return { value: true };
  const operate = Object.hasOwn(OPERATORS, term.operator) ? OPERATORS[term.operator] : undefined;
  return operate && left && right ? { value: operate(left.value, right.value) } : undefined;
}
