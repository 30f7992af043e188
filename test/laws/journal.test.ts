import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canonicalJson } from "../../src/domain/json.ts";
import type { Json } from "../../src/domain/json.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { copyRepository, cutInTheMiddle, prepareCut, readState, recoverHere, toJournal } from "../helpers/crash.ts";
import type { Tree } from "../helpers/crash.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";
import { mutateAt, MUTATIONS } from "../helpers/mutate-json.ts";

const MUTANTS = 2000;

const sealed = (journal: Record<string, Json>): string => {
  const { digest: _, ...rest } = journal;
  return `${JSON.stringify({ ...rest, digest: createHash("sha256").update(canonicalJson(rest)).digest("hex") })}\n`;
};

/** Text that is no path of a repository, or one of it that no receipt owns. */
const FOREIGN = [
  "../outside",
  "/etc/passwd",
  ".git/config",
  ".git/hooks/pre-commit",
  "src/index.ts",
  "package-lock.json",
  ".hi/../../outside",
  "a\\..\\b",
  "C:x",
  "",
  ".hi/base/../../x",
];

/** The paths that the journal as the program wrote it may change, their temporary names and folders. */
function toTouchable(text: string): (name: string) => boolean {
  const { entries, folders } = JSON.parse(text);
  const names = entries.flatMap(({ place, temporary }: { place: string; temporary: string }) => [
    place,
    path.posix.join(path.posix.dirname(place), temporary),
  ]);
  return (name) => [...names, ...folders].includes(name);
}

const others = (tree: Tree, isTouchable: (name: string) => boolean) => [...tree].filter(([name]) => !isTouchable(name));

