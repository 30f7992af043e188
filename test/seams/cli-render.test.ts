import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toFileDiff } from "../../src/cli/render/file-diff.ts";
import { renderRun } from "../../src/cli/render/human.ts";
import { renderDocument, toDocument } from "../../src/cli/render/json.ts";
import { neutralise, neutraliseLines } from "../../src/cli/render/neutralise.ts";
import { createStyle, PLAIN } from "../../src/cli/render/style.ts";
import { toFindingWords, WORDED_FINDINGS } from "../../src/cli/render/words.ts";
import type { RelativePath } from "../../src/domain/paths.ts";
import type { Action, PlanEntry, Reason } from "../../src/domain/plan.ts";
import type { RunReport } from "../../src/domain/report.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";
import { toEntry, toPlan } from "./cli-plan.fixture.ts";

const EVIL = "a\u001B[2J\u202Eb\u0007\u009B31m\u200B\u2028c\n\u{E0041}";
const CONTROLS = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function report(entries: readonly PlanEntry[], parts: Partial<RunReport> = {}): RunReport {
  return {
    kind: "run",
    verb: "update",
    dryRun: true,
    plan: toPlan(entries),
    gate: { open: false, because: "dry-run" },
    findings: [],
    evidence: [],
    commands: [],
    ...parts,
  };
}

const words = (entries: readonly PlanEntry[], parts: Partial<RunReport> = {}): string =>
  renderRun(report(entries, parts), PLAIN, { publishWith: "hi update --yes" }).join("\n");

describe("the summary", () => {
  const entries = [
    toEntry({ path: "new.json" as RelativePath, action: "create", after: "{}\n", reason: { code: "new" } }),
    toEntry({
      path: "old.json" as RelativePath,
      action: "delete",
      before: "{}\n",
      reason: { code: "orphan-unchanged" },
    }),
    toEntry({
      path: "up.json" as RelativePath,
      action: "update",
      before: "a\n",
      after: "b\n",
      reason: { code: "template-changed" },
    }),
    toEntry({
      path: "mine.json" as RelativePath,
      action: "conflict",
      before: "mine\n",
      reason: { code: "project-file" },
    }),
    toEntry({ path: "gone.json" as RelativePath, reason: { code: "removed-by-user" } }),
    toEntry({ path: "same.json" as RelativePath }),
    toEntry({ path: "same2.json" as RelativePath }),
  ];

  test("gives a glyph, a path and a reason per action, and counts what is in step", () => {
    const lines = words(entries).split("\n");
    expect(lines[0]).toBe("hi update (dry run): 1 to create, 1 to update, 1 to delete, 1 conflict");
    expect(lines).toContain("  + new.json   new");
    expect(lines).toContain("  - old.json   no longer in the templates, and unchanged");
    expect(lines).toContain("  ~ up.json    the template changed, the file did not");
    expect(lines).toContain("  ! mine.json  a file of the project stands here; it is kept");
    expect(lines).toContain(
      "  = gone.json  deleted on purpose; it stays deleted (hi restore gone.json brings it back)"
    );
    expect(lines).toContain("  = 2 paths    in step");
  });

  test("shows a unified diff per changed file, and nothing was changed", () => {
    const text = words(entries);
    expect(text).toContain("--- /dev/null\n+++ b/new.json\n@@ -0,0 +1,1 @@\n+{}");
    expect(text).toContain("--- a/up.json\n+++ b/up.json\n@@ -1,1 +1,1 @@\n-a\n+b");
    expect(text).toContain("--- a/old.json\n+++ /dev/null");
    expect(text).toContain("1 conflict; nothing was changed. To publish: hi update --yes");
  });

  test("shows both values of a conflict, its consequence and how to take ours", () => {
    const key = {
      key: { pointer: "/devDependencies/oxlint", value: "1.80.0" },
      action: "conflict",
      reason: { code: "project-value", args: { key: "devDependencies.oxlint" } },
      theirs: "^1.2.0",
      consequence: "linting follows the project's version",
    } as const;
    const text = words([toEntry({ path: "package.json" as RelativePath, ownership: "merged", keys: [key] })]);
    expect(text).toContain(
      "theirs  ^1.2.0\n    ours    1.80.0\n    until you take ours: linting follows the project's version"
    );
    expect(text).toContain("to take ours: hi update --take oxlint");
  });

  test("a conflict on a script is settled by the project: no flag takes ours", () => {
    const key = {
      key: { pointer: "/scripts/lint", value: "oxlint" },
      action: "conflict",
      reason: { code: "project-value" },
      theirs: "eslint .",
      consequence: "`lint` runs the project's own command, not the managed route",
    } as const;
    const text = words([toEntry({ path: "package.json" as RelativePath, ownership: "merged", keys: [key] })]);
    expect(text).toContain("until you rename or remove yours: `lint` runs the project's own command");
    expect(text).not.toMatch(/take ours|--take/);
  });

  test("an edit that is kept says how to have ours instead, to be typed as it stands", () => {
    const file = "it's/my file.json" as RelativePath;
    const text = words([toEntry({ path: file, reason: { code: "local-edit" } })]);
    expect(text).toContain(String.raw`edited here; the edit is kept (hi restore 'it'\''s/my file.json' takes ours)`);
  });

  test("nothing to do: what stays as the project has it is counted, and only else is every path in step", () => {
    const calm = { gate: { open: false, because: "nothing-to-do" }, dryRun: false } as const;
    const at = (code: Reason["code"], action: Action = "keep") => ({ action, reason: { code } });
    const toKey = (pointer: string) => ({ key: { pointer, value: "x" } });
    const keys = [
      { ...toKey("/scripts/a"), ...at("project-value", "conflict") },
      { ...toKey("/scripts/b"), ...at("removed-by-user") },
      { ...toKey("/scripts/c"), ...at("local-edit") },
      { ...toKey("/scripts/d"), ...at("same") },
    ];
    const merged = toEntry({ ...at("project-value", "conflict"), ownership: "merged", keys });
    expect(words([merged, toEntry(at("local-edit"))], calm)).toContain(
      "Nothing to do: 1 conflict, 2 edits, 1 removal kept"
    );
    expect(words([toEntry(at("removed-by-user"))], calm)).toContain("Nothing to do: 1 removal kept");
    expect(words([toEntry({})], calm)).toContain("Nothing to do: every path is in step");
  });

  test("shows lines to add by hand, and the commands of a real run", () => {
    const entry = toEntry({
      path: "x.config.ts" as RelativePath,
      action: "conflict",
      manual: ['import core from "core";\nextends: [core],'],
    });
    const text = words([entry], { commands: [["npm", "install", "--ignore-scripts", "a b"]] });
    expect(text).toContain('Add to x.config.ts by hand\n    import core from "core";\n    extends: [core],');
    expect(text).toContain("npm install --ignore-scripts 'a b'");
  });
});

