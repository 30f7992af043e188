import type { Step, Term } from "./tree.ts";

/** The terms directly below a term; a function's body is steps, and not among them. */
export function listParts(term: Term): readonly Term[] {
  switch (term.kind) {
    case "member":
      return term.index ? [term.object, term.index] : [term.object];
    case "call":
      return [term.callee, ...term.args, ...term.named.map(([, value]) => value)];
    case "list":
      return term.items;
    case "record":
      return term.entries.flatMap(([key, value]) => (key ? [key, value] : [value]));
    case "binary":
      return [term.left, term.right];
    case "unary":
    case "await":
    case "spread":
      return [term.value];
    case "choice":
      return [term.test, term.whenTrue, term.otherwise];
    case "template":
      return term.parts.filter((part) => typeof part !== "string");
    case "assign":
      return [term.target, term.value];
    default:
      return [];
  }
}

/** The steps directly below a step. */
export function listBlocks(step: Step): readonly (readonly Step[])[] {
  switch (step.kind) {
    case "branch":
      return [step.whenTrue, step.otherwise];
    case "try":
      return [step.body, ...step.handlers.map(({ body }) => body), step.final];
    case "loop":
    case "block":
    case "with":
    case "class":
      return [step.body];
    default:
      return [];
  }
}

/** The terms directly in a step. */
export function listTerms(step: Step): readonly Term[] {
  switch (step.kind) {
    case "expression":
      return [step.value];
    case "assert":
    case "branch":
      return [step.test];
    case "bind":
    case "return":
    case "throw":
    case "jump":
      return step.value ? [step.value] : [];
    case "loop":
      return step.over ? [step.over] : [];
    case "with":
      return step.items;
    case "function":
      return [...step.decorators, step.value];
    case "class":
      return [...step.decorators, ...step.bases];
    default:
      return [];
  }
}

/** A term and all below it, parents first; the bodies of functions are gone into where told. */
export function* walkTerms(term: Term, intoFunctions: boolean): Generator<Term> {
  yield term;
  for (const part of listParts(term)) yield* walkTerms(part, intoFunctions);
  if (intoFunctions && term.kind === "function") yield* walkAll(term.body, true);
}

/** Every term in steps and in the steps below them. */
export function* walkAll(steps: readonly Step[], intoFunctions: boolean): Generator<Term> {
  for (const step of walkSteps(steps)) {
    for (const term of listTerms(step)) yield* walkTerms(term, intoFunctions);
  }
}

/** Steps and those in their blocks; not those of functions. */
export function* walkSteps(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    for (const block of listBlocks(step)) yield* walkSteps(block);
  }
}
