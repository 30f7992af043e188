import type { ClassStep, FunctionStep, Step, Term } from "../tree/tree.ts";
import type { BodyContext, BodyFacts } from "./body-facts.ts";
import { evaluate } from "./evaluate.ts";
import { printSteps, printTerm } from "./print.ts";
import { resolveList } from "./resolve-list.ts";
import { openScope, Scope } from "./scope.ts";
import type { Mark, TestCase } from "./test-model.ts";
import { BodyWalk } from "./walk-body.ts";

interface Around {
  readonly path: readonly string[];
  readonly scope: Scope;
  readonly skipped: Mark | undefined;
  readonly hooks: readonly BodyFacts[];
}

/** One turn of `parametrize`: what the parameters are, and how the runner names it. */
interface Turn {
  readonly name: string;
  readonly values: readonly (readonly [string, Term])[];
  readonly skipped: Mark | undefined;
}

const SKIP = /(?:^|\.)(?:skip|skipif|skipIf|skipUnless|xfail|expectedFailure)$/;
const HOOKS = /^(?:setUp|setUpClass|tearDown|setup_method|teardown_method|setup_function|setup_class|setup_module)$/;
const MAX_TURNS = 2000;

/** Collects the tests of a Python file: pytest's functions and classes, and unittest's. */
export class PythonSuite {
  readonly tests: TestCase[] = [];
  readonly doubts: Mark[] = [];
  private readonly context: BodyContext;

  constructor(context: BodyContext) {
    this.context = context;
  }

  run(body: readonly Step[], scope: Scope): void {
    this.steps(body, { path: [], scope, skipped: undefined, hooks: [] });
  }

  private steps(steps: readonly Step[], outer: Around): void {
    const skipped = outer.skipped ?? findOwnMark(steps, outer.scope);
    const around: Around = { ...outer, skipped, hooks: [...outer.hooks, ...this.readHooks(steps, outer.scope)] };
    for (const step of steps) {
      if (step.kind === "function") this.test(step, around);
      else if (step.kind === "class") this.suite(step, around);
      else if (step.kind === "branch") this.branch(step, around);
      else if (step.kind === "try" || step.kind === "block" || step.kind === "with") this.steps(step.body, around);
    }
  }

  private branch({ test, whenTrue, otherwise, at }: Extract<Step, { kind: "branch" }>, around: Around): void {
    const known = evaluate(test, around.scope);
    const under = { ...around, skipped: around.skipped ?? { at, text: "if" } };
    this.steps(whenTrue, known?.value ? around : under);
    this.steps(otherwise, known && !known.value ? around : under);
  }

  private suite({ name, decorators, bases, body, at }: ClassStep, around: Around): void {
    const isCase = bases.some((base) => /TestCase$|Test$|Tests$|^Test|Mixin$/.test(printTerm(base, undefined)));
    if (!name.startsWith("Test") && !isCase) return;
    const scope = openScope(around.scope, body);
    for (const step of body) {
      if (step.kind === "function") {
        scope.bind(`self.${step.name}`, { kind: "value", term: step.value, scope: around.scope });
      }
    }
    const skipped = around.skipped ?? findSkip(decorators, around.scope, at) ?? findHidden(body, scope);
    this.steps(body, { ...around, path: [...around.path, name], scope, skipped });
  }

  private test(step: FunctionStep, around: Around): void {
    if (!step.name.startsWith("test")) return;
    if (step.decorators.some((decorator) => /(?:^|\.)fixture$/.test(toName(decorator)))) return;
    for (const turn of readTurns(step.decorators, around.scope, this.doubts)) this.turn(step, turn, around);
  }

  private turn({ name, value, decorators, at }: FunctionStep, turn: Turn, around: Around): void {
    const walk = new BodyWalk(this.context);
    const given = new Scope(around.scope);
    for (const param of value.params) given.bindPattern(param, undefined, around.scope);
    for (const [param, term] of turn.values) given.bind(param, { kind: "value", term, scope: around.scope });
    walk.walk(value.body, openScope(given, value.body));
    const { facts } = walk;
    const skips = [...facts.skips, ...around.hooks.flatMap((hook) => hook.skips)];
    const body = printSteps(value.body.filter((step) => !isNothing(step)));
    this.tests.push({
      at,
      path: [...around.path, name + turn.name],
      skipped: around.skipped ?? findSkip(decorators, around.scope, at) ?? turn.skipped ?? skips[0],
      focused: undefined,
      isEmpty: body === "",
      assertions: [...facts.assertions, ...around.hooks.flatMap(({ assertions }) => assertions)],
      count: undefined,
      timeout: findLimit(decorators, "timeout", around.scope, at),
      retries: findLimit(decorators, "flaky", around.scope, at),
      body,
      unknown: facts.unknown,
    });
  }

  private readHooks(steps: readonly Step[], scope: Scope): readonly BodyFacts[] {
    return steps.flatMap((step): readonly BodyFacts[] => {
      if (step.kind !== "function") return [];
      const isFixture = step.decorators.some((decorator) => isAutomatic(decorator));
      if (!isFixture && !HOOKS.test(step.name)) return [];
      const walk = new BodyWalk(this.context);
      walk.walk(step.value.body, openScope(scope, step.value.body));
      return [walk.facts];
    });
  }
}

