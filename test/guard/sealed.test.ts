import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import fc from "fast-check";
import { afterAll, expect, test } from "vitest";

import type { Json } from "../../src/domain/json.ts";
import { openPathIndex, renderPathIndex } from "../../src/guard/decide/path-index.ts";
import { openSealed, renderSealed, sealDocument } from "../../src/guard/decide/sealed-document.ts";

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const ID = "00000000-0000-4000-8000-000000000000";
const folder = mkdtempSync(path.join(tmpdir(), "hi-sealed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a sealed document is opened by its own key and kind, however it is laid out", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
      const document = sealDocument("session", payload, KEY);
      for (const text of [renderSealed(document), JSON.stringify(document)]) {
        expect(openSealed("session", text, KEY).ok).toBe(true);
        expect(openSealed("session", text, OTHER_KEY).ok).toBe(false);
        expect(openSealed("seal-pointer", text, KEY).ok).toBe(false);
      }
    }),
    { numRuns: 2000 }
  );
});

test("whatever is changed in a payload is seen, its digest worked out anew or not", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.jsonValue(), (payload, name, value) => {
      const changed = structuredClone(payload) as Record<string, unknown>;
      Object.defineProperty(changed, name, { value, enumerable: true, configurable: true, writable: true });
      fc.pre(JSON.stringify(changed) !== JSON.stringify(payload));
      const { digest, proof } = sealDocument("session", payload as Json, KEY);
      const forged = sealDocument("session", changed, OTHER_KEY);
      expect(openSealed("session", JSON.stringify({ payload: changed, digest, proof }), KEY).ok).toBe(false);
      expect(openSealed("session", JSON.stringify({ ...forged, proof }), KEY).ok).toBe(false);
      expect(openSealed("session", JSON.stringify(forged), KEY).ok).toBe(false);
    }),
    { numRuns: 2000 }
  );
});

test("an index knows its paths and no others, in either form", () => {
  const file = path.join(folder, "index");
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 300 }), fc.string(), (paths, other) => {
      writeFileSync(file, renderPathIndex(paths, ID, KEY));
      const index = openPathIndex(file, ID, KEY);
      for (const known of paths) {
        expect(index?.has("exact", known)).toBe(true);
      }
      expect(index?.has("exact", other)).toBe(paths.includes(other));
      index?.close();
    }),
    { numRuns: 300 }
  );
});

test("one byte changed in an index is never taken for an answer that differs", () => {
  const file = path.join(folder, "mutant");
  const paths = Array.from({ length: 200 }, (_, at) => `tests/${at}.test.ts`);
  const bytes = renderPathIndex(paths, ID, KEY);
  fc.assert(
    fc.property(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom(...paths),
      (at, by, known) => {
        const mutant = Buffer.from(bytes);
        mutant.writeUInt8((mutant.readUInt8(at) + by) % 256, at);
        writeFileSync(file, mutant);
        const index = openPathIndex(file, ID, KEY);
        expect(index === undefined || index.has("exact", known) !== false).toBe(true);
        expect(index === undefined || index.has("exact", "src/none.ts") !== true).toBe(true);
        index?.close();
      }
    ),
    { numRuns: 1000 }
  );
});

test("an index of another session, another key, or cut short answers nothing", () => {
  const file = path.join(folder, "other");
  const bytes = renderPathIndex(["a.test.ts"], ID, KEY);
  writeFileSync(file, bytes);
  expect(openPathIndex(file, ID.replace("4000", "4001"), KEY)?.has("exact", "a.test.ts")).toBeUndefined();
  expect(openPathIndex(file, ID, OTHER_KEY)?.has("exact", "a.test.ts")).toBeUndefined();
  for (let length = 0; length < bytes.length; length += 1) {
    writeFileSync(file, bytes.subarray(0, length));
    const index = openPathIndex(file, ID, KEY);
    expect(index?.has("exact", "a.test.ts")).toBeUndefined();
    index?.close();
  }
});
