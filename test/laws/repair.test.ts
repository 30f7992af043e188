import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { PostEditFinding } from "../../src/contracts/post-edit-result.ts";
import { readFingerprint } from "../../src/runtime/repair/fingerprint.ts";
import { takeTicket } from "../../src/runtime/repair/take-ticket.ts";

// Seed 003 AC-004: what makes findings the same, and that requests are counted exactly.

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "hi-repair-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

const word = fc.stringMatching(/^[a-z]{1,8}$/);
/** Source lines, some of which are marked by a finding. */
const lines = fc.array(
  fc.record({
    text: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" ")),
    rule: fc.option(word),
  }),
  { minLength: 1, maxLength: 20 }
);

function toFindings(
  source: readonly { text: string; rule: string | null }[],
  shift: number,
  indent: number
): PostEditFinding[] {
  return source.flatMap(({ text, rule }, at): PostEditFinding[] => {
    if (rule === null) return [];
    const place = {
      line: at + 1 + shift,
      column: 1 + indent,
      endLine: at + 1 + shift,
      endColumn: 1 + indent + text.length,
    };
    return [{ file: "a.ts", rule, severity: "error", message: `${rule} on line ${at + 1 + shift}`, ...place }];
  });
}

async function fingerprint(text: string, findings: readonly PostEditFinding[]): Promise<string> {
  await writeFile(path.join(root, "a.ts"), text);
  return await readFingerprint(root, "a.ts", findings);
}

describe("a fingerprint", () => {
  it("survives lines that move, other line ends, another indent and another order", async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(9), fc.nat(6), async (source, shift, indent) => {
        const before = await fingerprint(source.map(({ text }) => text).join("\n"), toFindings(source, 0, 0));
        const moved = ["// new", ...Array.from({ length: shift }, () => "")].slice(0, shift);
        const text = [...moved, ...source.map((line) => " ".repeat(indent) + line.text)].join("\r\n");
        expect(await fingerprint(text, toFindings(source, shift, indent).toReversed())).toBe(before);
      }),
      { numRuns: 300 }
    );
  });

  it("is another one for another rule, severity, message, marked line, or number of findings", async () => {
    await fc.assert(
      fc.asyncProperty(
        lines.filter((source) => source.some(({ rule }) => rule !== null)),
        async (source) => {
          const text = source.map((line) => line.text).join("\n");
          const findings = toFindings(source, 0, 0);
          const [first] = findings;
          if (!first) return;
          const others = [
            [{ ...first, rule: `${first.rule}x` }, ...findings.slice(1)],
            [{ ...first, severity: "warning" as const }, ...findings.slice(1)],
            [{ ...first, message: `${first.message} x` }, ...findings.slice(1)],
            [first, ...findings],
            findings.slice(1),
          ];
          const before = await fingerprint(text, findings);
          for (const other of others) expect(await fingerprint(text, other)).not.toBe(before);
          const changed = source.map((line, at) => (at === first.line - 1 ? `${line.text}x` : line.text)).join("\n");
          expect(await fingerprint(changed, findings)).not.toBe(before);
        }
      ),
      { numRuns: 300 }
    );
  });

  it.each([
    ["several lines", { line: 2, column: 1, endLine: 9, endColumn: 2 }],
    ["nothing", { line: 1, column: 1, endLine: 1, endColumn: 1 }],
    ["no end", { line: 2, column: 1 }],
  ])("of what marks %s takes no line of the file", async (_, place) => {
    const finding: PostEditFinding = { file: "a.ts", rule: "r", severity: "error", message: "301 lines", ...place };
    const before = await fingerprint("a\nb\nc\n", [finding]);
    expect(await fingerprint("x\ny\nz\n", [{ ...finding, message: "302 lines" }])).toBe(before);
  });

  it("is there for a file that is gone, or is none", async () => {
    const finding: PostEditFinding = { file: "b.ts", rule: "r", severity: "error", message: "m", line: 1, column: 1 };
    await mkdir(path.join(root, "folder.ts"));
    expect(await readFingerprint(root, "b.ts", [finding])).toBe(await readFingerprint(root, "folder.ts", [finding]));
  });
});

describe("tickets", () => {
  it("are given out once each, in turn, however many ask at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 6 }), async (takers, limit) => {
        const folder = await mkdtemp(path.join(root, "t-"));
        const taken = await Promise.all(Array.from({ length: takers }, () => takeTicket(folder, "k", limit)));
        const expected = Array.from({ length: takers }, (_, at) => Math.min(at + 1, limit + 1));
        expect(taken.toSorted()).toStrictEqual(expected);
        expect(await readdir(folder)).toHaveLength(Math.min(takers, limit));
        expect(await takeTicket(folder, "other", limit)).toBe(1);
      }),
      { numRuns: 60 }
    );
  });

  it("that something stands in the place of are taken, and nothing is followed or changed", async () => {
    await mkdir(path.join(root, "k.1"));
    await symlink(path.join(root, "nowhere"), path.join(root, "k.2"));
    expect(await takeTicket(root, "k", 4)).toBe(3);
    expect((await readdir(root)).toSorted()).toStrictEqual(["k.1", "k.2", "k.3"]);
  });

  it("are not to be had in a folder that is gone", async () => {
    expect(await takeTicket(path.join(root, "gone"), "k", 4)).toBeUndefined();
  });
});
