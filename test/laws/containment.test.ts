import { mkdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { inspectPath } from "../../src/adapters/disk.ts";
import { resolvePath } from "../../src/adapters/resolve-inside.ts";
import type { AbsolutePath, RelativePath } from "../../src/domain/paths.ts";
import { isRelativePath, parseRelativePath } from "../../src/domain/paths.ts";
import type { Refusal } from "../../src/domain/refusal.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";
import { askSystem, isBelow, linkLayout, plantGround, plantLinks, removeLinks } from "../helpers/link-layouts.ts";
import { withLiveTree } from "../helpers/live-tree.ts";

/** Texts that hostile archives, receipts and presets have held, and everything in between. */
const nasty = fc.constantFrom(
  "..",
  ".",
  "",
  "a",
  "b",
  "file",
  "l0",
  "away",
  ".git",
  ".GIT",
  ".hi",
  "C:",
  "C:x",
  "\\",
  "..\\x",
  "\\\\?\\C:",
  "//server",
  "%2e%2e",
  "%2E%2e%2F",
  "%5c",
  "..%2f",
  "~",
  "\0",
  "\n",
  "\u202E",
  "CON",
  "a ",
  "a.",
  "...",
  "node_modules",
  "\u2025"
);
const pathText = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(fc.oneof(nasty, fc.string({ maxLength: 4 })), { maxLength: 6 }).map((parts) => parts.join("/")),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.array(nasty, { maxLength: 4 }).map((parts) => `/${parts.join("\\")}`) }
);

/** Independent of the parser: whether any system would read the text as a place strictly below the root. */
function staysBelow(text: string): boolean {
  const posix = path.posix.resolve("/root", text);
  const windows = path.win32.resolve("C:\\root", text);
  return posix.startsWith("/root/") && windows.startsWith("C:\\root\\");
}

function decodeOften(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    return decoded === text ? text : decodeOften(decoded);
  } catch {
    return text;
  }
}

describe("path strings", () => {
  test("10,000: what is accepted stays below the root on every system, decoded or not, and reads nothing outside", () =>
    withTemporaryDirectory(async (directory) => {
      const root = path.join(directory, "tree") as AbsolutePath;
      const outside = path.join(directory, "outside");
      plantGround(root, outside);
      plantLinks(root, outside, [
        { at: "away", text: "<outside>" },
        { at: "l0", text: "../outside/file" },
      ]);
      let accepted = 0;
      fc.assert(
        fc.property(pathText, (text) => {
          const parsed = parseRelativePath(text);
          if (typeof parsed !== "string") return;
          accepted += 1;
          expect(staysBelow(parsed)).toBe(true);
          expect(staysBelow(decodeOften(parsed))).toBe(true);
          expect(path.posix.normalize(parsed)).toBe(parsed);
          expect(parsed.toLowerCase().split("/")).not.toContain(".git");
          expect(readText(root, parsed)).not.toContain("secret");
        }),
        { numRuns: 10_000 }
      );
      expect(accepted).toBeGreaterThan(500);
    }));
});

function readText(root: AbsolutePath, file: RelativePath): string {
  try {
    const state = inspectPath(root, file);
    const read = state.kind === "link" ? state.file : state;
    return read?.kind === "file" ? new TextDecoder().decode(read.bytes) : "";
  } catch (error) {
    // A name that is too long for the system is no file.
    if ((error as NodeJS.ErrnoException).code === "ENAMETOOLONG") return "";
    throw error;
  }
}

describe("link layouts", () => {
  test("10,000 links in layouts of up to twelve: every one leads where the system says, or would say", () =>
    withTemporaryDirectory(async (directory) => {
      const root = path.join(directory, "tree") as AbsolutePath;
      const outside = path.join(directory, "outside");
      plantGround(root, outside);
      const seen = { links: 0, outside: 0, loops: 0, dangling: 0 };
      const property = fc.property(linkLayout(12), (links) => {
        plantLinks(root, outside, links);
        try {
          for (const { at } of links) {
            const answer = askSystem(path.join(root, at));
            const resolution = resolvePath(root, at);
            seen.links += 1;
            if (answer === "loop") seen.loops += 1;
            else if (!isBelow(root, answer.real)) seen.outside += 1;
            else if (!answer.exists) seen.dangling += 1;
            expect(resolution.state === "loop").toBe(answer === "loop");
            if (answer === "loop") continue;
            expect(resolution.real).toBe(answer.real);
            expect(resolution.state === "exists").toBe(answer.exists);
            expectInspected(root, at as RelativePath, answer);
          }
        } finally {
          removeLinks(root, links);
        }
      });
      fc.assert(property, { numRuns: 1700 });
      expect(seen.links).toBeGreaterThan(10_000);
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(500);
    }));

  test("a candidate passes exactly where every link in it leads inside", () =>
    withLiveTree(async ({ root, parent, directory, store }) => {
      const outside = path.join(directory, "outside");
      const verdicts = { passed: 0, refused: 0 };
      const candidate = await store.create(root);
      plantGround(candidate.root, outside);
      await fc.assert(
        fc.asyncProperty(linkLayout(3), async (links) => {
          plantLinks(candidate.root, outside, links);
          try {
            const answers = links.map(({ at }) => askSystem(path.join(candidate.root, at)));
            const isContained = answers.every((answer) => answer !== "loop" && isBelow(candidate.root, answer.real));
            const examined = await store.examine(candidate).catch((error: unknown) => error);
            verdicts[isContained ? "passed" : "refused"] += 1;
            if (isContained) expect(examined).toMatchObject({ format: "hi-containment/1" });
            else {
              expect((examined as Refusal).facts).toMatchObject({
                code: "HI_NOT_CONTAINED",
                details: { check: "links-resolve-inside" },
              });
            }
          } finally {
            removeLinks(candidate.root, links);
          }
        }),
        { numRuns: 500 }
      );
      expect(Math.min(verdicts.passed, verdicts.refused)).toBeGreaterThan(50);
      await store.dispose(candidate);
      expect(await readdir(parent)).toEqual([]);
    }));

  test("whatever links the live tree holds, its copy passes, and those that lead out are listed", () =>
    withLiveTree(async ({ root, directory, store }) => {
      const outside = path.join(directory, "outside");
      plantGround(root, outside);
      mkdirSync(path.join(root, ".git"));
      await fc.assert(
        fc.asyncProperty(linkLayout(8), async (links) => {
          plantLinks(root, outside, links);
          const names = links.map(({ at }) => at as RelativePath);
          const candidate = await store.copyFrom(await store.create(root), names);
          try {
            await store.examine(candidate);
            const left = new Set(candidate.notPreviewed.map((skipped) => skipped.path));
            for (const name of names) {
              const answer = askSystem(path.join(root, name));
              if (answer === "loop" || !isBelow(root, answer.real)) expect(left).toContain(name);
            }
          } finally {
            await store.dispose(candidate);
            removeLinks(root, links);
          }
        }),
        { numRuns: 300 }
      );
    }));
});

/** What the disk says of a link is what the system says, and bytes come from inside only. */
function expectInspected(root: AbsolutePath, at: RelativePath, answer: { real: string; exists: boolean }): void {
  const state = inspectPath(root, at);
  if (state.kind !== "link") throw new Error(`${at} is no link`);
  const inside = answer.real.slice(root.length + 1);
  const isContained = answer.exists && isBelow(root, answer.real) && isRelativePath(inside);
  expect(state.inside).toBe(isContained ? inside : undefined);
  if (state.file) expect(new TextDecoder().decode(state.file.bytes)).toBe("plain");
}
