import type { CallTerm, Step, Term } from "../tree/tree.ts";
import { listParts } from "../tree/walk.ts";
import type { BodyContext, BodyFacts } from "./body-facts.ts";
import { evaluate } from "./evaluate.ts";
import { printTerm } from "./print.ts";
import { resolveList } from "./resolve-list.ts";
import { findFunction, openCall, openScope, Scope, takeKey } from "./scope.ts";
import { declaresTests, findCallback, isTitled, readOptions, toCase, toLeft } from "./script-case.ts";
import type { Around } from "./script-case.ts";
import { findFocus, findSkip, readDeclaration } from "./script-words.ts";
import type { Declaration } from "./script-words.ts";
import { bindRow, formatTitle, readRows } from "./table-rows.ts";
import type { Mark, TestCase } from "./test-model.ts";
import { TooMuchToFollow } from "./too-much.ts";
import { BodyWalk } from "./walk-body.ts";

/** A longer table, or one that is not written down, is no longer taken apart: a change of it is a doubt. */
const MAX_ROWS = 2000;
/** What a step of a suite costs of the steps that a file may take: it opens scopes for all that is in it. */
const SUITE_COST = 20;

/** Collects the tests that a JavaScript file declares, each row of a table and each turn of a loop on its own. */
export class ScriptSuite {
  readonly tests: TestCase[] = [];
  readonly doubts: Mark[] = [];
  readonly timeouts: (Mark & { readonly value: number })[] = [];
  readonly retries: (Mark & { readonly value: number })[] = [];
  private readonly context: BodyContext;
  private depth = 0;

  constructor(context: BodyContext) {
    this.context = context;
  }

  run(body: readonly Step[], scope: Scope): void {
    const around = {
      path: [],
      scope,
      skipped: undefined,
      focused: undefined,
      timeout: undefined,
      retries: undefined,
      hooks: [],
    };
    this.steps(body, around);
  }

  private steps(steps: readonly Step[], outer: Around): void {
    let around: Around = { ...outer, hooks: [...outer.hooks, ...this.readHooks(steps, outer.scope)] };
    for (const step of steps) {
      this.context.budget.steps -= SUITE_COST;
      if (this.context.budget.steps < 0) throw new TooMuchToFollow();
      if (step.kind === "expression") this.visit(step.value, around);
      else if (step.kind === "bind" && step.value) this.visit(step.value, around);
      else if (step.kind === "block" || step.kind === "with") this.steps(step.body, around);
      else if (step.kind === "try") this.steps(step.body, around);
      else if (step.kind === "branch") this.branch(step, around);
      else if (step.kind === "loop") this.loop(step, around);
      else if (step.kind === "return" || step.kind === "throw") {
        if (step.value) this.visit(step.value, around);
        around = toLeft(around, step);
      }
    }
  }

  private branch({ test, whenTrue, otherwise, at }: Extract<Step, { kind: "branch" }>, around: Around): void {
    const known = evaluate(test, around.scope);
    const mark = { at, text: "if" };
    const toUnder = (isTaken: boolean | undefined): Around =>
      isTaken ? around : { ...around, skipped: around.skipped ?? mark };
    this.steps(whenTrue, toUnder(known && Boolean(known.value)));
    this.steps(otherwise, toUnder(known && !known.value));
  }

  private loop({ over, each, body }: Extract<Step, { kind: "loop" }>, around: Around): void {
    const items = over && resolveList(over, around.scope);
    if (!items || !each || items.length > MAX_ROWS) {
      if (over && declaresTests(body)) this.doubtTable(over, around.scope);
      return this.steps(body, around);
    }
    for (const item of items.slice(0, MAX_ROWS)) {
      const scope = new Scope(around.scope);
      scope.bindPattern(each, item, around.scope);
      this.steps(body, { ...around, scope: openScope(scope, body) });
    }
    return undefined;
  }

  private visit(term: Term, around: Around): void {
    if (term.kind === "await" || term.kind === "unary") return this.visit(term.value, around);
    if (term.kind === "binary" || term.kind === "choice") {
      const [test, ...parts] = listParts(term);
      const isOn = test && evaluate(test, around.scope)?.value;
      const skipped = isOn ? around.skipped : (around.skipped ?? { at: term.at, text: "condition" });
      for (const part of parts) this.visit(part, { ...around, skipped });
      return undefined;
    }
    if (term.kind !== "call") return undefined;
    const declaration = readDeclaration(term, around.scope);
    if (declaration) return this.add(term, declaration, around);
    return this.follow(term, around);
  }