describe("a journal that was changed", () => {
  test(`of ${MUTANTS} mutants none makes recovery write outside of what the receipts own, and each is refused or harmless`, () =>
    withTemporaryDirectory(async (directory) => {
      const half = await cutInTheMiddle(await prepareCut("orphan", 2, directory));
      const text = readFileSync(toJournal(half), "utf8");
      const journal = JSON.parse(text) as Record<string, Json>;
      // What finding the git directory takes is copied two thousand times, and nothing more.
      for (const name of ["objects", "hooks", "logs", "refs", "info"]) {
        rmSync(path.join(half, ".git", name), { recursive: true, force: true });
      }
      const isTouchable = toTouchable(text);
      let refused = 0;
      const mutant = fc.record({
        at: fc.integer({ min: 1, max: 400 }),
        mutate: MUTATIONS,
        isSealed: fc.boolean(),
        way: fc.constantFrom("as-found", "forward", "back"),
        bytes: fc.option(fc.record({ at: fc.nat(text.length - 1), byte: fc.nat(255) })),
      });
      const property = fc.asyncProperty(mutant, async ({ at, mutate, isSealed, way, bytes }) => {
        const root = copyRepository({ directory, before: half }, "mutant");
        try {
          const mutated = mutateAt(journal, at, mutate) as Record<string, Json>;
          const raw = Buffer.from(isSealed && mutated !== null ? sealed(mutated) : JSON.stringify(mutated));
          if (bytes) raw[bytes.at % raw.length] = bytes.byte;
          writeFileSync(toJournal(root), raw);
          const before = readState(root);
          const failed = await recoverHere(root, way).then(
            () => undefined,
            (error: unknown) => error
          );
          const after = readState(root);
          expect(others(after, isTouchable)).toEqual(others(before, isTouchable));
          expect(existsSync(path.join(directory, "outside"))).toBe(false);
          if (failed === undefined) return;
          refused += 1;
          expect(failed).toBeInstanceOf(Refusal);
          expect((failed as Refusal).facts.next).not.toBe("");
          if ((failed as Refusal).facts.code.startsWith("HI_JOURNAL")) expect(after).toEqual(before);
        } finally {
          rmSync(root, { recursive: true, force: true });
        }
      });
      await fc.assert(property, { numRuns: MUTANTS });
      expect(refused).toBeGreaterThan(MUTANTS / 2);
    }));

  test("sealed anew, with a path or a place that no receipt owns: refused, whatever the bytes there", () =>
    withTemporaryDirectory(async (directory) => {
      const half = await cutInTheMiddle(await prepareCut("orphan", 2, directory));
      writeFileSync(path.join(half, "src/index.ts"), "theirs\n");
      const journal = JSON.parse(readFileSync(toJournal(half), "utf8"));
      const before = readState(half);
      for (const key of ["path", "place"]) {
        for (const foreign of FOREIGN) {
          const entries = journal.entries.map((entry: object, index: number) =>
            index === 0
              ? { ...entry, [key]: foreign, before: null, after: { sha256: sha256("theirs\n"), mode: 0o644 } }
              : entry
          );
          writeFileSync(toJournal(half), sealed({ ...journal, entries }));
          const failed = await recoverHere(half, "back").catch((error: unknown) => error);
          expect((failed as Refusal).facts?.code, `${key} ${foreign}`).toBe("HI_JOURNAL_INVALID");
          expect(readState(half)).toEqual(before);
        }
      }
      writeFileSync(toJournal(half), sealed({ ...journal, schemaVersion: 2 }));
      const newer = await recoverHere(half).catch((error: unknown) => error);
      expect((newer as Refusal).facts.code).toBe("HI_JOURNAL_NEWER");
    }));

  test.each([
    ["that no entry publishes", false],
    ["that its own entry publishes", true],
  ])(
    "outside git, with a receipt of its own %s: nothing is written over a file that no receipt on the disk owns",
    (_name, isPublished) =>
      withTemporaryDirectory(async (root) => {
        const [mine, hostile] = ["export const mine = 1;\n", "hostile\n"];
        const receipt = JSON.stringify({ files: { "src/a.ts": {} } });
        const saved = hostile + receipt;
        const range = { at: hostile.length, length: receipt.length };
        mkdirSync(path.join(root, ".hi/publication"), { recursive: true, mode: 0o700 });
        mkdirSync(path.join(root, "src"));
        writeFileSync(path.join(root, "src/a.ts"), mine);
        writeFileSync(path.join(root, ".hi/publication/saved-0123456789abcdef"), saved, { mode: 0o600 });
        const [name, mode] = ["src/a.ts", 0o644];
        const toName = (digit: string): string => `.hi-publish-${digit.repeat(16)}.tmp`;
        const before = { sha256: sha256(hostile), mode, at: 0, length: hostile.length };
        const own = { path: ".hi/receipt.json", place: ".hi/receipt.json", before: null, temporary: toName("b") };
        const journal = {
          schemaVersion: 1,
          id: "0123456789abcdef",
          verb: "update",
          startedAt: new Date().toISOString(),
          entries: [
            { path: name, place: name, before, after: { sha256: sha256(mine), mode }, temporary: toName("a") },
            ...(isPublished ? [{ ...own, after: { sha256: sha256(receipt), mode } }] : []),
          ],
          folders: [],
          receipt: range,
          saved: { length: saved.length, sha256: sha256(saved) },
        };
        const file = path.join(root, ".hi/publication/journal");
        writeFileSync(file, sealed(journal), { mode: 0o600 });
        const state = readState(root);
        for (const way of ["as-found", "back", "forward"] as const) {
          const failed = await recoverHere(root as AbsolutePath, way).catch((error: unknown) => error);
          expect((failed as Refusal).facts?.code, way).toBe("HI_JOURNAL_INVALID");
          expect(readState(root)).toEqual(state);
        }
      })
  );

  test("saved bytes that were changed are never put back", () =>
    withTemporaryDirectory(async (directory) => {
      const half = await cutInTheMiddle(await prepareCut("orphan", 2, directory));
      const { id } = JSON.parse(readFileSync(toJournal(half), "utf8"));
      const saved = path.join(path.dirname(toJournal(half)), `saved-${id}`);
      const bytes = readFileSync(saved);
      const before = readState(half);
      for (const changed of [Buffer.concat([bytes, bytes]), bytes.subarray(1), Buffer.alloc(bytes.length, 65)]) {
        writeFileSync(saved, changed);
        const failed = await recoverHere(half, "back").catch((error: unknown) => error);
        expect((failed as Refusal).facts.code).toBe("HI_JOURNAL_INVALID");
        expect(readState(half)).toEqual(before);
      }
    }));
});

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
