import type { CallTerm, Program, Term } from "../tree/tree.ts";
import { listTerms, walkAll, walkSteps } from "../tree/walk.ts";
import { printTerm } from "./print.ts";
import { findFunction } from "./scope.ts";
import type { Scope } from "./scope.ts";
import type { Replacement } from "./test-model.ts";

const MODULE =
  /^(?:vi|jest|vitest)\.(?:mock|doMock|unstable_mockModule|setMock)$|^(?:mock|t\.mock)\.module$|^(?:td|quibble|proxyquire)(?:\.replace|\.replaceEsm)?$/;
const SPY =
  /^(?:vi|jest)\.(?:spyOn|replaceProperty)$|^(?:sinon|sandbox)\.(?:stub|replace|mock)$|^(?:mock|t\.mock)\.method$/;
/** What a spy is told so that it no longer does what it did. */
const STUBBED =
  /^(?:mock(?:Implementation|Return|Resolved|Rejected)\w*|returns|resolves|rejects|callsFake|throws|yields|calledWith)/;
const PATCH = /(?:^|\.)patch(?:\.object|\.dict)?$|(?:^|\.)setattr$/;
const FAKE = /^(?:vi|jest)\.fn$|^sinon\.(?:stub|fake|spy)$|^(?:\w+\.)?(?:Magic|Async)?Mock$|^mock\.fn$/;

/** What a test file replaces: whole modules, functions of an object, and what is assigned to. */
export function listReplacements({ body, language }: Program, scope: Scope): readonly Replacement[] {
  const found: Replacement[] = [];
  for (const term of walkAll(body, true)) {
    if (term.kind === "call") found.push(...(language === "script" ? fromScript(term, scope) : fromPatch(term)));
    if (term.kind === "assign" && isFake(term.value, scope)) {
      found.push({ at: term.at, text: "assignment", kind: "function", target: printTerm(term.target, undefined) });
    }
  }
  return [...found, ...fromBindings(body, scope)];
}

function fromScript(term: CallTerm, scope: Scope): readonly Replacement[] {
  const name = printTerm(term.callee, undefined);
  const [target, given] = term.args;
  const { at } = term;
  if (MODULE.test(name) && target) {
    const module = toModule(target);
    return module === undefined ? [] : [{ at, text: name, kind: "module", target: module, ...toNames(given, scope) }];
  }
  if (term.callee.kind !== "member" || !STUBBED.test(term.callee.name ?? "")) {
    return isReplacing(name) ? fromSpy(term, name) : [];
  }
  let spied: Term = term.callee.object;
  while (spied.kind === "call" && !SPY.test(printTerm(spied.callee, undefined)) && spied.callee.kind === "member") {
    spied = spied.callee.object;
  }
  if (spied.kind !== "call") return [];
  return fromSpy(spied, printTerm(spied.callee, undefined));
}

/** Of sinon and Node, a replaced method does nothing even where it is told nothing. */
const isReplacing = (name: string): boolean => /^(?:sinon|sandbox)\.(?:stub|replace)$/.test(name);

function fromSpy({ args, at }: CallTerm, text: string): readonly Replacement[] {
  const [object, method] = args;
  if (!SPY.test(text) || !object || method?.kind !== "literal") return [];
  return [{ at, text, kind: "function", target: `${printTerm(object, undefined)}.${String(method.value)}` }];
}

/** `@patch("package.module.name")`, `mocker.patch.object(module, "name")`, `monkeypatch.setattr(module, "name", fake)`. */
function fromPatch(term: CallTerm): readonly Replacement[] {
  const text = printTerm(term.callee, undefined);
  const [first, second] = term.args;
  if (!PATCH.test(text) || !first) return [];
  const { at } = term;
  if (first.kind === "literal") return [{ at, text, kind: "function", target: String(first.value) }];
  if (second?.kind !== "literal") return [];
  return [{ at, text, kind: "function", target: `${printTerm(first, undefined)}.${String(second.value)}` }];
}

/** A name of the file that is a fake: `const add = vi.fn(() => 3)`. */
function fromBindings(body: Program["body"], scope: Scope): readonly Replacement[] {
  const found: Replacement[] = [];
  for (const step of walkSteps(body)) {
    if (step.kind !== "bind" || step.pattern.kind !== "name") continue;
    for (const value of listTerms(step)) {
      if (isFake(value, scope)) found.push({ at: step.at, text: "fake", kind: "function", target: step.pattern.name });
    }
  }
  return found;
}

function isFake(value: Term, scope: Scope): boolean {
  if (value.kind !== "call") return value.kind === "function" && findFunction(value, scope) !== undefined;
  if (FAKE.test(printTerm(value.callee, undefined))) return true;
  return value.callee.kind === "member" && value.callee.object.kind === "call"
    ? isFake(value.callee.object, scope)
    : false;
}

function toModule(target: Term): string | undefined {
  if (target.kind === "literal") return String(target.value);
  // `vi.mock(import("../src/math.js"))` names it with its type.
  const [path] = target.kind === "call" ? target.args : [];
  return path?.kind === "literal" ? String(path.value) : undefined;
}

/** The names that a factory gives anew; one that spreads the real module replaces only these. */
function toNames(factory: Term | undefined, scope: Scope): { readonly names?: readonly string[] } {
  const called = factory && findFunction(factory, scope);
  const returned = called?.value.body.findLast((step) => step.kind === "return");
  const record = returned?.kind === "return" ? returned.value : undefined;
  const isSpy =
    factory?.kind === "record" && factory.entries.some(([key]) => key?.kind === "literal" && key.value === "spy");
  if (isSpy) return { names: [] };
  if (record?.kind !== "record" || !record.entries.some(([key]) => key === undefined)) return {};
  return { names: record.entries.flatMap(([key]) => (key?.kind === "literal" ? [String(key.value)] : [])) };
}
