import type { CallTerm, Term } from "../tree/tree.ts";
import type { AssertionDraft } from "./assertion.ts";
import { printTerm } from "./print.ts";
import { inPython, toCallText } from "./written.ts";

type Said = Pick<AssertionDraft, "matcher" | "isNegated"> & { readonly constant?: Term; readonly takes?: number };

const METHODS: Readonly<Record<string, readonly [matcher: string, isNegated?: boolean]>> = {
  assertEqual: ["toBe"],
  assertEquals: ["toBe"],
  assertIs: ["toBe"],
  assertListEqual: ["toBe"],
  assertDictEqual: ["toBe"],
  assertSetEqual: ["toBe"],
  assertTupleEqual: ["toBe"],
  assertSequenceEqual: ["toBe"],
  assertMultiLineEqual: ["toBe"],
  assertNotEqual: ["toBe", true],
  assertIsNot: ["toBe", true],
  assertTrue: ["toBeTruthy"],
  assertFalse: ["toBeFalsy"],
  assertIn: ["toContain"],
  assertNotIn: ["toContain", true],
  assertIsInstance: ["toBeInstanceOf"],
  assertNotIsInstance: ["toBeInstanceOf", true],
  assertRaises: ["toThrow"],
  assertRaisesRegex: ["toThrow"],
  assertWarns: ["toThrow"],
  assertAlmostEqual: ["toBeCloseTo"],
  assertNotAlmostEqual: ["toBeCloseTo", true],
  assertGreater: ["toBeGreaterThan"],
  assertGreaterEqual: ["toBeGreaterThanOrEqual"],
  assertLess: ["toBeLessThan"],
  assertLessEqual: ["toBeLessThanOrEqual"],
  assertRegex: ["toMatch"],
  assertNotRegex: ["toMatch", true],
  assertCountEqual: ["toEqual"],
  assert_called: ["toHaveBeenCalled"],
  assert_called_once: ["toHaveBeenCalledOnce"],
  assert_awaited: ["toHaveBeenCalled"],
  assert_awaited_once: ["toHaveBeenCalledOnce"],
  assert_not_called: ["toHaveBeenCalled", true],
  assert_not_awaited: ["toHaveBeenCalled", true],
  assert_called_with: ["toHaveBeenLastCalledWith"],
  assert_called_once_with: ["toHaveBeenCalledExactlyOnceWith"],
  assert_awaited_with: ["toHaveBeenLastCalledWith"],
  assert_awaited_once_with: ["toHaveBeenCalledExactlyOnceWith"],
  assert_any_call: ["toHaveBeenCalledWith"],
  assert_has_calls: ["toHaveBeenCalledWith"],
};

/** Reads a call as an assertion of unittest, mock, pytest or what is named alike, or as none. */
export function recognisePython(term: Term): AssertionDraft | undefined {
  if (term.kind !== "call" || term.callee.kind !== "member") return undefined;
  const { name = "", object } = term.callee;
  if (isPytest(term.callee) && /^(?:raises|warns|deprecated_call)$/.test(name)) {
    return draft(term, undefined, { matcher: "toThrow", isNegated: false }, toAll(term));
  }
  if (/^assert_[a-z_]+$/.test(name) && !Object.hasOwn(METHODS, name)) {
    const [subject, ...expected] = term.args;
    return draft(term, subject, { matcher: name, isNegated: false }, [
      ...expected,
      ...term.named.map(([, value]) => value),
    ]);
  }
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (method) return fromMethod(term, object, name, method);
  if (/^assertIs(?:Not)?None$/.test(name)) {
    const none: Term = { kind: "literal", value: null, at: term.at };
    return draft(term, term.args[0], { matcher: "toBe", isNegated: name.includes("Not") }, [none]);
  }
  return name.startsWith("assert")
    ? draft(term, term.args[0], { matcher: name, isNegated: false }, term.args.slice(1))
    : undefined;
}

/** A name that asserts, from a module that does: `assert_allclose(a, b)`. */
export function recognisePythonName(term: Term): AssertionDraft | undefined {
  if (term.kind !== "call" || term.callee.kind !== "name") return undefined;
  if (/^(?:raises|warns)$/.test(term.callee.name)) {
    return draft(term, undefined, { matcher: "toThrow", isNegated: false }, toAll(term));
  }
  return undefined;
}

/** `assert x`: one that what it says is true. */
export function toAssertStatement(test: Term, at: number): AssertionDraft {
  const common = { isNegated: false, args: [], isSoft: false, isAsync: false };
  return { ...common, at, subject: test, matcher: "toBeTruthy", written: inPython("assert …") };
}

function fromMethod(
  term: CallTerm,
  object: Term,
  name: string,
  [matcher, isNegated = false]: readonly [string, boolean?]
): AssertionDraft {
  const isMock = name.startsWith("assert_");
  const [first, second, third] = term.args;
  const said = { matcher, isNegated };
  if (isMock) return draft(term, object, said, toAll(term));
  if (matcher === "toThrow") {
    const expected = term.args.slice(0, name.endsWith("Regex") ? 2 : 1);
    return draft(term, term.args[expected.length], said, expected);
  }
  if (matcher === "toBeTruthy" || matcher === "toBeFalsy") return draft(term, first, said, []);
  if (name === "assertIn" || name === "assertNotIn") return draft(term, second, said, first ? [first] : []);
  if (matcher === "toBeCloseTo") {
    return draft(term, first, said, [
      ...(second ? [second] : []),
      ...(third ? [third] : []),
      ...term.named.filter(([key]) => key !== "msg").map(([, value]) => value),
    ]);
  }
  // Either side may be the expected one.
  const isTurned = first?.kind === "literal" && second !== undefined && second.kind !== "literal";
  const [subject, expected] = isTurned ? [second, first] : [first, second];
  return draft(term, subject, said, expected ? [expected] : []);
}

const toAll = ({ args, named }: CallTerm): readonly Term[] => [
  ...args,
  ...named.map(([name, value]): Term => ({
    kind: "record",
    entries: [[{ kind: "literal", value: name, at: value.at }, value]],
    at: value.at,
  })),
];

const isPytest = (callee: Term): boolean =>
  callee.kind === "member" && callee.object.kind === "name" && callee.object.name === "pytest";

function draft(
  term: CallTerm,
  subject: Term | undefined,
  { matcher, isNegated }: Said,
  args: readonly Term[]
): AssertionDraft {
  const written = inPython(toCallText(toName(term.callee), term.args.length + term.named.length));
  return { at: term.callee.at, subject, matcher, written, isNegated, args, isSoft: false, isAsync: false };
}

/** As it is called; of what a mock's own method is called of, nothing. */
function toName(callee: Term): string {
  if (callee.kind === "member" && callee.name?.startsWith("assert_")) return `….${callee.name}`;
  return printTerm(callee, undefined);
}