  /** A call that may declare tests in what it is given, or in what it does. */
  private follow(term: CallTerm, around: Around): void {
    this.readFileLimits(term, around.scope);
    const called = findFunction(term.callee, around.scope);
    if (called && this.depth < 4) {
      this.depth += 1;
      const scope = openCall(called.value, called.scope, term.args, term.named, around.scope);
      this.steps(called.value.body, { ...around, scope });
      this.depth -= 1;
    }
    const member = term.callee.kind === "member" ? term.callee : undefined;
    const items =
      member?.name === "forEach" || member?.name === "map" ? resolveList(member.object, around.scope) : undefined;
    const isEach = member !== undefined && /^(?:forEach|map|flatMap)$/.test(member.name ?? "");
    const isOpen = isEach && (items === undefined || items.length > MAX_ROWS);
    for (const argument of term.args) {
      const callback = argument.kind === "function" ? argument : undefined;
      if (!callback) continue;
      if (isOpen && declaresTests(callback.body)) this.doubtTable(member.object, around.scope);
      const rows: readonly (readonly Term[])[] = items ? items.slice(0, MAX_ROWS).map((item) => [item]) : [[]];
      for (const row of rows) {
        this.steps(callback.body, { ...around, scope: openCall(callback, around.scope, row, [], around.scope) });
      }
    }
    if (member) this.visit(member.object, around);
  }

  private add(term: CallTerm, declaration: Declaration, around: Around): void {
    if (declaration.kind === "hook") return undefined;
    if (declaration.words.includes("?")) this.doubts.push({ at: term.at, text: declaration.text });
    if (/^(?:use|step|info|expect)$/.test(declaration.words.at(-1) ?? "")) return undefined;
    if (declaration.words.at(-1) === "configure" || declaration.words.at(-1) === "setTimeout") {
      return this.configure(term, around);
    }
    const isBare = term.args.length === 0 || !isTitled(term.args);
    // `test.skip()` and `test.slow(condition)` within a suite say something of what stands around them.
    if (isBare && declaration.words.length > 0) return undefined;
    const rows = declaration.table ? readRows(declaration.table, around.scope) : undefined;
    const inner = this.toInner(term, declaration, around);
    if (!declaration.table || !rows || rows.length > MAX_ROWS) {
      if (declaration.table) this.doubtTable(declaration.table, around.scope);
      const path = [...around.path, this.toTitle(term, inner.scope)];
      return this.addRow(term, declaration, { ...inner, path }, undefined);
    }
    for (const [index, row] of rows.slice(0, MAX_ROWS).entries()) {
      const title = formatTitle(this.toTitle(term, inner.scope), row, index, around.scope);
      this.addRow(term, declaration, { ...inner, path: [...around.path, title] }, row);
    }
    return undefined;
  }

  /** Known by its text: the same table on both sides is no news. */
  private doubtTable(table: Term, scope: Scope): void {
    this.doubts.push({ at: table.at, text: printTerm(table, scope) });
  }

  private addRow(term: CallTerm, declaration: Declaration, inner: Around, row: Term | undefined): void {
    const found = findCallback(term, inner.scope);
    const given = new Scope(found?.scope ?? inner.scope);
    if (found && row) bindRow(given, found.value.params, row, inner.scope, declaration.isWhole);
    else if (found) for (const param of found.value.params) given.bindPattern(param, undefined, inner.scope);
    if (declaration.kind === "test") this.addTest(term, declaration, inner, found, given);
    else if (found) this.steps(found.value.body, { ...inner, scope: openScope(given, found.value.body) });
  }

