import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, it } from "vitest";

import { PROJECT_ROOT } from "../helpers/hi.ts";

// The table of the scanner's cases in test/README.md is true: each case once shown, or named as different, by a test that says so.

const read = (file: string): string => readFileSync(path.join(PROJECT_ROOT, "test", file), "utf8");
const [, section = ""] = read("README.md").split("## The scanner's cases\n");
const [ours = ""] = section.split("\n## ");
const rows = [...ours.matchAll(/^\| ((?:[AB]\d+(?:, )?)+) \| .* \| (seams\/[a-z-]+) \|$/gm)];
const toNumbers = (text: string): readonly string[] => text.match(/\b[AB]\d+\b/g) ?? [];

it("names every case once", () => {
  const shown = rows.flatMap(([, cases = ""]) => toNumbers(cases));
  const all = [
    ...Array.from({ length: 9 }, (_, at) => `A${at + 1}`),
    ...Array.from({ length: 29 }, (_, at) => `B${at + 1}`),
  ];
  const [, different = ""] = ours.split("Different on purpose");
  expect(new Set(shown).size).toBe(shown.length);
  expect(all.filter((one) => !shown.includes(one) && !toNumbers(different).includes(one))).toStrictEqual([]);
});

it.each(rows.map(([, cases = "", file = ""]) => ({ cases, file })))("$cases in $file", ({ cases, file }) => {
  const labels = toNumbers(read(`${file}.test.ts`));
  expect(toNumbers(cases).filter((one) => !labels.includes(one))).toStrictEqual([]);
});
