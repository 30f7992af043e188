import fc from "fast-check";
import { expect, test } from "vitest";

import { compileExpression } from "../../src/guard/decide/path-expression.ts";
import { matchesAny } from "../../src/guard/decide/path-matcher.ts";
import { compileGlob, findGlobProblem } from "../../src/guard/policy/compile-globs.ts";

// Globs are compiled to expressions that an engine which tries everything again needs hours for. Those go to our own.

const PIECES = ["a", "b", ".", "-", "*", "**", "?", "/", "[ab]", "[!a]", "{a,b}", "{b..d}", "@(a|b)", "+(a|b)", "!(a)"];
const glob = fc.array(fc.constantFrom(...PIECES, "*(ab)", "?(-)", "\\*"), { minLength: 1, maxLength: 8 });
const name = fc.array(fc.constantFrom("a", "b", "c", "A", ".", "-", "/", "*", "\n", "é"), { maxLength: 12 });

test("it matches what the engine matches, 30,000 times", () => {
  let matched = 0;
  fc.assert(
    fc.property(glob, name, fc.constantFrom("s", "si"), (pieces, letters, flags) => {
      const [text, path] = [pieces.join(""), letters.join("")];
      fc.pre(findGlobProblem(text) === undefined);
      const source = compileGlob(text);
      const wanted = new RegExp(source, flags).test(path);
      matched += wanted ? 1 : 0;
      expect(compileExpression(source, flags)(path), `${text} ${source} ${JSON.stringify(path)}`).toBe(wanted);
      expect(matchesAny([source], path, flags === "si")).toBe(wanted);
    }),
    { numRuns: 30_000 }
  );
  expect(matched).toBeGreaterThan(300);
});

test("patterns that the engine would need hours for are answered", () => {
  const dashes = `posts/${"-".repeat(240)}`;
  const deep = `${"a/".repeat(1500)}x`;
  for (const [text, path, wanted] of [
    ["posts/*-*-*-*-*.md", `${dashes}x`, false],
    ["posts/*-*-*-*-*.md", `${dashes}.md`, true],
    [`posts/${"*a".repeat(20)}`, `posts/${"a".repeat(200)}b`, false],
    [`posts/${"*a".repeat(20)}`, `posts/${"a".repeat(200)}`, true],
    ["**/a/**/a/**/a/**/a/**/b", deep, false],
    ["**/a/**/a/**/a/**/a/**/x", deep, true],
    ["+(a|aa)+(a|aa)b", "a".repeat(200), false],
    ["*(*(a))b", "a".repeat(200), false],
  ] as const) {
    expect(findGlobProblem(text), text).toBeUndefined();
    expect(matchesAny([compileGlob(text)], path), text).toBe(wanted);
  }
});

test("what only the engine knows is no glob of a policy's", () => {
  expect(findGlobProblem(String.raw`@(a|b)\1`)).toBe("is no glob");
});
