import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { PROJECT_ROOT } from "../helpers/hi.ts";

/** Codes in the sources; variables of the environment share the prefix, and are read by `env["…"]`. */
function findThrown(): ReadonlySet<string> {
  const root = path.join(PROJECT_ROOT, "src");
  const sources = readdirSync(root, { recursive: true, encoding: "utf-8" }).filter(
    (name) => name.endsWith(".ts") && !name.startsWith("runtime")
  );
  const codes = sources.flatMap((name) => {
    const text = readFileSync(path.join(root, name), "utf-8");
    // Variables of the environment stand in brackets, are named as such, or are a linter's mark.
    return [...text.matchAll(/(?<!\[|run: |VARIABLE = )"(HI_[A-Z_]+)"/g)].map(([, code = ""]) => code);
  });
  // The launcher runs under any Node and knows no refusals: it says the code itself.
  const launcher = readFileSync(path.join(PROJECT_ROOT, ".tools/launcher.ts"), "utf-8");
  return new Set([...codes, ...[...launcher.matchAll(/"(HI_[A-Z_]+) /g)].map(([, code = ""]) => code)]);
}

test("docs/refusals.md lists every code that is thrown, and no other", () => {
  const documented = readFileSync(path.join(PROJECT_ROOT, "docs/refusals.md"), "utf-8");
  const listed = new Set([...documented.matchAll(/^\| (HI_[A-Z_]+) \|/gm)].map(([, code = ""]) => code));
  const thrown = findThrown();
  const ours = [...thrown].filter((code) => code !== "HI_DEFECT");
  expect(ours.length).toBeGreaterThan(20);
  expect(ours.filter((code) => !listed.has(code)).toSorted()).toEqual([]);
  expect([...listed].filter((code) => !thrown.has(code)).toSorted()).toEqual([]);
});
