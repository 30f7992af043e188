import type { CallTerm, FunctionTerm, LoopStep, Step, Term, TryStep } from "../tree/tree.ts";
import { listParts, walkAll } from "../tree/walk.ts";
import type { AssertionDraft, Reach } from "./assertion.ts";
import type { BodyContext, BodyFacts } from "./body-facts.ts";
import { evaluate } from "./evaluate.ts";
import { findCalled } from "./find-called.ts";
import { finishAssertion } from "./finish-assertion.ts";
import { noteLimits } from "./note-limits.ts";
import { printSteps, printTerm } from "./print.ts";
import { recognisePython, recognisePythonName, toAssertStatement } from "./recognise-python.ts";
import { readCount, recogniseScript } from "./recognise-script.ts";
import { isRepeated } from "./repeated-step.ts";
import { resolveList } from "./resolve-list.ts";
import { findFunction, openCall, Scope } from "./scope.ts";
import { TooMuchToFollow } from "./too-much.ts";
import { inScript, toCallText } from "./written.ts";

/** Where a walk is: how surely it gets there, and whether a promise of its is waited for. */
interface Way {
  readonly scope: Scope;
  readonly reach: Reach;
  readonly isWaited: boolean;
}

/** What ends a list of steps before its end. */
type Leave = "return" | "throw" | undefined;

/** A longer list is gone through as one that is not written down. */
const MAX_ROWS = 2000;
const SKIPS =
  /^(?:(?:test|it|this|t|ctx|context|task|suite|mocha)\.(?:skip|pending|todo)|pending|pytest\.(?:skip|xfail|importorskip)|self\.skipTest|unittest\.skip)$/;
const FAILS = /(?:^|\.)(?:fail|unreachable|done|reject)$/;
const OPAQUE = /(?:^|\.)(?:assert|expect|verify|check|ensure|should|must)[A-Z_]\w*$|^(?:verify|check|ensure)$/;
const DETACHED = /^(?:setTimeout|setImmediate|setInterval|queueMicrotask|process\.nextTick)$/;

/** Collects what a body asserts, its helpers' assertions included, and how surely each is reached. */
export class BodyWalk {
  readonly facts: BodyFacts = { assertions: [], skips: [], unknown: [], timeouts: [], retries: [], count: undefined };
  private readonly context: BodyContext;
  private readonly calls: FunctionTerm[] = [];
  /** Where assertions of helpers are said to stand: at the call in the test. */
  private place: number | undefined;

  constructor(context: BodyContext) {
    this.context = context;
  }

  walk(steps: readonly Step[], scope: Scope, reach: Reach = 3): Leave {
    return this.steps(steps, { scope, reach, isWaited: false });
  }

  /** What a test is given in the place of a body in its place: a wrapped function, or a call that makes one. */
  visitValue(term: Term, scope: Scope): void {
    this.visit(term, { scope, reach: 3, isWaited: true });
  }

  private steps(steps: readonly Step[], way: Way): Leave {
    let { reach } = way;
    let left: Leave;
    for (const [index, step] of steps.entries()) {
      this.context.budget.steps -= 1;
      if (this.context.budget.steps < 0) throw new TooMuchToFollow();
      if (isRepeated(step, steps[index - 1])) continue;
      const now: Leave | "perhaps" = this.step(step, { ...way, reach });
      if (now === "perhaps") reach = Math.min(reach, 2) as Reach;
      else if (now !== undefined) {
        left ??= now;
        reach = 0;
      }
    }
    return left;
  }

  private step(step: Step, way: Way): Leave | "perhaps" {
    switch (step.kind) {
      case "expression":
        this.visit(step.value, way);
        return undefined;
      case "bind":
        if (step.value && step.value.kind !== "function") this.visit(step.value, way);
        return undefined;
      case "assert":
        this.add(toAssertStatement(step.test, step.at), way);
        return undefined;
      case "return":
        if (step.value) this.visit(step.value, { ...way, isWaited: true });
        return "return";
      case "throw":
        return "throw";
      case "jump":
        return "return";
      case "branch":
        return this.branch(step, way);
      case "try":
        return this.tryStep(step, way);
      case "loop":
        return this.loop(step, way);
      case "block":
        return this.steps(step.body, way);
      case "with":
        return this.withStep(step, way);
      default:
        return undefined;
    }
  }

