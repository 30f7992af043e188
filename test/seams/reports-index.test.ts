import { readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

const TESTS = path.join(import.meta.dirname, "..");

interface Row {
  readonly id: string;
  readonly reports: readonly string[];
  readonly files: readonly string[];
}

/** The rows of test/README.md's table of reports. */
const rows: readonly Row[] = readFileSync(path.join(TESTS, "README.md"), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, id = ""]) => /^[a-z]\d\d$/.test(id))
  .map(([, id = "", reports = "", , files = ""]) => ({ id, reports: reports.split(", "), files: files.split(", ") }));

/** True where a text names the report, or its number after a neighbour of the same repository. */
function names(text: string, report: string): boolean {
  const [repository = "", number = ""] = report.split("#");
  return text.includes(repository) && new RegExp(`#${number}\\b`).test(text);
}

test("every report stands once, in order", () => {
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  expect(ids.length).toBeGreaterThan(70);
});

test.each(rows)("$id: the tests that are named open with the report", ({ reports, files }) => {
  const texts = files.map((file) => readFileSync(path.join(TESTS, `${file}.test.ts`), "utf8"));
  for (const [index, text] of texts.entries()) {
    expect(
      reports.some((report) => names(text, report)),
      files[index]
    ).toBe(true);
  }
  const unnamed = reports.filter((report) => !texts.some((text) => names(text, report)));
  expect(unnamed).toEqual([]);
});
