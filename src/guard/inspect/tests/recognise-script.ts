import type { CallTerm, Term } from "../tree/tree.ts";
import type { AssertionDraft } from "./assertion.ts";
import { isKnownMatcher, toMatcher } from "./matchers.ts";
import { printTerm } from "./print.ts";
import type { Scope } from "./scope.ts";
import { inScript, toCallText } from "./written.ts";

/** One link of a chain such as `expect(x).not.toBe(2)`. */
interface Link {
  readonly name: string;
  readonly args: readonly Term[] | undefined;
  readonly at: number;
}

/** Words that only make a chain read well. */
const FILLERS =
  /^(?:to|be|been|is|that|which|and|has|have|with|at|of|but|does|still|also|should|own|nested|eventually|any|all|ordered)$/;
const WAITS = /^(?:resolves|rejects|eventually|fulfilled|rejected|rejectedWith)$/;
const OBJECTS = new Set(["assert", "sinon", "t", "chai", "tap"]);
const EXPECTS = new Set(["expect", "expectTypeOf", "expectSoft"]);
/** Of what counts assertions: `expect.assertions(2)`, `t.plan(2)`. */
const COUNTS = /^(?:assertions|hasAssertions|plan)$/;

/** Reads a term as an assertion of a JavaScript library, or as none. */
export function recogniseScript(term: Term, scope: Scope): AssertionDraft | undefined {
  const links: Link[] = [];
  let node = term;
  while (node.kind === "call" || node.kind === "member") {
    const root = node.kind === "call" ? readRoot(node, scope) : undefined;
    if (root) return fromChain(root, links);
    const assert = node.kind === "call" ? fromAssert(node, scope) : undefined;
    if (assert) return links.length === 0 ? assert : undefined;
    const member = node.kind === "call" ? node.callee : node;
    if (member.kind !== "member" || member.name === undefined) return undefined;
    const args = node.kind === "call" ? node.args : undefined;
    if (isSentence(member.name, args)) {
      return fromSentence(member.object, { name: member.name, args, at: member.at }, links);
    }
    links.unshift({ name: member.name, args, at: member.at });
    node = member.object;
  }
  return undefined;
}

/** How many assertions a test says that it makes, 1 where it says only that there are some. */
export function readCount(term: Term): number | undefined {
  if (term.kind !== "call" || term.callee.kind !== "member" || !COUNTS.test(term.callee.name ?? "")) return undefined;
  const [count] = term.args;
  if (term.callee.name === "hasAssertions") return 1;
  return count?.kind === "literal" && typeof count.value === "number" ? count.value : undefined;
}

/** What a chain begins with. */
interface Root {
  readonly subject: Term | undefined;
  readonly isSoft: boolean;
  /** As the file writes it. */
  readonly written: string;
}

/** `expect(x)`, `expect.soft(x)`, `chai.expect(x)`, and what an import calls any of them. */
function readRoot({ callee, args }: CallTerm, scope: Scope): Root | undefined {
  const [subject] = args;
  const written = toCallText(printTerm(callee, undefined), args.length);
  if (callee.kind === "name" && isExpect(callee.name, scope)) return { subject, isSoft: false, written };
  if (callee.kind !== "member" || callee.object.kind !== "name") return undefined;
  const { object, name = "" } = callee;
  if (isExpect(object.name, scope) && /^(?:soft|poll|element)$/.test(name)) {
    return { subject, isSoft: name === "soft", written };
  }
  return object.name === "chai" && name === "expect" ? { subject, isSoft: false, written } : undefined;
}

function isExpect(name: string, scope: Scope): boolean {
  const bound = scope.find(name);
  if (bound?.kind === "import") return EXPECTS.has(bound.name);
  return EXPECTS.has(name) && bound?.kind !== "value";
}

function fromChain({ subject, isSoft, written }: Root, links: readonly Link[]): AssertionDraft | undefined {
  const last = links.findLast((link) => link.args !== undefined || !FILLERS.test(link.name));
  if (!last || /^(?:not|resolves|rejects|deep)$/.test(last.name)) return undefined;
  const { matcher, isNegated, constant } = toMatcher(last.name);
  const isDeep = matcher === "toBe" && links.some(({ name }) => name === "deep");
  const isNot = links.some(({ name }) => name === "not");
  const args: readonly Term[] = constant
    ? [{ kind: "literal", value: constant.value, at: last.at }]
    : (last.args ?? []);
  return {
    at: last.at,
    subject,
    matcher: isDeep ? "toEqual" : matcher,
    written: inScript(written + links.map(toLinkText).join("")),
    isNegated: isNegated !== isNot,
    args,
    isSoft,
    isAsync: links.some(({ name }) => WAITS.test(name)),
  };
}