  private branch({ test, whenTrue, otherwise }: Extract<Step, { kind: "branch" }>, way: Way): Leave | "perhaps" {
    this.visit(test, way);
    const known = evaluate(test, way.scope);
    if (known) {
      this.steps(known.value ? otherwise : whenTrue, { ...way, reach: 0 });
      return this.steps(known.value ? whenTrue : otherwise, way);
    }
    const under: Way = { ...way, reach: Math.min(way.reach, 2) as Reach };
    const leaves = [this.steps(whenTrue, under), this.steps(otherwise, under)];
    if (leaves.every((leave) => leave !== undefined)) return leaves.includes("return") ? "return" : "throw";
    // A guard that throws lets nothing pass unnoticed; one that returns does.
    return leaves.includes("return") ? "perhaps" : undefined;
  }

  private tryStep({ body, handlers, final }: TryStep, way: Way): Leave | "perhaps" {
    const isSwallowed = handlers.some((handler) => takesAll(handler.takes) && !this.notices(handler.body, way.scope));
    const inner: Way = isSwallowed ? { ...way, reach: Math.min(way.reach, 1) as Reach } : way;
    const left = this.steps(body, inner);
    for (const handler of handlers) this.steps(handler.body, { ...way, reach: Math.min(way.reach, 2) as Reach });
    const last = this.steps(final, way);
    return last ?? (left && handlers.length > 0 ? "perhaps" : left);
  }

  /** Whether a block that takes an error lets the test fail by it. */
  private notices(body: readonly Step[], scope: Scope): boolean {
    if (body.some((step) => step.kind === "throw")) return true;
    if (body.some((step) => step.kind === "assert")) return true;
    for (const term of walkAll(body, false)) {
      if (term.kind !== "call") continue;
      const draft = this.recognise(term, scope);
      if (draft && !finishAssertion(draft, scope, 3).some(({ isTautology }) => isTautology)) return true;
      if (FAILS.test(printTerm(term.callee, undefined))) return true;
    }
    return false;
  }

  private loop({ over, each, body }: LoopStep, way: Way): undefined {
    if (over) this.visit(over, way);
    const items = over && resolveList(over, way.scope);
    if (!items || !each || items.length > MAX_ROWS) {
      this.steps(body, way);
      return undefined;
    }
    if (items.length === 0) this.steps(body, { ...way, reach: 0 });
    for (const item of items.slice(0, MAX_ROWS)) {
      const scope = new Scope(way.scope);
      scope.bindPattern(each, item, way.scope);
      this.steps(body, { ...way, scope });
    }
    return undefined;
  }

  private withStep({ items, body }: Extract<Step, { kind: "with" }>, way: Way): Leave | "perhaps" {
    let inner = way;
    for (const item of items) {
      const name = item.kind === "call" ? printTerm(item.callee, undefined) : "";
      const draft = this.recognise(item, way.scope);
      if (draft) this.add({ ...draft, subject: { kind: "other", text: printSteps(body), at: item.at } }, way);
      else this.visit(item, way);
      if (/(?:^|\.)suppress$/.test(name)) inner = { ...way, reach: Math.min(way.reach, 1) as Reach };
    }
    return this.steps(body, inner);
  }

  private visit(term: Term, way: Way): void {
    if (term.kind === "await") return this.visit(term.value, { ...way, isWaited: true });
    if (term.kind === "call" || term.kind === "member") {
      // A function of the file is followed, whatever it is called.
      const isOwn = term.kind === "call" && findCalled(term.callee, way.scope, this.context) !== undefined;
      const draft = isOwn ? undefined : this.recognise(term, way.scope);
      if (draft) return this.add(draft, way);
      const count = readCount(term);
      if (count !== undefined) this.facts.count = Math.max(this.facts.count ?? 0, count);
      if (count !== undefined) return undefined;
    }
    if (term.kind === "call") return this.visitCall(term, way);
    if (term.kind === "choice" || term.kind === "binary") return this.visitChoice(term, way);
    if (term.kind === "function") return undefined;
    for (const part of listParts(term)) this.visit(part, way);
    return undefined;
  }

  /** `ok && expect(x)`: what is on the right is run only where the left allows it. */
  private visitChoice(term: Extract<Term, { kind: "choice" | "binary" }>, way: Way): void {
    const [test, ...parts] = listParts(term);
    if (test) this.visit(test, way);
    const isLogical = term.kind === "choice" || /^(?:&&|\|\||\?\?|and|or)$/.test(term.operator);
    const known = isLogical && test ? evaluate(test, way.scope) : undefined;
    const isOff = known && term.kind === "binary" && Boolean(known.value) !== /^(?:&&|and)$/.test(term.operator);
    const open: Reach = isLogical && !known ? 2 : 3;
    const under: Reach = isOff ? 0 : open;
    for (const part of parts) this.visit(part, { ...way, reach: Math.min(way.reach, under) as Reach });
  }

