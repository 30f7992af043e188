import fc from "fast-check";
import { expect, test } from "vitest";

import { linesConfigEditor } from "../../src/adapters/lines-config.ts";
import type { ConfigEdit } from "../../src/domain/config-edit.ts";

const set = (...lines: readonly string[]): ConfigEdit => ({ kind: "set", pointer: "/section", value: lines });
const REMOVE: ConfigEdit = { kind: "remove", pointer: "/section" };

function edit(text: string, change: ConfigEdit): string {
  const result = linesConfigEditor.edit(text, change);
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

test.each([
  ["a file with a final newline", "dist\n", "dist\n# hi:begin\n.hi\n# hi:end\n"],
  ["a file without", "dist", "dist\n# hi:begin\n.hi\n# hi:end"],
  ["a CRLF file", "a\r\nb\r\n", "a\r\nb\r\n# hi:begin\r\n.hi\r\n# hi:end\r\n"],
  ["an empty file", "", "# hi:begin\n.hi\n# hi:end\n"],
  ["a byte order mark", "\uFEFFa\n", "\uFEFFa\n# hi:begin\n.hi\n# hi:end\n"],
])("the section goes to the end of %s, and its removal leaves the very bytes", (_, before, after) => {
  expect(edit(before, set(".hi"))).toBe(after);
  expect(edit(after, REMOVE)).toBe(before);
});

test("a section is replaced where it stands, with its own line ending", () => {
  const before = "a\n# hi:begin\r\nold\r\n# hi:end\r\nb";
  expect(edit(before, set("new", "more"))).toBe("a\n# hi:begin\r\nnew\r\nmore\r\n# hi:end\r\nb");
  expect(edit(before, set("old"))).toBe(before);
  const parsed = linesConfigEditor.parse(before);
  expect(parsed.ok && parsed.get("/section")).toStrictEqual(["old"]);
  const bare = linesConfigEditor.parse("a\n");
  expect(bare.ok && bare.get("/section")).toBeUndefined();
});

test.each([
  ["a begin without an end", "a\n# hi:begin\nb\n", 2],
  ["an end without a begin", "a\n\n# hi:end\n", 3],
  ["an end before the begin", "# hi:end\n# hi:begin\n", 1],
  ["two sections", "# hi:begin\n# hi:end\n# hi:begin\n# hi:end\n", 3],
])("%s is a problem with its line, and no edit goes through", (_, text, line) => {
  expect(linesConfigEditor.parse(text)).toMatchObject({ ok: false, problem: { line, column: 1 } });
  expect(linesConfigEditor.edit(text, set("x"))).toMatchObject({ ok: false, lines: ["# hi:begin", "x", "# hi:end"] });
});

test.each<[string, ConfigEdit]>([
  ["another pointer", { kind: "set", pointer: "/other", value: ["a"] }],
  ["an append", { kind: "append", pointer: "/section", value: "a" }],
  ["a line that is two", set("a\nb")],
  ["a line that is a marker", set("# hi:end")],
  ["a value that is no list", { kind: "set", pointer: "/section", value: "a" }],
])("%s is refused", (_, change) => {
  expect(linesConfigEditor.edit("a\n", change).ok).toBe(false);
});

test("2,000 files: every byte outside the section stays, and the section holds the lines", () => {
  const line = fc
    .string({ unit: fc.constantFrom("a", "#", " ", "!", "*", "/", "é") })
    .filter((text) => !text.includes("hi:"));
  const file = fc.tuple(fc.array(line), fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\uFEFF"), fc.boolean());
  fc.assert(
    fc.property(file, fc.array(line), fc.array(line), ([lines, eol, bom, ends], first, second) => {
      const before = bom + lines.join(eol) + (ends ? eol : "");
      const once = edit(before, set(...first));
      const twice = edit(once, set(...second));
      const parsed = linesConfigEditor.parse(twice);
      expect(parsed.ok && parsed.get("/section")).toStrictEqual(second);
      expect(once.startsWith(before) && twice.startsWith(before)).toBe(true);
      if (before !== bom) expect(edit(twice, REMOVE)).toBe(before);
    }),
    { numRuns: 2000 }
  );
});
