import type { FunctionTerm, ImportStep, Pattern, Step, Term } from "../tree/tree.ts";
import { walkAll, walkSteps } from "../tree/walk.ts";

/** What a name stands for, as far as it is certain. */
export type Bound =
  | { readonly kind: "value"; readonly term: Term; readonly scope: Scope }
  | { readonly kind: "import"; readonly from: string; readonly name: string }
  | { readonly kind: "unknown" };

const UNKNOWN: Bound = { kind: "unknown" };

/** The names that a body can see. A name that is bound more than once stands for nothing certain. */
export class Scope {
  readonly parent: Scope | undefined;
  private readonly bounds = new Map<string, Bound>();

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  find(name: string): Bound | undefined {
    return this.bounds.get(name) ?? this.parent?.find(name);
  }

  /** What this body itself binds. */
  own(name: string): Bound | undefined {
    return this.bounds.get(name);
  }

  bind(name: string, bound: Bound): void {
    this.bounds.set(name, bound);
  }

  /** Binds what a pattern takes from a value; without a value, to nothing certain. */
  bindPattern(pattern: Pattern | undefined, value: Term | undefined, scope: Scope): void {
    if (!pattern) return;
    if (pattern.kind === "name") {
      this.bind(pattern.name, value ? { kind: "value", term: value, scope } : UNKNOWN);
    } else if (pattern.kind === "rest") this.bind(pattern.name, UNKNOWN);
    else if (pattern.kind === "list") {
      for (const [index, item] of pattern.items.entries()) {
        this.bindPattern(item, value && takeItem(value, index), scope);
      }
    } else if (pattern.kind === "record") {
      for (const [key, inner] of pattern.entries) this.bindPattern(inner, value && takeKey(value, key), scope);
    }
  }
}

/** Opens the scope of a body: what its steps declare, those in blocks included. */
export function openScope(parent: Scope | undefined, steps: readonly Step[]): Scope {
  const scope = new Scope(parent);
  const times = countBindings(steps);
  for (const step of walkSteps(steps)) {
    if (step.kind === "import") bindImport(scope, step);
    else if (step.kind === "function") scope.bind(step.name, { kind: "value", term: step.value, scope });
    else if (step.kind === "class") scope.bind(step.name, UNKNOWN);
    else if (step.kind === "loop") scope.bindPattern(step.each, undefined, scope);
    else if (step.kind === "bind" && step.isDeclaration && !bindRequired(scope, step)) {
      scope.bindPattern(step.pattern, step.value, scope);
    }
  }
  for (const [name, count] of times) if (count > 1 && scope.own(name)) scope.bind(name, UNKNOWN);
  return scope;
}

/** Opens the scope of a function that is called with what is known of its arguments. */
export function openCall(
  { params, body }: FunctionTerm,
  defined: Scope,
  args: readonly Term[],
  named: readonly (readonly [string, Term])[],
  caller: Scope
): Scope {
  const given = new Scope(defined);
  for (const [index, param] of params.entries()) {
    const keyword = param.kind === "name" ? named.find(([name]) => name === param.name)?.[1] : undefined;
    given.bindPattern(param, keyword ?? args[index], caller);
  }
  return openScope(given, body);
}

/** How often each name gets a value here, or in functions below by assignment. */
function countBindings(steps: readonly Step[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const count = (pattern: Pattern): void => {
    for (const name of listNames(pattern)) times.set(name, (times.get(name) ?? 0) + 1);
  };
  for (const step of walkSteps(steps)) {
    if (step.kind === "bind") count(step.pattern);
    if (step.kind === "function") count({ kind: "name", name: step.name });
  }
  for (const term of walkAll(steps, true)) {
    if (term.kind === "function") {
      for (const step of walkSteps(term.body)) if (step.kind === "bind" && !step.isDeclaration) count(step.pattern);
    } else if (term.kind === "assign" && term.target.kind === "name") count({ kind: "name", name: term.target.name });
  }
  return times;
}

function listNames(pattern: Pattern): readonly string[] {
  if (pattern.kind === "name" || pattern.kind === "rest") return [pattern.name];
  if (pattern.kind === "list") return pattern.items.flatMap((item) => (item ? listNames(item) : []));
  return pattern.kind === "record" ? pattern.entries.flatMap(([, inner]) => listNames(inner)) : [];
}

function bindImport(scope: Scope, { from, names }: ImportStep): void {
  for (const [name, local] of names) scope.bind(local, { kind: "import", from, name });
}

/** The module that `require("x")`, `await import("x")` or a loader of a test runner brings. */
export function readRequired(value: Term | undefined): string | undefined {
  const call = value?.kind === "await" ? value.value : value;
  if (call?.kind !== "call") return undefined;
  const isLoader =
    call.callee.kind === "member" && /^(?:importActual|requireActual|importMock)$/.test(call.callee.name ?? "");
  const isNamed = call.callee.kind === "name" && (call.callee.name === "require" || call.callee.name === "import");
  const [from] = call.args;
  return (isLoader || isNamed) && from?.kind === "literal" ? String(from.value) : undefined;
}

function bindRequired(scope: Scope, { pattern, value }: Extract<Step, { kind: "bind" }>): boolean {
  const from = readRequired(value);
  if (from === undefined) return false;
  if (pattern.kind === "name") scope.bind(pattern.name, { kind: "import", from, name: "*" });
  if (pattern.kind !== "record") return pattern.kind === "name";
  for (const [key, inner] of pattern.entries) {
    if (inner.kind === "name") scope.bind(inner.name, { kind: "import", from, name: key });
  }
  return true;
}

/** The nth of what a value holds. */
function takeItem(value: Term, index: number): Term {
  const { at } = value;
  if (value.kind === "list") return value.items[index] ?? { kind: "literal", value: undefined, at };
  return { kind: "member", object: value, index: { kind: "literal", value: index, at }, at };
}

/** What a value holds under a name. */
export function takeKey(value: Term, key: string): Term {
  if (value.kind === "record") {
    const entry = value.entries.find(([name]) => name?.kind === "literal" && name.value === key);
    if (entry) return entry[1];
  }
  return { kind: "member", object: value, name: key, at: value.at };
}

/** The function that a term stands for, and where it is defined. */
export function findFunction(
  term: Term,
  scope: Scope,
  depth = 0
): { readonly value: FunctionTerm; readonly scope: Scope } | undefined {
  if (term.kind === "function") return { value: term, scope };
  const bound = term.kind === "name" && depth < 8 ? scope.find(term.name) : undefined;
  return bound?.kind === "value" ? findFunction(bound.term, bound.scope, depth + 1) : undefined;
}