  private addTest(
    term: CallTerm,
    declaration: Declaration,
    inner: Around,
    found: ReturnType<typeof findCallback>,
    given: Scope
  ): void {
    const walk = new BodyWalk(this.context);
    const wrapped = found ? undefined : term.args.find((argument) => argument.kind === "call");
    if (found) walk.walk(found.value.body, openScope(given, found.value.body));
    else if (wrapped) walk.visitValue(wrapped, inner.scope);
    const isNamed = term.args.slice(1).some(({ kind }) => kind === "name" || kind === "member");
    if (!found && !wrapped && isNamed && !inner.skipped) {
      this.doubts.push({ at: term.at, text: printTerm(term, undefined).slice(0, 200) });
    }
    const isTodo = !found && !wrapped && term.args.length === 1;
    const skipped = inner.skipped ?? (isTodo ? { at: term.at, text: declaration.text } : undefined);
    this.tests.push(toCase(term, { ...inner, skipped }, walk.facts, found?.value, wrapped));
  }

  /** What the declaration itself says: by its words, and by the options that it is given. */
  private toInner(term: CallTerm, declaration: Declaration, around: Around): Around {
    const { at } = term;
    const read = readOptions(term, around.scope);
    const mark = (text: string | undefined): Mark | undefined => (text === undefined ? undefined : { at, text });
    const limit = (name: string, value: unknown): TestCase["timeout"] =>
      typeof value === "number" ? { at, text: name, value } : undefined;
    const off = ["skip", "todo", "fails", "fixme"].find(read.isOn);
    const last = term.args.at(-1);
    const trailing = last && last.kind !== "function" ? evaluate(last, around.scope)?.value : undefined;
    return {
      ...around,
      skipped: around.skipped ?? mark(findSkip(declaration, around.scope) ?? off),
      focused: around.focused ?? mark(findFocus(declaration) ?? (read.isOn("only") ? "only" : undefined)),
      timeout: limit("timeout", trailing) ?? limit("timeout", read.valueOf("timeout")) ?? around.timeout,
      retries: limit("retry", read.valueOf("retry")) ?? limit("retries", read.valueOf("retries")) ?? around.retries,
    };
  }

  private configure(term: CallTerm, { scope }: Around): void {
    const [options] = term.args;
    for (const [name, list] of [
      ["timeout", this.timeouts],
      ["retries", this.retries],
    ] as const) {
      const value = options && evaluate(options.kind === "record" ? takeKey(options, name) : options, scope)?.value;
      const isSaid = options?.kind === "record" || name === "timeout";
      if (typeof value === "number" && isSaid) {
        list.push({ at: term.at, text: printTerm(term.callee, undefined), value });
      }
    }
  }

  private readFileLimits(term: CallTerm, scope: Scope): void {
    const walk = new BodyWalk(this.context);
    const name = printTerm(term.callee, undefined);
    if (/^(?:jest|vi|this|test)\.(?:setTimeout|setConfig|retryTimes|timeout|retries)$/.test(name)) {
      walk.visitValue(term, scope);
      this.timeouts.push(...walk.facts.timeouts);
      this.retries.push(...walk.facts.retries);
      const [options] = term.args;
      if (options?.kind !== "record") return;
      for (const key of ["testTimeout", "hookTimeout", "retry"]) {
        const value = evaluate(takeKey(options, key), scope)?.value;
        const list = key === "retry" ? this.retries : this.timeouts;
        if (typeof value === "number") list.push({ at: term.at, text: key, value });
      }
    }
  }

  private readHooks(steps: readonly Step[], scope: Scope): readonly BodyFacts[] {
    return steps.flatMap((step): readonly BodyFacts[] => {
      if (step.kind !== "expression" || step.value.kind !== "call") return [];
      const declaration = readDeclaration(step.value, scope);
      const callback = declaration?.kind === "hook" ? findCallback(step.value, scope) : undefined;
      if (!callback) return [];
      const walk = new BodyWalk(this.context);
      walk.walk(callback.value.body, openCall(callback.value, callback.scope, [], [], scope));
      return [walk.facts];
    });
  }

  private toTitle({ args }: CallTerm, scope: Scope): string {
    const [title] = args;
    if (!title || title.kind === "function") return "";
    const known = evaluate(title, scope);
    if (known) return String(known.value);
    if (title.kind !== "template") return printTerm(title, scope);
    return title.parts
      .map((part) => {
        if (typeof part === "string") return part;
        const value = evaluate(part, scope);
        return value ? String(value.value) : `\${${printTerm(part, scope)}}`;
      })
      .join("");
  }
}
