import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { mergeLines } from "../../src/adapters/line-merge.ts";
import type { ThreeTexts } from "../../src/domain/three-way.ts";
import { findLineEnd, hasMarkers, toCleanText, toLineEnd, toMarkedText } from "../../src/domain/three-way.ts";

/** Texts of which every thousandth is compared: fixed, so that a difference is a change of ours or of git's. */
const SEED = 20_261_130;
const TEXTS = 1000;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hi-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINES = [
  "import { one } from './one.ts';",
  "export const a = 1;",
  "export const b = 2;",
  "  return a + b;",
  "function add(): number {",
  "}",
  "",
  "// héllo, wörld, 世界, 🙂",
  "\u2028 a separator of lines that is none here",
  "\ttab",
  "last = true",
  "<<<<<<< not a marker of ours",
];

const line = fc.constantFrom(...LINES);
const change = fc.record({
  at: fc.nat(40),
  kind: fc.constantFrom("insert", "delete", "replace"),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
});
const texts = fc.record({
  base: fc.array(line, { maxLength: 30 }),
  mine: fc.array(change, { maxLength: 3 }),
  theirs: fc.array(change, { maxLength: 3 }),
  lineEnd: fc.constantFrom("\n", "\n", "\r\n"),
  ends: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
});

type Drawn = typeof texts extends fc.Arbitrary<infer Value> ? Value : never;

function edit(lines: readonly string[], changes: Drawn["mine"]): readonly string[] {
  const now = [...lines];
  for (const { at, kind, lines: fresh } of changes) {
    now.splice(at % (now.length + 1), kind === "insert" ? 0 : 1, ...(kind === "delete" ? [] : fresh));
  }
  return now;
}

function toTexts({ base, mine, theirs, lineEnd, ends }: Drawn): ThreeTexts {
  const join = (lines: readonly string[], index: number): string =>
    lines.join(lineEnd) + (lines.length > 0 && ends[index] ? lineEnd : "");
  return { base: join(base, 0), current: join(edit(base, mine), 1), wanted: join(edit(base, theirs), 2) };
}

function mergeByGit({ base, current, wanted }: ThreeTexts): { readonly isClean: boolean; readonly text: string } {
  for (const [name, text] of Object.entries({ base, current, wanted })) writeFileSync(path.join(folder, name), text);
  const ended = spawnSync("git", ["merge-file", "-p", "--diff3", "current", "base", "wanted"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (ended.status === null || ended.status > 127) throw new Error(ended.stderr);
  return { isClean: ended.status === 0, text: ended.stdout };
}

test("1,000 random three-way texts: a clean merge is git's, byte for byte, and never stands where git has a conflict", () => {
  const counts = { both: 0, conflicts: 0, onlyGit: 0 };
  for (const drawn of fc.sample(texts, { numRuns: TEXTS, seed: SEED })) {
    const sides = toTexts(drawn);
    const byGit = mergeByGit(sides);
    const clean = toCleanText(mergeLines(sides));
    if (clean === undefined) {
      counts[byGit.isClean ? "onlyGit" : "conflicts"] += 1;
      continue;
    }
    expect({ clean: true, text: clean, sides }).toEqual({ clean: byGit.isClean, text: byGit.text, sides });
    counts.both += 1;
  }
  expect(counts.both + counts.conflicts + counts.onlyGit).toBe(TEXTS);
  expect(counts.both).toBeGreaterThan((TEXTS * 2) / 5);
  expect(counts.conflicts).toBeGreaterThan(TEXTS / 20);
  // Where equal lines leave open which of them was meant, git chooses and we ask: a few in a hundred.
  expect(counts.onlyGit).toBeLessThan(TEXTS / 10);
});

test("what only one side changed is as that side has it, whatever the other texts", () => {
  fc.assert(
    fc.property(texts, (drawn) => {
      const { base, current, wanted } = toTexts(drawn);
      const merge = (sides: ThreeTexts) => toCleanText(mergeLines(sides));
      expect(merge({ base, current, wanted: base })).toBe(current);
      expect(merge({ base, current: base, wanted })).toBe(wanted);
      expect(merge({ base, current, wanted: current })).toBe(current);
    }),
    { numRuns: 2000 }
  );
});

test("the sides do not depend on which is whose", () => {
  fc.assert(
    fc.property(texts, (drawn) => {
      const { base, current, wanted } = toTexts(drawn);
      const [one, other] = [
        mergeLines({ base, current, wanted }),
        mergeLines({ base, current: wanted, wanted: current }),
      ];
      expect(toCleanText(one)).toBe(toCleanText(other));
    }),
    { numRuns: 2000 }
  );
});

test("a text between markers holds every line of all three, in one line ending, and nothing doubled", () => {
  fc.assert(
    fc.property(texts, (drawn) => {
      const sides = toTexts(drawn);
      const regions = mergeLines(sides);
      fc.pre(toCleanText(regions) === undefined);
      const lineEnd = findLineEnd(sides.current);
      const marked = toMarkedText(regions, lineEnd);
      expect(hasMarkers(marked)).toBe(true);
      expect(marked).not.toContain("\r\r\n");
      const conflicts = regions.filter((region) => region.kind === "conflict");
      for (const marker of ["<<<<<<< current", "||||||| base", ">>>>>>> wanted"]) {
        expect(marked.split(/\r?\n/).filter((text) => text === marker)).toHaveLength(conflicts.length);
      }
      for (const part of regions) {
        if (part.kind === "agreed") continue;
        for (const text of [...part.current, ...part.base, ...part.wanted]) expect(marked).toContain(text.trimEnd());
      }
    }),
    { numRuns: 2000 }
  );
});

test("line endings: CRLF only where every line has it, and turned round once", () => {
  expect([findLineEnd("a\r\nb\r\n"), findLineEnd("a\r\nb\n"), findLineEnd("a\nb"), findLineEnd("")]).toEqual([
    "\r\n",
    "\n",
    "\n",
    "\n",
  ]);
  expect(toLineEnd("a\nb\r\n", "\r\n")).toBe("a\r\nb\r\n");
  // Binary of git is there for the comparison above.
  expect(execFileSync("git", ["--version"], { encoding: "utf8" })).toContain("git version");
});
