import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { detectStructure } from "../../src/scan/structure/detect-structure.ts";
import { PATTERN_RULES, RULE_IDS } from "../../src/scan/structure/rule-table.ts";
import { TAINT_RULES } from "../../src/scan/structure/taint/taint-table.ts";
import { findRealFoxguard } from "../helpers/foxguard.ts";
import { CORPUS, readCorpus, toPlaces } from "../helpers/rule-corpus.ts";

const { files, expected } = readCorpus();
const foxguard = findRealFoxguard();

describe("the rules over the corpus", () => {
  it.each([...files])("find in %s what its lines say, and nothing else", async (file, text) => {
    const { findings, skipped } = await detectStructure({ path: file, text, bytes: Buffer.from(text) }, {});
    const mine = expected.filter((each) => each.file === file && each.mark !== "-");
    expect(toPlaces(findings.map(({ line, rule_id }) => ({ file, line, rule: rule_id })))).toStrictEqual(
      toPlaces(mine)
    );
    expect(skipped).toStrictEqual([]);
  });

  it("have each a line that they find", () => {
    const found = new Set(expected.filter(({ mark }) => mark !== "-").map(({ rule }) => rule));
    expect([...RULE_IDS].filter((id) => !found.has(id))).toStrictEqual([]);
  });

  it("have hints that hide no finding, of a whole file or of any of its lines alone", async () => {
    const texts = [...files].flatMap(([file, text]) =>
      [text, ...text.split("\n")].map((part) => [file, part] as const)
    );
    const look = () =>
      Promise.all(
        texts.map(async ([file, text]) =>
          toPlaces(
            (await detectStructure({ path: file, text, bytes: Buffer.from(text) }, {})).findings.map(
              ({ line, rule_id }) => ({ file, line, rule: rule_id })
            )
          )
        )
      );
    const hinted = await look();
    const rules: { hint: RegExp }[] = [...PATTERN_RULES, ...TAINT_RULES];
    const hints = rules.map(({ hint }) => hint);
    try {
      for (const rule of rules) rule.hint = /(?:)/;
      expect(await look()).toStrictEqual(hinted);
    } finally {
      for (const [at, rule] of rules.entries()) rule.hint = hints[at] ?? rule.hint;
    }
    expect(hinted.flat().length).toBeGreaterThan(300);
  });

  it("differ from the real foxguard only where a line says so", () => {
    if (foxguard === undefined) {
      console.warn("NOT SHOWN: the corpus under the real foxguard (pip install foxguard==0.14.1, HI_FOXGUARD)");
      return;
    }
    const folder = mkdtempSync(path.join(tmpdir(), "hi-corpus-"));
    try {
      cpSync(CORPUS, folder, { recursive: true });
      const { stdout } = spawnSync(foxguard, ["--format", "json", "."], { cwd: folder, encoding: "utf8" });
      const { findings } = JSON.parse(stdout) as { findings: { rule_id: string; file: string; line: number }[] };
      const theirs = findings.map(({ rule_id, file, line }) => ({ file: path.normalize(file), line, rule: rule_id }));
      expect(toPlaces(theirs.filter(({ rule }) => RULE_IDS.has(rule)))).toStrictEqual(
        toPlaces(expected.filter(({ mark }) => mark !== "+"))
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
