import type { Program, Step } from "../tree/tree.ts";
import type { BodyContext } from "./body-facts.ts";
import { printSteps } from "./print.ts";
import { PythonSuite } from "./python-suite.ts";
import { listReplacements } from "./replacements.ts";
import { openCall, openScope, readRequired } from "./scope.ts";
import type { Scope } from "./scope.ts";
import { ScriptSuite } from "./script-suite.ts";
import type { TestCase, TestFile } from "./test-model.ts";
import { TooMuchToFollow } from "./too-much.ts";
import { BodyWalk } from "./walk-body.ts";

/** How many steps one file may take to follow, with its helpers. */
const MAX_STEPS = 400_000;

/** The programs that a file imports by relative paths, by the names it gives them; those that could be read. */
export type Imported = ReadonlyMap<string, Program>;

/** Reads what a file tests. What cannot be followed, or would take too long, is a doubt of the result. */
export function readTests(program: Program, imported: Imported): TestFile {
  const scope = openScope(undefined, program.body);
  const context = toContext(program, imported);
  const empty: TestFile = {
    tests: [],
    helpers: [],
    replacements: [],
    imports: toImports(program.body),
    timeouts: [],
    retries: [],
    doubts: [],
  };
  try {
    const replacements = listReplacements(program, scope);
    if (program.language === "python") {
      const suite = new PythonSuite(context);
      suite.run(program.body, scope);
      return {
        ...empty,
        tests: suite.tests,
        doubts: suite.doubts,
        helpers: readHelpers(program, scope, context),
        replacements,
      };
    }
    const { tests, doubts, timeouts, retries } = runScript(program, scope, context);
    return { ...empty, tests, helpers: readHelpers(program, scope, context), replacements, doubts, timeouts, retries };
  } catch (error) {
    if (!(error instanceof TooMuchToFollow) && !(error instanceof RangeError)) throw error;
    return { ...empty, isPartial: true, doubts: [{ at: 0, text: "it takes too long to follow" }] };
  }
}

function runScript(program: Program, scope: Scope, context: BodyContext): ScriptSuite {
  const suite = new ScriptSuite(context);
  suite.run(program.body, scope);
  // Suites that other files run stand in functions.
  if (suite.tests.length === 0) {
    for (const { value } of listFunctions(program.body)) suite.run(value.body, openCall(value, scope, [], [], scope));
  }
  return suite;
}

function toContext({ language }: Program, imported: Imported): BodyContext {
  const scopes = new Map<string, Scope>();
  return {
    language,
    budget: { steps: MAX_STEPS },
    findImported: (from, name) => {
      const program = imported.get(from);
      if (!program) return undefined;
      const scope = scopes.get(from) ?? openScope(undefined, program.body);
      scopes.set(from, scope);
      const bound = scope.own(name);
      return bound?.kind === "value" && bound.term.kind === "function"
        ? { value: bound.term, scope: bound.scope }
        : undefined;
    },
  };
}

/** Functions that assert and are called by tests, as if each were a test: a helper that asserts less weakens them all. */
function readHelpers({ body, language }: Program, scope: Scope, context: BodyContext): readonly TestCase[] {
  return listFunctions(body).flatMap(({ name, value, at }) => {
    if (language === "python" && name.startsWith("test")) return [];
    const walk = new BodyWalk(context);
    walk.walk(value.body, openCall(value, scope, [], [], scope));
    const { facts } = walk;
    if (facts.assertions.length === 0) return [];
    const nothing = { skipped: undefined, focused: undefined, timeout: undefined, retries: undefined };
    const { assertions, count, unknown } = facts;
    return [{ ...nothing, at, path: [name], isEmpty: false, assertions, count, unknown, body: printSteps(value.body) }];
  });
}

/** The functions that a module defines by name at its top. */
export function listFunctions(
  body: readonly Step[]
): readonly { name: string; value: Extract<Step, { kind: "function" }>["value"]; at: number }[] {
  return body.flatMap((step) => {
    if (step.kind === "function") return [{ name: step.name, value: step.value, at: step.at }];
    const isNamed = step.kind === "bind" && step.pattern.kind === "name" && step.value?.kind === "function";
    return isNamed && step.pattern.kind === "name" && step.value?.kind === "function"
      ? [{ name: step.pattern.name, value: step.value, at: step.at }]
      : [];
  });
}

function toImports(body: readonly Step[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const step of body) {
    if (step.kind === "import") for (const [, local] of step.names) found.set(local, step.from);
    const from = step.kind === "bind" ? readRequired(step.value) : undefined;
    if (step.kind !== "bind" || from === undefined) continue;
    if (step.pattern.kind === "name") found.set(step.pattern.name, from);
    if (step.pattern.kind === "record") for (const [name] of step.pattern.entries) found.set(name, from);
  }
  return found;
}
