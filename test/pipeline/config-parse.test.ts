import fc from "fast-check";
import { expect, test } from "vitest";

import { jsonConfigEditor } from "../../src/adapters/json-config.ts";
import { decodeText, encodeText } from "../../src/domain/text-encoding.ts";
import { sortedText } from "../helpers/jsonc-edits.ts";

test.each([
  ["a missing value", '{\r\n  "a":\r\n}', 3, 1, "a value is expected"],
  ["two commas", "[1,,2]", 1, 4, "a value is expected"],
  ["a comma alone", "{,}", 1, 2, "a value is expected"],
  ["a name without quotes", "{ a: 1 }", 1, 3, "unexpected text"],
  ["single quotes", "{ 'a': 1 }", 1, 3, "unexpected text"],
  ["a bracket left open", '{\n  "a": [1\n}', 3, 1, "a comma is expected"],
  ["text after the value", "{}\n{}", 2, 1, "the end of the file is expected"],
  ["a comment left open", '{ /* a\n "b": 1 }', 1, 3, "a comment is not closed"],
  ["a tab inside a string", '{ "a": "\t" }', 1, 8, "a control character in a string"],
  ["an escape nobody knows", '{ "\\q": 1 }', 1, 3, "an escape in a string is not known"],
  ["a column after a wide character", '{ "😀": x }', 1, 9, "unexpected text"],
  ["a byte order mark, which is no column", "\uFEFF[x]", 1, 2, "unexpected text"],
  ["a merge conflict", '{\n<<<<<<< HEAD\n  "a": 1\n}', 2, 1, "unexpected text"],
])("%s is a problem with line and column", (_, text, line, column, message) => {
  expect(jsonConfigEditor.parse(text)).toStrictEqual({ ok: false, problem: { line, column, message } });
});

test("nesting that would exhaust the stack is a problem, not a crash", () => {
  const deep = "[".repeat(100_000);
  expect(jsonConfigEditor.parse(deep)).toMatchObject({ ok: false, problem: { line: 1, column: 501 } });
  expect(jsonConfigEditor.parse(`{"a":"${"[".repeat(1000)}"}`).ok).toBe(true);
});

/** Small cuts, swaps and insertions that make near-JSON of JSON. */
function damage(text: string, at: number, piece: string): string {
  const place = text.length === 0 ? 0 : at % text.length;
  return text.slice(0, place) + piece + text.slice(place + (at % 3));
}

test.each(['"x"//y"', "1/**/", "[1]//", "// first\n[]"])("a comment beside the value is none of it: %j", (text) => {
  expect(parseStrictly(text)).toBeUndefined();
  expect(jsonConfigEditor.parse(text).ok).toBe(true);
});

test("5,000 damaged texts: refused exactly where the platform's parser refuses, commas before a bracket and comments apart", () => {
  const pieces = fc.constantFrom("", ",", "}", "]", '"', "\\", "0", ":", "e", "-", "\u0001", "[", "{", "nul");
  fc.assert(
    fc.property(fc.json(), fc.nat(), pieces, (json, at, piece) => {
      const text = damage(json, at, piece);
      const parsed = jsonConfigEditor.parse(text);
      const strict = parseStrictly(text);
      if (strict !== undefined) expect(parsed.ok && sortedText(parsed.get(""))).toBe(sortedText(strict));
      else if (text.trim() !== "" && !/,\s*[\]}]|\/[/*]/.test(text)) expect(parsed.ok).toBe(false);
    }),
    { numRuns: 5000 }
  );
});

function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test("pointers name own keys and indexes only", () => {
  const parsed = jsonConfigEditor.parse('{ "a": [10, { "b/c": 1, "~": 2 }], "": 3 }');
  const get = parsed.ok ? parsed.get : () => undefined;
  expect([get("/a/0"), get("/a/1/b~1c"), get("/a/1/~0"), get("/")]).toStrictEqual([10, 1, 2, 3]);
  expect([get("/a/length"), get("/a/01"), get("/a/-"), get("/toString"), get("/a/0/x")]).toStrictEqual(
    Array.from({ length: 5 }, () => undefined)
  );
});

const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf16le"));
const swapped = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf16le").swap16());

// A file in another encoding failed as "unexpected token at 0" (angular/angular-cli#3970).
test.each([
  ["UTF-16 LE with a mark", utf16("\uFEFF{}"), "utf-16le"],
  ["UTF-16 BE with a mark", swapped("\uFEFF{}"), "utf-16be"],
  ["UTF-16 LE without a mark", utf16('{"a": "é"}'), "utf-16le"],
  ["UTF-16 BE without a mark", swapped('{"a": 1}'), "utf-16be"],
  ["UTF-32", new Uint8Array([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), "utf-32"],
  ["binary", new Uint8Array([0x7b, 0x7d, 0, 0x0a, 0x41]), "binary"],
])("%s is named", (_, bytes, kind) => {
  expect(decodeText(bytes)).toMatchObject({ ok: false, problem: { kind } });
});

test.each([
  ["Latin-1", [0x7b, 0x0a, 0x22, 0xe9, 0x22], 3, 2, 2],
  ["an overlong form", [0xc0, 0xaf], 0, 1, 1],
  ["a surrogate", [0x61, 0xed, 0xa0, 0x80], 1, 1, 2],
  ["beyond Unicode", [0xf4, 0x90, 0x80, 0x80], 0, 1, 1],
  ["a sequence cut short", [0xc3, 0xa9, 0xe2, 0x82], 2, 1, 2],
])("%s is no UTF-8, and the place is given", (_, bytes, offset, line, column) => {
  const decoded = decodeText(new Uint8Array(bytes));
  expect(decoded).toMatchObject({ ok: false, problem: { kind: "invalid-utf-8", offset, line, column } });
});

test("5,000 byte strings: decoded and encoded again they are the same, or the place named is the first bad one", () => {
  const bytes = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => new Uint8Array(Buffer.from(text))),
    fc.uint8Array({ min: 1 })
  );
  fc.assert(
    fc.property(bytes, fc.boolean(), (body, isMarked) => {
      const whole = isMarked ? new Uint8Array([0xef, 0xbb, 0xbf, ...body]) : body;
      const decoded = decodeText(whole);
      if (decoded.ok) {
        expect(encodeText(decoded.text)).toStrictEqual(whole);
        return;
      }
      if (decoded.problem.kind !== "invalid-utf-8") return;
      const before = Buffer.from(whole.subarray(0, decoded.problem.offset));
      expect(Buffer.from(before.toString("utf8"))).toStrictEqual(before);
    }),
    { numRuns: 5000 }
  );
});
