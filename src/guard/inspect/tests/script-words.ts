import type { CallTerm, Term } from "../tree/tree.ts";
import { evaluate } from "./evaluate.ts";
import { printTerm } from "./print.ts";
import type { Bound, Scope } from "./scope.ts";

/** A call that declares a test, a suite or a hook, as its callee says. */
export interface Declaration {
  readonly kind: "test" | "suite" | "hook";
  /** The words after the first: `skip`, `only`, `each`. */
  readonly words: readonly string[];
  /** The callee as written. */
  readonly text: string;
  /** The table of `each`, and whether a row is handed over whole. */
  readonly table: Term | undefined;
  readonly isWhole: boolean;
  /** What `skipIf` and `runIf` are given. */
  readonly condition: Term | undefined;
}

const TESTS = /^(?:it|test|specify|xit|xtest|xspecify|fit|ftest|fspecify)$/;
const SUITES = /^(?:describe|context|suite|xdescribe|xcontext|xsuite|fdescribe|fcontext)$/;
const HOOKS = /^(?:beforeEach|beforeAll|afterEach|afterAll|before|after|setup|teardown|suiteSetup|suiteTeardown)$/;
/** Modules whose names are those of a test runner. */
const RUNNERS =
  /^(?:vitest|@jest\/globals|node:test|bun:test|mocha|@playwright\/test|@std\/testing\/bdd|uvu|tap|ava|@japa\/runner|@effect\/vitest|tape|jasmine)$/;

/** Reads the callee of a call as a test runner's name and the words after it, wherever they were put together. */
export function readDeclaration({ callee }: CallTerm, scope: Scope): Declaration | undefined {
  const read: Unrolled = { words: [], table: undefined, condition: undefined, isWhole: false };
  const root = unroll(callee, scope, read, 0);
  const kind = root && toKind(root, read.words);
  if (!kind) return undefined;
  if (/^[xf](?:it|test|specify|describe|context|suite)$/.test(root.name)) {
    read.words.unshift(root.name.startsWith("x") ? "skip" : "only");
  }
  return { ...read, kind: toOwnKind(kind, read.words), text: printTerm(callee, undefined).slice(0, 80) };
}

interface Unrolled {
  readonly words: string[];
  table: Term | undefined;
  condition: Term | undefined;
  isWhole: boolean;
}

/** The name that a chain begins with, and where it comes from. */
interface Root {
  readonly name: string;
  readonly from: Extract<Bound, { kind: "import" }> | undefined;
}

/** Goes down a chain, through names that stand for one: `const later = test.skip`, `const it = test.extend({})`. */
function unroll(callee: Term, scope: Scope, read: Unrolled, depth: number): Root | undefined {
  let node = callee;
  while (node.kind === "member" || node.kind === "call") {
    if (node.kind === "call") {
      readArguments(node, read);
      node = node.callee;
    } else {
      const index = node.index && evaluate(node.index, scope)?.value;
      read.words.unshift(node.name ?? (typeof index === "string" ? index : "?"));
      node = node.object;
    }
  }
  // `const it = has ? test : test.skip` may be the latter.
  if (node.kind === "choice") {
    read.condition = node.test;
    read.words.unshift("runIf");
    node = node.whenTrue;
    return unroll(node, scope, read, depth + 1);
  }
  if (node.kind !== "name") return undefined;
  const bound = scope.find(node.name);
  if (bound?.kind === "import") return { name: node.name, from: bound };
  if (bound?.kind !== "value" || depth > 5) return { name: node.name, from: undefined };
  if (bound.term.kind === "function") return undefined;
  return unroll(bound.term, bound.scope, read, depth + 1);
}

function readArguments({ callee, args }: CallTerm, read: Unrolled): void {
  const name = callee.kind === "member" ? callee.name : undefined;
  if (name === "each" || name === "for") {
    read.table = args[0];
    read.isWhole = name === "for";
  } else if (name === "skipIf" || name === "runIf") read.condition = args[0];
}

/** What a name is by where it comes from: what a runner exports is a test, however it is called here. */
function toKind({ name, from }: Root, words: readonly string[]): Declaration["kind"] | undefined {
  if (!from) return byName(name);
  const isWhole = from.name === "default" || from.name === "*";
  if (!RUNNERS.test(from.from)) return byName(isWhole ? name : from.name);
  const exported = isWhole ? words.find((word) => byName(word) !== undefined) : from.name;
  return byName(exported ?? "") ?? (from.name === "default" ? "test" : byName(name));
}

/** `test.describe` is a suite, `test.beforeEach` a hook. */
function toOwnKind(kind: Declaration["kind"], words: readonly string[]): Declaration["kind"] {
  if (kind !== "test") return kind;
  if (words.some((word) => HOOKS.test(word))) return "hook";
  return words.includes("describe") || words.includes("suite") ? "suite" : kind;
}

function byName(name: string): Declaration["kind"] | undefined {
  if (TESTS.test(name)) return "test";
  if (SUITES.test(name)) return "suite";
  return HOOKS.test(name) ? "hook" : undefined;
}

const SKIPPING = /^(?:skip|skipIf|runIf|todo|pending|disable|disabled|fixme)$/;
const FAILING = /^(?:fails|fail|failing)$/;

/** The word by which a declaration does not run, or may fail; one with a condition that is known counts as it is. */
export function findSkip({ words, condition, text }: Declaration, scope: Scope): string | undefined {
  const known = condition && evaluate(condition, scope);
  if (words.includes("skipIf") && known && !known.value) return undefined;
  if (words.includes("runIf") && known?.value) return undefined;
  return words.some((word) => SKIPPING.test(word) || FAILING.test(word)) ? text : undefined;
}

export const findFocus = ({ words, text }: Declaration): string | undefined =>
  words.some((word) => word === "only" || word === "exclusive") ? text : undefined;
