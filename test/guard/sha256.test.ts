import { createHash, createHmac, timingSafeEqual } from "node:crypto";

import fc from "fast-check";
import { expect, test } from "vitest";

import { hmacSha256, isSameBytes, sha256 } from "../../src/guard/decide/sha256.ts";

const BYTES = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  // About every length at which the padding takes one block more.
  fc
    .integer({ min: 0, max: 4 })
    .chain((blocks) => fc.uint8Array({ minLength: blocks * 64, maxLength: blocks * 64 + 66 }))
);

test("10,000 texts: the same hash as Node's own", () => {
  fc.assert(
    fc.property(BYTES, (bytes) => sha256(bytes).equals(createHash("sha256").update(bytes).digest())),
    { numRuns: 10_000 }
  );
});

test("10,000 keys and texts: the same proof as Node's own", () => {
  fc.assert(
    fc.property(BYTES, BYTES, (key, bytes) =>
      hmacSha256(key, bytes).equals(createHmac("sha256", key).update(bytes).digest())
    ),
    { numRuns: 10_000 }
  );
});

test("a text of some megabytes, whose length in bits takes more than one byte of the padding's", () => {
  const bytes = Buffer.alloc(3_000_001, "guard");
  expect(sha256(bytes).toString("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("bytes are the same where Node says so, and never where one is longer", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (left, right) => {
      const isEqual = left.length === right.length && timingSafeEqual(left, right);
      return isSameBytes(left, right) === isEqual && isSameBytes(left, new Uint8Array(left));
    })
  );
});