describe("what is not text, or too much of it", () => {
  test("binary sides are compared by hash", () => {
    const entry = toEntry({ action: "update", before: new Uint8Array([0, 255, 1]), after: "text" });
    expect(toFileDiff(entry)).toEqual({ kind: "binary", before: "b".repeat(64), after: "a".repeat(64) });
    expect(words([entry])).toContain(`binary, sha256 ${"b".repeat(64)} -> ${"a".repeat(64)}`);
    expect(toFileDiff(toEntry({ action: "create", after: new Uint8Array([0xff, 0xfe, 0x41]) }))?.kind).toBe("binary");
  });

  test("a big file says so instead, and a long diff is cut for people and whole in JSON", () => {
    expect(toFileDiff(toEntry({ action: "create", after: "x\n".repeat(400_000) }))?.kind).toBe("too-large");
    const long = toEntry({ action: "create", after: "line\n".repeat(1000) });
    expect(words([long])).toContain("+line\n… 991 more lines (the same command with --json has them)");
    const settings = toEntry({ action: "update", ownership: "merged", before: "", after: "line\n".repeat(150) });
    expect(words([settings])).not.toContain("more lines");
    const document = toDocument({ verb: "update", exitCode: 0, report: report([long]) });
    expect(document.plan?.entries[0]?.diff?.split("\n").filter((line) => line === "+line")).toHaveLength(1000);
  });

  test("CRLF on both sides stays one line end in the diff", () => {
    const entry = toEntry({ action: "update", before: "a\r\nb\r\n", after: "a\r\nc\r\n" });
    expect(toFileDiff(entry)).toMatchObject({ patch: expect.stringContaining(" a\r\n-b\r\n+c\r\n") });
    expect(words([entry])).toContain(String.raw` a\r`);
    expect(words([entry])).not.toContain("\r");
  });
});

