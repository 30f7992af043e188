import type { CallTerm, FunctionTerm, Step, Term } from "../tree/tree.ts";
import { walkAll } from "../tree/walk.ts";
import type { BodyFacts } from "./body-facts.ts";
import { evaluate } from "./evaluate.ts";
import { printSteps, printTerm } from "./print.ts";
import { findFunction } from "./scope.ts";
import type { Scope } from "./scope.ts";
import type { Mark, TestCase } from "./test-model.ts";

/** What the suites around a test say of it. */
export interface Around {
  readonly path: readonly string[];
  readonly scope: Scope;
  readonly skipped: Mark | undefined;
  readonly focused: Mark | undefined;
  readonly timeout: TestCase["timeout"];
  readonly retries: TestCase["retries"];
  /** What hooks of the suites assert and skip, for every test in them. */
  readonly hooks: readonly BodyFacts[];
}

/** After it, nothing of a suite is declared. */
export function toLeft(around: Around, { at, kind }: Step): Around {
  return { ...around, skipped: around.skipped ?? { at, text: kind } };
}

/** The options that a declaration is given as a record; one whose value is not known may be on. */
export function readOptions(
  { args }: CallTerm,
  scope: Scope
): { readonly isOn: (name: string) => boolean; readonly valueOf: (name: string) => unknown } {
  const options = args.find((argument) => argument.kind === "record");
  const entries = options?.kind === "record" ? options.entries : [];
  const find = (name: string): Term | undefined =>
    entries.find(([key]) => key?.kind === "literal" && key.value === name)?.[1];
  const read = (name: string): ReturnType<typeof evaluate> => {
    const value = find(name);
    return value && evaluate(value, scope);
  };
  return {
    isOn: (name) => find(name) !== undefined && Boolean((read(name) ?? { value: true }).value),
    valueOf: (name) => read(name)?.value,
  };
}

/** Whether steps call what a test runner calls, at any depth of calls in place. */
export function declaresTests(body: readonly Step[]): boolean {
  for (const term of walkAll(body, true)) {
    if (
      term.kind === "call" &&
      /^(?:it|test|describe|suite|context|specify)\b/.test(printTerm(term.callee, undefined))
    ) {
      return true;
    }
  }
  return false;
}

export const isTitled = ([first]: readonly Term[]): boolean =>
  first?.kind === "literal" ? typeof first.value === "string" : first !== undefined && first.kind !== "call";

/** The function that is the test: the last that is given, in place or by name. */
export function findCallback({ args }: CallTerm, scope: Scope): ReturnType<typeof findFunction> {
  for (const argument of args.toReversed()) {
    const found = findFunction(argument, scope);
    if (found) return found;
  }
  return undefined;
}

export function toCase(
  term: CallTerm,
  around: Around,
  facts: BodyFacts,
  body: FunctionTerm | undefined,
  wrapped: Term | undefined
): TestCase {
  const hooked = around.hooks.flatMap(({ assertions }) => assertions);
  const skips = [...facts.skips, ...around.hooks.flatMap((hook) => hook.skips)];
  const handed = wrapped ? printTerm(wrapped, undefined) : "";
  const written = body ? printSteps(body.body) : handed;
  return {
    at: term.at,
    path: around.path,
    skipped: around.skipped ?? skips[0],
    focused: around.focused,
    isEmpty: written === "",
    assertions: [...facts.assertions, ...hooked],
    count: facts.count,
    timeout: facts.timeouts[0] ?? around.timeout,
    retries: facts.retries[0] ?? around.retries,
    body: written,
    unknown: facts.unknown,
  };
}
