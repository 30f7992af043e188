import fc from "fast-check";
import { expect, test } from "vitest";

import { toFingerprints } from "../../src/domain/finding-fingerprint.ts";

const at = (line: number, column = 1) => ({ rule: "eslint(no-var)", line, column });
const aLine = fc.string({ unit: fc.constantFrom("a", "é", "=", " ", "\t", "1", ";"), minLength: 1, maxLength: 40 });
const ends = fc.constantFrom("\n", "\r\n");

test("lines that come and go elsewhere, another indentation and another line end leave a fingerprint as it is", () => {
  const texts = fc.record({
    above: fc.array(aLine, { maxLength: 8 }),
    line: aLine,
    indent: fc.constantFrom("", "  ", "\t"),
    end: ends,
  });
  fc.assert(
    fc.property(texts, ends, ({ above, line, indent, end }, other) => {
      fc.pre(line.trim() !== "");
      const before = toFingerprints([at(1)], `${line}${other}`);
      const after = toFingerprints([at(above.length + 1, indent.length + 1)], [...above, indent + line, ""].join(end));
      expect(after).toEqual(before);
    }),
    { numRuns: 5000 }
  );
});

test("another rule, and another text of the line, is another finding", () => {
  const [one] = toFingerprints([at(1)], "var a = 1;");
  expect(toFingerprints([{ ...at(1), rule: "eslint(eqeqeq)" }], "var a = 1;")).not.toEqual([one]);
  expect(toFingerprints([at(1)], "var b = 1;")).not.toEqual([one]);
});

test("in a line that goes on for ever only what stands about the finding counts", () => {
  const line = `${"x;".repeat(500)}var a = 1;${"y;".repeat(500)}`;
  const [here] = toFingerprints([at(1, 1001)], line);
  expect(here?.length).toBeLessThan(300);
  expect(toFingerprints([at(2, 1001)], `\n${line}z`)).toEqual([here]);
  expect(toFingerprints([at(1, 200)], line)).not.toEqual([here]);
});

test("where the line cannot be seen, the place has to do", () => {
  expect(toFingerprints([at(7, 2)], undefined)).toEqual(["eslint(no-var)\0@7:2"]);
  expect(toFingerprints([at(7, 2)], "one line")).toEqual(["eslint(no-var)\0@7:2"]);
});