describe("text from outside cannot steer the terminal", () => {
  test("in paths, reasons, values, diffs, evidence and commands", () => {
    const entry = toEntry({
      path: `x${EVIL}` as RelativePath,
      action: "update",
      before: `${EVIL}\n`,
      after: `${EVIL}b\n`,
      manual: [EVIL],
      reason: { code: "shape-unsupported", args: { why: EVIL } },
    });
    const evidence = [{ about: "linter", value: EVIL, because: EVIL }];
    const findings = [{ code: EVIL, severity: "warning", path: EVIL, args: { [EVIL]: EVIL } } as const];
    const text = words([entry], { evidence, findings, commands: [[EVIL]] });
    expect(text).not.toMatch(CONTROLS);
    expect(text).toContain(String.raw`\u{1b}[2J\u{202e}`);
  });

  test("1,000 texts: one line stays one line, lines stay lines, nothing dangerous is left", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(neutralise(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]/u);
        expect(neutraliseLines(text).split("\n")).toHaveLength(text.split("\n").length);
      }),
      { numRuns: 1000 }
    );
  });

  test("JSON keeps the exact values and still prints only harmless characters", () => {
    const entry = toEntry({ action: "create", after: `${EVIL}\u007F` });
    const text = renderDocument(
      toDocument({
        verb: "init",
        exitCode: 0,
        report: report([entry], { evidence: [{ about: EVIL, value: "", because: "" }] }),
      })
    );
    expect(text).not.toMatch(CONTROLS);
    expect(JSON.parse(text).evidence[0].about).toBe(EVIL);
    expect(JSON.parse(text).plan.entries[0].after).toEqual({ sha256: "a".repeat(64) });
    expect(text).not.toContain('"bytes":{');
  });
});

describe("colour and glyphs", () => {
  const paint = (stream: { isTTY?: boolean }, env: Readonly<Record<string, string>>): string =>
    createStyle(stream, env).paint("bad", "x");
  const terminal = { isTTY: true };

  test("only on a terminal, unless FORCE_COLOR; never with NO_COLOR, TERM=dumb or in CI", () => {
    expect(paint(terminal, {})).toBe("\u001B[31mx\u001B[39m");
    expect(paint({}, {})).toBe("x");
    expect(paint({}, { FORCE_COLOR: "1" })).toContain("\u001B[31m");
    expect(paint(terminal, { FORCE_COLOR: "0" })).toBe("x");
    expect(paint(terminal, { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe("x");
    expect(paint(terminal, { NO_COLOR: "" })).toContain("\u001B[31m");
    expect(paint(terminal, { TERM: "dumb" })).toBe("x");
    expect(paint(terminal, { CI: "true" })).toBe("x");
  });

  test("marks outside ASCII need a terminal that speaks Unicode", () => {
    expect(createStyle(terminal, { LANG: "en_GB.UTF-8" }).glyphs.ok).toBe("✔");
    expect(createStyle(terminal, { LC_ALL: "C", LANG: "en_GB.UTF-8" }).glyphs.ok).toBe("ok");
    expect(createStyle({}, { LANG: "en_GB.UTF-8" }).glyphs.ok).toBe("ok");
  });
});

test("every finding that the program can make has words", () => {
  const sources = readdirSync(path.join(PROJECT_ROOT, "src"), { recursive: true, encoding: "utf-8" }).filter(
    (name) => name.endsWith(".ts") && !/^(?:runtime|contracts|agents|guard|scan)\//.test(name.replaceAll("\\", "/"))
  );
  const codes = sources.flatMap((name) => {
    const text = readFileSync(path.join(PROJECT_ROOT, "src", name), "utf-8");
    return [...text.matchAll(/code: "([a-z][a-z-]+)", severity/g)].map(([, code = ""]) => code);
  });
  expect(codes.length).toBeGreaterThan(5);
  expect([...new Set(codes)].filter((code) => !WORDED_FINDINGS.includes(code))).toEqual([]);
  for (const code of WORDED_FINDINGS) expect(toFindingWords({ code, severity: "info", args: {} })).not.toBe("");
});
