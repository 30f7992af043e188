import type { CallTerm, Term } from "../tree/tree.ts";
import { listParts } from "../tree/walk.ts";
import { printTerm, printValue } from "./print.ts";
import { findFunction, openCall } from "./scope.ts";
import type { Scope } from "./scope.ts";

/** What an expected value is made of, in order; stands for more than one value: `*` and what it is. */
export interface Expected {
  readonly literals: readonly string[];
  /** How many parts of it accept more than one value. */
  readonly wildcards: number;
  /** True where part of it is what some code gives. */
  readonly isComputed: boolean;
}

/** Names of what accepts more than one value in the place of an expected one. */
const WILDCARD =
  /(?:^|\.)(?:any|anything|stringContaining|stringMatching|objectContaining|arrayContaining|closeTo|arrayOf|ANY|approx|AnyOf|Anything)$|^(?:sinon\.)?match(?:\.|$)/;
const MAX_LITERALS = 2000;
const MAX_DEPTH = 40;

/** Reads what is expected: literals and keys wherever they are defined, constants of enumerations, and wildcards. */
export function listLiterals(terms: readonly Term[], scope: Scope): Expected {
  const found = { literals: [] as string[], wildcards: 0, isComputed: false };
  for (const term of terms) collect(term, scope, found, 0);
  return found;
}

interface Collected {
  readonly literals: string[];
  wildcards: number;
  isComputed: boolean;
}

function collect(term: Term, scope: Scope, found: Collected, depth: number): void {
  if (depth > MAX_DEPTH || found.literals.length > MAX_LITERALS) return;
  const go = (part: Term, where = scope): void => collect(part, where, found, depth + 1);
  switch (term.kind) {
    case "literal":
      found.literals.push(printValue(term.value));
      break;
    case "regex":
    case "other":
      found.literals.push(term.text);
      break;
    case "name":
      collectName(term.name, scope, found, go);
      break;
    case "record":
      if (term.entries.length === 0) found.literals.push("{}");
      for (const [key, value] of term.entries) {
        if (key) found.literals.push(key.kind === "literal" ? `.${key.value}` : printTerm(key, scope));
        go(value);
      }
      break;
    case "call":
      collectCall(term, scope, found, depth);
      break;
    case "function":
      for (const step of term.body) if (step.kind === "return" && step.value) go(step.value);
      break;
    default:
      collectParts(term, scope, found, go);
  }
}

type Go = (part: Term, where?: Scope) => void;

function collectName(name: string, scope: Scope, found: Collected, go: Go): void {
  const bound = scope.find(name);
  if (bound?.kind === "value" && bound.term.kind !== "function") go(bound.term, bound.scope);
  else if (isConstantName(name)) found.literals.push(name);
  else found.isComputed = true;
  if (name === "ANY") found.wildcards += 1;
}

function collectParts(term: Term, scope: Scope, found: Collected, go: Go): void {
  if (term.kind === "member" && isConstantPath(term, scope)) return collectConstant(term, found);
  if (term.kind === "list" && term.items.length === 0) found.literals.push("[]");
  if (term.kind === "unary" || term.kind === "binary") found.literals.push(term.operator);
  if (term.kind === "template") {
    for (const part of term.parts) if (typeof part === "string") found.literals.push(JSON.stringify(part));
  }
  for (const part of listParts(term)) go(part);
  return undefined;
}

/** What a helper of the file builds is looked into; of any other call the arguments. */
function collectCall(term: CallTerm, scope: Scope, found: Collected, depth: number): void {
  const name = printTerm(term.callee, undefined);
  if (WILDCARD.test(name)) {
    found.wildcards += 1;
    found.literals.push(`*${name}`);
  }
  const called = findFunction(term.callee, scope);
  const built = called?.value.body.find((step) => step.kind === "return");
  if (called && built?.kind === "return" && built.value) {
    const inner = openCall(called.value, called.scope, term.args, term.named, scope);
    collect(built.value, inner, found, depth + 4);
    return;
  }
  if (term.isNew || isConstantName(name)) found.literals.push(name);
  found.isComputed = true;
  for (const part of [...term.args, ...term.named.map(([, value]) => value)]) {
    // `Object.assign({}, options)` and `{ ...options }` are made of the same.
    if (!isEmpty(part)) collect(part, scope, found, depth + 1);
  }
}

function collectConstant(term: Term, found: Collected): void {
  const text = printTerm(term, undefined);
  found.literals.push(text);
  if (WILDCARD.test(text)) found.wildcards += 1;
}

const isEmpty = (term: Term): boolean =>
  (term.kind === "record" && term.entries.length === 0) || (term.kind === "list" && term.items.length === 0);

/** `Status.Active`: a member of what is written with a capital, or a name that is itself all capitals. */
function isConstantPath(term: Term, scope: Scope): boolean {
  if (term.kind !== "member" || term.name === undefined) return false;
  const { object } = term;
  if (object.kind === "member") return isConstantPath(object, scope);
  return object.kind === "name" && isConstantName(object.name) && scope.find(object.name)?.kind !== "value";
}

const isConstantName = (name: string): boolean => /^[A-Z]/.test(name);
