import fc from "fast-check";
import { expect, test } from "vitest";

import { toLineFeeds } from "../../src/domain/text-encoding.ts";

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ["CRLF", "a\r\nb\r\n", "a\nb\n"],
  ["a carriage return alone stays", "a\rb\r\n", "a\rb\n"],
  ["two before one line feed", "a\r\r\n", "a\r\n"],
])("%s", (_, before, after) => expect(toLineFeeds(toBytes(before))).toStrictEqual(toBytes(after)));

test("1,000 texts: what has no CRLF gives nothing; what a checkout made CRLF comes back as it was", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "\n", " ", "\t") });
  fc.assert(
    fc.property(text, (stored) => {
      const shown = stored.replaceAll("\n", "\r\n");
      expect(toLineFeeds(toBytes(stored))).toBeUndefined();
      expect(toLineFeeds(toBytes(shown)) ?? toBytes(shown)).toStrictEqual(toBytes(stored));
    }),
    { numRuns: 1000 }
  );
});