  private visitCall(term: CallTerm, way: Way): void {
    const name = printTerm(term.callee, undefined);
    if (SKIPS.test(name) && way.reach > 0) this.facts.skips.push({ at: this.place ?? term.at, text: name });
    noteLimits(name, term, way.scope, this.place, this.facts);
    const called = findCalled(term.callee, way.scope, this.context);
    if (called) return this.follow(term, called, way);
    const isPromises = /^Promise\.\w+$/.test(name);
    const inner = { ...way, isWaited: isPromises && way.isWaited };
    if (term.callee.kind === "member") this.visitMember(term, term.callee, way);
    for (const argument of [...term.args, ...term.named.map(([, value]) => value)]) {
      if (argument.kind === "function") this.visitCallback(argument, term, name, way);
      else this.visit(argument, inner);
    }
    if (OPAQUE.test(name)) this.addOpaque(name, term, way);
    return undefined;
  }

  /** `.catch(() => {})` takes the failure of what is before it. */
  private visitMember(term: CallTerm, { object, name }: Extract<Term, { kind: "member" }>, way: Way): void {
    const [handler] = term.args;
    const called = handler && findFunction(handler, way.scope);
    const isTaken = name === "catch" && called !== undefined && !this.notices(called.value.body, called.scope);
    const isChain = name === "then" || name === "catch" || name === "finally";
    const reach = isTaken ? (Math.min(way.reach, 1) as Reach) : way.reach;
    this.visit(object, { ...way, reach, isWaited: isChain && way.isWaited });
  }

  /** A function that is handed over is taken to be called; what nobody waits for is not noticed. */
  private visitCallback(callback: FunctionTerm, term: CallTerm, name: string, way: Way): void {
    const member = term.callee.kind === "member" ? term.callee : undefined;
    const isChain = member?.name === "then" || member?.name === "catch" || member?.name === "finally";
    const isLost = DETACHED.test(name) || (isChain && !way.isWaited);
    const reach = (isLost ? Math.min(way.reach, 1) : way.reach) as Reach;
    const items =
      member?.name === "forEach" || member?.name === "map" ? resolveList(member.object, way.scope) : undefined;
    const rows: readonly (readonly Term[])[] = items ? items.slice(0, MAX_ROWS).map((item) => [item]) : [[]];
    for (const row of rows) {
      const scope = openCall(callback, way.scope, row, [], way.scope);
      this.steps(callback.body, { scope, reach, isWaited: way.isWaited });
    }
  }

  private follow(term: CallTerm, called: { readonly value: FunctionTerm; readonly scope: Scope }, way: Way): void {
    for (const argument of term.args) {
      if (argument.kind !== "function") this.visit(argument, { ...way, isWaited: false });
    }
    if (this.calls.includes(called.value) || this.calls.length > 5) return;
    const outer = this.place;
    this.place ??= term.at;
    this.calls.push(called.value);
    const isMethod =
      term.callee.kind === "member" &&
      called.value.params[0]?.kind === "name" &&
      /^(?:self|cls)$/.test(called.value.params[0].name);
    const args = isMethod && term.callee.kind === "member" ? [term.callee.object, ...term.args] : term.args;
    this.steps(called.value.body, { ...way, scope: openCall(called.value, called.scope, args, term.named, way.scope) });
    this.calls.pop();
    this.place = outer;
  }

  /** A call that is named like an assertion and cannot be followed. */
  private addOpaque(name: string, { args, at }: CallTerm, way: Way): void {
    const [subject, ...rest] = args;
    this.facts.unknown.push({ at: this.place ?? at, text: name });
    const draft = {
      at,
      subject,
      matcher: `opaque:${name}`,
      written: inScript(toCallText(name, args.length)),
      isNegated: false,
      args: rest,
      isSoft: false,
      isAsync: false,
    };
    this.add(draft, way);
  }

  private recognise(term: Term, scope: Scope): AssertionDraft | undefined {
    if (this.context.language === "script") return recogniseScript(term, scope);
    return recognisePython(term) ?? recognisePythonName(term);
  }

  private add(draft: AssertionDraft, { scope, reach, isWaited }: Way): void {
    const isLost = draft.isAsync && !isWaited && this.context.language === "script";
    const reached = (isLost ? Math.min(reach, 1) : reach) as Reach;
    for (const one of finishAssertion(draft, scope, reached)) {
      this.facts.assertions.push({ ...one, at: this.place ?? one.at });
    }
  }
}

/** Of Python, a handler that takes what an assertion raises; of JavaScript, every one. */
const takesAll = (takes: string | undefined): boolean =>
  takes === undefined || takes === "" || /\b(?:Exception|BaseException|AssertionError)\b/.test(takes);