const toLinkText = ({ name, args }: Link): string => `.${args ? toCallText(name, args.length) : name}`;

/** `assert(x)`, `assert.equal(a, b)`, `t.is(a, b)`, `sinon.assert.calledOnce(f)`. */
function fromAssert({ callee, args, at }: CallTerm, scope: Scope): AssertionDraft | undefined {
  if (callee.kind === "name" && callee.name === "assert") return fromMethod("ok", callee, { args, at });
  if (callee.kind !== "member" || callee.name === undefined) return undefined;
  const root = toRoot(callee.object);
  if (!root || !OBJECTS.has(root) || COUNTS.test(callee.name)) return undefined;
  // Of these, only what asserts: `t.teardown`, `t.test` and `chai.use` do not.
  if (root !== "assert" && !isKnownMatcher(callee.name)) return undefined;
  return toNodes(fromMethod(callee.name, callee, { args, at: callee.at }), callee, scope);
}

/** Of Node's own assert, `equal` is `===` and `deepEqual` exact where it is the strict one, and else `==`. */
function toNodes(
  draft: AssertionDraft,
  { object, name = "" }: Extract<Term, { kind: "member" }>,
  scope: Scope
): AssertionDraft {
  const root = object.kind === "member" ? object.object : object;
  const bound = root.kind === "name" ? scope.find(root.name) : undefined;
  const from = bound?.kind === "import" ? bound.from.replace(/^node:/, "") : undefined;
  if (bound?.kind !== "import" || (from !== "assert" && from !== "assert/strict")) return draft;
  const isStrict =
    from === "assert/strict" || bound.name === "strict" || (object.kind === "member" && object.name === "strict");
  if (draft.matcher === "toEqual") return isStrict ? { ...draft, matcher: "toStrictEqual" } : draft;
  if (isStrict || !/^(?:e|notE)qual$/.test(name)) return draft;
  return { ...draft, matcher: "looseEqual", written: inScript(`${draft.written.text} by ==`) };
}

function fromMethod(name: string, callee: Term, { args, at }: Pick<CallTerm, "args" | "at">): AssertionDraft {
  const [subject, ...rest] = args;
  const { matcher, isNegated, constant } = toMatcher(name);
  const isUnary = /^(?:ok|isOk|toBeTruthy|toBeFalsy|toBeDefined|truthy|falsy|exists|notOk)$/.test(matcher);
  const expected = isUnary ? [] : dropMessage(matcher, rest);
  const constants: readonly Term[] | undefined = constant && [{ kind: "literal", value: constant.value, at }];
  const isAsync = /^(?:rejects|doesNotReject|throwsAsync|notThrowsAsync)$/.test(name);
  const written = inScript(toCallText(printTerm(callee, undefined), args.length));
  return { at, subject, matcher, written, isNegated, args: constants ?? expected, isSoft: false, isAsync };
}

/** What is after the expected value is a message, and asserts nothing. */
function dropMessage(matcher: string, rest: readonly Term[]): readonly Term[] {
  if (matcher === "toBeCloseTo") return rest.slice(0, 2);
  return matcher.startsWith("toHaveBeenCalled") ? rest : rest.slice(0, 1);
}

function toRoot(object: Term): string | undefined {
  if (object.kind === "name") return object.name;
  if (object.kind === "member" && object.name === "assert") return "assert";
  return object.kind === "member" && object.name === "strict" ? toRoot(object.object) : undefined;
}

/** `x.should.equal(2)`, `cy.get("a").should("eq", 2)`, `request(app).get("/").expect(200)`. */
function isSentence(name: string, args: readonly Term[] | undefined): boolean {
  return name === "should" || (name === "expect" && args !== undefined);
}

function fromSentence(subject: Term, { name, args, at }: Link, links: readonly Link[]): AssertionDraft | undefined {
  if (args === undefined) return fromChain({ subject, isSoft: false, written: "….should" }, links);
  const written = inScript(`….${toCallText(name, args.length)}`);
  const common = { at, subject, written, isNegated: false, isSoft: false, isAsync: false };
  if (name === "expect") return { ...common, matcher: "toBe", args };
  const [word, ...rest] = args;
  const said = word?.kind === "literal" ? String(word.value) : "should";
  const isNegated = said.startsWith("not.");
  const spoken = inScript(`….should("${said}"${rest.length > 0 ? ", …" : ""})`);
  return { ...common, written: spoken, matcher: `should:${said.replace(/^not\./, "")}`, isNegated, args: rest };
}