/** A docstring, `pass` and `...` do nothing; `pass` is left out as the tree is read. */
function isNothing(step: Step): boolean {
  if (step.kind !== "expression") return false;
  return step.value.kind === "literal" || (step.value.kind === "other" && step.value.text === "...");
}

const toName = (term: Term): string => printTerm(term.kind === "call" ? term.callee : term, undefined);

function isAutomatic(decorator: Term): boolean {
  if (decorator.kind !== "call" || !/(?:^|\.)fixture$/.test(toName(decorator))) return false;
  return decorator.named.some(
    ([name, value]) => name === "autouse" && value.kind === "literal" && value.value === true
  );
}

/** A decorator that skips; one whose condition is known to be false does not. */
function findSkip(decorators: readonly Term[], scope: Scope, at: number): Mark | undefined {
  for (const decorator of decorators) {
    const name = toName(decorator);
    if (!SKIP.test(name)) continue;
    const [condition] = decorator.kind === "call" ? decorator.args : [];
    const known = condition && /(?:skipif|skipIf|xfail)$/.test(name) ? evaluate(condition, scope) : undefined;
    if (!known || known.value) return { at, text: name };
  }
  return undefined;
}

/** `pytestmark = pytest.mark.skip`, and a skip of the whole module. */
function findOwnMark(steps: readonly Step[], scope: Scope): Mark | undefined {
  for (const step of steps) {
    if (step.kind === "bind" && step.pattern.kind === "name" && step.pattern.name === "pytestmark" && step.value) {
      const marks = step.value.kind === "list" ? step.value.items : [step.value];
      const found = findSkip(marks, scope, step.at);
      if (found) return found;
    }
    const value = step.kind === "expression" ? step.value : undefined;
    if (value?.kind === "call" && /^pytest\.(?:skip|importorskip)$/.test(toName(value))) {
      return { at: step.at, text: toName(value) };
    }
  }
  return undefined;
}

/** `__test__ = False` hides a class from pytest. */
function findHidden(body: readonly Step[], scope: Scope): Mark | undefined {
  for (const step of body) {
    if (step.kind !== "bind" || step.pattern.kind !== "name" || step.pattern.name !== "__test__" || !step.value) {
      continue;
    }
    const known = evaluate(step.value, scope);
    if (known && !known.value) return { at: step.at, text: "__test__" };
  }
  return undefined;
}

function findLimit(decorators: readonly Term[], word: string, scope: Scope, at: number): TestCase["timeout"] {
  for (const decorator of decorators) {
    if (!toName(decorator).endsWith(`.${word}`) && toName(decorator) !== word) continue;
    const given =
      decorator.kind === "call"
        ? [
            ...decorator.args,
            ...decorator.named
              .filter(([name]) => /^(?:timeout|reruns|max_runs|retries)$/.test(name))
              .map(([, value]) => value),
          ]
        : [];
    const value = given[0] && evaluate(given[0], scope)?.value;
    if (typeof value === "number") return { at, text: word, value: word === "timeout" ? value * 1000 : value };
    if (word === "flaky") return { at, text: word, value: 1 };
  }
  return undefined;
}

/** Each turn of a test; of several tables, each with each. A table that is not written down is one turn, with its text. */
function readTurns(decorators: readonly Term[], scope: Scope, doubts: Mark[]): readonly Turn[] {
  let turns: readonly Turn[] = [{ name: "", values: [], skipped: undefined }];
  for (const decorator of decorators) {
    if (decorator.kind !== "call" || !/(?:^|\.)parametrize$/.test(toName(decorator))) continue;
    const [names, table = decorator.named.find(([name]) => name === "argvalues")?.[1]] = decorator.args;
    const rows = table && resolveList(table, scope);
    const params = toParams(names, scope);
    if (!rows || !params || rows.length * turns.length > MAX_TURNS) {
      if (table) doubts.push({ at: table.at, text: printTerm(table, scope) });
    } else turns = turns.flatMap((turn) => rows.map((row) => toTurn(turn, row, params, scope)));
  }
  return turns;
}

function toTurn(turn: Turn, row: Term, params: readonly string[], scope: Scope): Turn {
  const isParam = row.kind === "call" && /(?:^|\.)param$/.test(toName(row));
  const marks = row.kind === "call" ? row.named.find(([name]) => name === "marks")?.[1] : undefined;
  const list = row.kind === "list" ? row.items : [row];
  const items = params.length === 1 ? [row] : list;
  const values = isParam && row.kind === "call" ? row.args : items;
  const skipped = marks && findSkip(marks.kind === "list" ? marks.items : [marks], scope, row.at);
  return {
    name: `${turn.name}[${values.map((value) => printTerm(value, scope)).join("-")}]`,
    values: [
      ...turn.values,
      ...params.flatMap((param, index) => (values[index] ? [[param, values[index]] as const] : [])),
    ],
    skipped: turn.skipped ?? skipped,
  };
}

function toParams(names: Term | undefined, scope: Scope): readonly string[] | undefined {
  if (names?.kind === "literal" && typeof names.value === "string") {
    return names.value.split(",").map((name) => name.trim());
  }
  const items = names && resolveList(names, scope);
  const values = items?.map((item) => (item.kind === "literal" ? item.value : undefined));
  return values?.every((value) => typeof value === "string") ? values : undefined;
}
