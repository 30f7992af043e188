import fc from "fast-check";
import { expect, test } from "vitest";

import { openDocuments } from "../../src/adapters/documents.ts";
import { isRelativePath } from "../../src/domain/paths.ts";
import { RECEIPT_PATH } from "../../src/domain/receipt.ts";
import { Refusal } from "../../src/domain/refusal.ts";

const documents = await openDocuments();
const SHA = "0123456789abcdef".repeat(4);
const ENTRY = { class: "generated", sha256: SHA, generator: "hooks", since: "0.1.0", created: true };
const MERGED = { ...ENTRY, class: "merged", keys: [{ pointer: "/scripts/lint", value: "oxlint" }] };

/** Names that somebody would try. */
const names = fc.oneof(
  fc.constantFrom(
    "../x",
    "a/../../x",
    "/etc/passwd",
    "C:\\x",
    "C:x",
    "\\\\?\\C:\\x",
    "..\\x",
    "%2e%2e/x",
    "a/%2E%2e/x",
    "a\u0000b",
    "",
    ".",
    "..",
    "./a",
    "a//b",
    "a/",
    ".git/hooks/pre-commit",
    "a/.GIT/x",
    "__proto__",
    "constructor",
    "toString",
    "a\nb",
    "\u202Ex",
    "~/x",
    "//h/s"
  ),
  fc
    .array(fc.constantFrom("..", ".", "", "a", "b c", ".git", "%2f", "C:", "é", "\\"), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join("/")),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 })
);

const entries = fc.oneof(
  fc.constantFrom<unknown>(ENTRY, MERGED, { ...ENTRY, class: "authored" }, { ...ENTRY, removedByUser: true }),
  fc.record({ class: fc.constantFrom("generated", "merged", 1, "__proto__"), sha256: fc.constantFrom(SHA, "", 5) }),
  fc.jsonValue()
);

const receipts = fc.record({
  schemaVersion: fc.oneof(
    { weight: 8, arbitrary: fc.constant<unknown>(1) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(0, 2, 1.5, "1", null, 1e308) }
  ),
  templateVersion: fc.oneof(
    { weight: 8, arbitrary: fc.constant<unknown>("0.1.0") },
    { weight: 1, arbitrary: fc.jsonValue() }
  ),
  templateDigest: fc.constant(SHA),
  inputsDigest: fc.constant(SHA),
  tools: fc.oneof(fc.constant<unknown>({ oxlint: "1.80.0" }), fc.dictionary(names, fc.string())),
  preview: fc.constant("on"),
  files: fc.array(fc.tuple(names, entries), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
});

/** A receipt's text, sometimes cut, spliced, or with a raw member that no serialiser would write. */
const texts = fc
  .tuple(
    receipts,
    fc.nat(),
    fc.constantFrom("", "", "", "}", "\u0000", '"__proto__":{},', "[[[[", "\uFEFF", "<<<<<<< a\n", "//")
  )
  .map(([receipt, at, piece]) => {
    const text = JSON.stringify(receipt, null, at % 3);
    const place = at % text.length;
    return piece === "" ? text : text.slice(0, place) + piece + text.slice(place + (at % 2));
  });

test("2,000 mutated receipts: no path leads out, nothing is thrown but a refusal, and nothing reaches a prototype", () => {
  let accepted = 0;
  fc.assert(
    fc.property(texts, (text) => {
      try {
        const receipt = documents.receipt(text, RECEIPT_PATH);
        accepted += 1;
        for (const [path, entry] of Object.entries(receipt.files)) {
          expect(isRelativePath(path)).toBe(true);
          expect(path.split("/")).not.toContain("..");
          expect(path).not.toBe("__proto__");
          for (const { pointer } of entry.keys ?? []) expect(pointer.startsWith("/")).toBe(true);
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        expect(error.facts.code).toMatch(/^HI_RECEIPT_(?:INVALID|NEWER)$/);
        expect(error.facts.where?.path).toBe(RECEIPT_PATH);
        expect(error.facts.message.length).toBeLessThan(500);
        // eslint-disable-next-line no-control-regex
        expect(error.facts.message).not.toMatch(/[\u0000-\u001F\u007F]/);
      }
      expect(Object.keys(Object.prototype)).toStrictEqual([]);
    }),
    { numRuns: 2000 }
  );
  expect(accepted).toBeGreaterThan(20);
});
