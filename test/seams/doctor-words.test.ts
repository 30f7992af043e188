import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { WORDED_DOCTOR_CODES } from "../../src/cli/render/doctor-words.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";

const read = (name: string): string => readFileSync(path.join(PROJECT_ROOT, name), "utf8");
const sources = readdirSync(path.join(PROJECT_ROOT, "src/pipeline/doctor")).map((name) =>
  read(`src/pipeline/doctor/${name}`)
);
const NOT_LITERAL = [
  "templates-changed",
  "inputs-changed",
  "needed-and-missing",
  "gate-not-installed",
  "hooks-path-set",
  "tool-missing",
  "tool-version",
];

/** The codes that the doctor's own files tell, and those that it takes from a check. */
const codes = [
  ...sources.flatMap((text) =>
    [...text.matchAll(/\b(?:tell|tellOf\([^)]*\))\(\s*"\w+",\s*"([a-z-]+)"/g)].map((match) => match[1] ?? "")
  ),
  ...sources.flatMap((text) => [...text.matchAll(/tellRefus(?:ed|al)\("([a-z-]+)"/g)].map((match) => match[1] ?? "")),
  ...NOT_LITERAL,
];

test("every code that the doctor tells has words and a place in docs/doctor.md, and there are no others", () => {
  const known = [...new Set(codes)].toSorted();
  expect(known.length).toBeGreaterThan(40);
  expect([...WORDED_DOCTOR_CODES].toSorted()).toEqual(known);
  const page = read("docs/doctor.md");
  expect(known.filter((code) => !new RegExp(`(?<![a-z-])${code}(?![a-z-])`).test(page))).toEqual([]);
});
