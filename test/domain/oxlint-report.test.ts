import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { OxlintDiagnostic } from "../../src/domain/oxlint-report.ts";
import { createReportReader, toOxlintReply } from "../../src/domain/oxlint-report.ts";
import type { ProcessOutcome } from "../../src/domain/process.ts";

/** A report as oxlint 1.80.0 prints it: one diagnostic a line, then the figures, then blanks. */
function toReport(diagnostics: readonly unknown[], files = 3): string {
  const rows = diagnostics.map((row) => JSON.stringify(row)).join(",\n");
  const tail = `"number_of_files": ${files},\n              "number_of_rules": 419,\n              "threads_count": 2`;
  return `{ "diagnostics": [${rows}],\n              ${tail},\n              "start_time": 0.49\n            }\n            `;
}

const row = (change: object = {}) => ({
  message: "`debugger` statement is not allowed",
  code: "eslint(no-debugger)",
  severity: "warning",
  url: "https://example.invalid/no-debugger",
  help: "Remove it",
  filename: "src/a.ts",
  labels: [{ span: { offset: 10, length: 9, line: 2, column: 1 } }],
  ...change,
});

/** Reads a report that arrives in pieces of so many bytes. */
function read(text: string, pieceBytes = 64 * 1024, folder?: string) {
  const taken: OxlintDiagnostic[] = [];
  const reader = createReportReader((diagnostic) => taken.push(diagnostic), folder);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  return { taken, report: reader.end() };
}

const ended = (change: Partial<ProcessOutcome> = {}): ProcessOutcome => ({
  ending: "ok",
  command: ["oxlint"],
  cwd: "/x",
  exitCode: 0,
  signal: undefined,
  stdout: "",
  stderr: "",
  durationMs: 1,
  ...change,
});

const exitOne = (stderr = "") => ended({ ending: "exited", exitCode: 1, stderr });

describe("a report", () => {
  test("every field of a diagnostic, and the number of files", () => {
    const { taken, report } = read(toReport([row()]));
    expect(report).toMatchObject({ kind: "report", files: 3, before: "" });
    expect(taken).toEqual([
      {
        path: "src/a.ts",
        rule: "eslint(no-debugger)",
        severity: "warning",
        line: 2,
        column: 1,
        offset: 10,
        length: 9,
        message: "`debugger` statement is not allowed",
        help: "Remove it",
        url: "https://example.invalid/no-debugger",
      },
    ]);
  });

  test("without a diagnostic", () => {
    expect(read(toReport([])).report).toMatchObject({ kind: "report", files: 3 });
  });

  test("a syntax error has no code and no url; a plugin that throws is not one", () => {
    const thrown = {
      message: "Error running JS plugin.\nFile path: /x/a.ts\nError: boom",
      severity: "error",
      filename: "a.ts",
    };
    const { taken } = read(
      toReport([row({ code: undefined, url: undefined, severity: "error" }), { ...thrown, labels: [] }])
    );
    expect(taken.map(({ rule }) => rule)).toEqual(["syntax-error", "js-plugin-error"]);
    expect(taken[1]).toMatchObject({ line: 1, column: 1, offset: 0, length: 0 });
  });

  test("a file that is not UTF-8 is told where its folder is known; anything else without a file is malformed", () => {
    const says = (file: string, why = "stream did not contain valid UTF-8") => ({
      message: `Failed to open file ${file} with error "${why}"`,
      severity: "error",
      labels: [],
    });
    const inFolder = (one: object) => read(toReport([one]), undefined, "/x");
    expect(inFolder(says("/x/src/a.js")).taken).toMatchObject([
      { path: "src/a.js", rule: "not-utf-8", severity: "error", line: 1, column: 1 },
    ]);
    const others = [
      says("/y/src/a.js"),
      says("/x/../a.js"),
      says("/x/src/a.js", "permission denied"),
      { ...says("/x/src/a.js"), severity: "warning" },
      { ...says("/x/src/a.js"), code: "eslint(no-var)" },
      { ...says("/x/src/a.js"), labels: [{ span: {} }] },
      { ...says("/x/src/a.js"), more: 1 },
      { message: "Failed", severity: "error", labels: [] },
    ];
    for (const one of others) expect(inFolder(one).report).toMatchObject({ kind: "malformed" });
    expect(read(toReport([says("/x/src/a.js")])).report).toMatchObject({ kind: "malformed" });
  });

  test("what a configuration module prints comes before it, a look-alike included", () => {
    const { taken, report } = read(`loading { "diagnostics": [\n[plugin] hello\n${toReport([row()])}`);
    expect(taken).toHaveLength(1);
    expect(report).toMatchObject({ kind: "report", before: 'loading { "diagnostics": [\n[plugin] hello\n' });
  });

  test("what a plugin's exit handler prints comes after it", () => {
    expect(read(`${toReport([row()])}\nbye\n`).report).toMatchObject({ kind: "report", files: 3 });
  });

  test("any text in any field, cut into pieces of any size, comes out as it went in", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const awkward = fc.constantFrom('"}],', '{"diagnostics":[', "\\", '\\"', "]}", "\u2028", "😀", "\n");
    const message = fc.oneof(
      text,
      fc.tuple(text, awkward, text).map((parts) => parts.join(""))
    );
    const diagnostics = fc.array(fc.record({ message, code: message, filename: message, help: message }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(diagnostics, fc.integer({ min: 1, max: 70 }), (rows, pieceBytes) => {
        const full = rows.map((one) => row(one));
        const { taken, report } = read(toReport(full), pieceBytes);
        expect(report.kind).toBe("report");
        const toParts = (one: { message: string; help?: string | undefined }) => [one.message, one.help];
        const printed = JSON.stringify(full);
        expect(taken.map(toParts)).toEqual(JSON.parse(printed).map(toParts));
      }),
      { numRuns: 2000 }
    );
  });

  test("50,000 findings in 25 MB, in pieces, none of them kept by the reader", () => {
    let count = 0;
    const reader = createReportReader(() => (count += 1));
    const encoder = new TextEncoder();
    const piece = encoder.encode(
      Array.from({ length: 100 }, () => JSON.stringify(row({ message: "m".repeat(300) }))).join(",\n")
    );
    reader.push(encoder.encode('{ "diagnostics": ['));
    for (let index = 0; index < 500; index += 1) {
      if (index > 0) reader.push(encoder.encode(",\n"));
      reader.push(piece);
    }
    reader.push(encoder.encode('],\n "number_of_files": 9 }'));
    expect(reader.end()).toMatchObject({ kind: "report", files: 9 });
    expect(count).toBe(50_000);
  });
});

describe("no report", () => {
  test.each([
    ["cut in a diagnostic", toReport([row(), row()]).slice(0, 300)],
    ["cut after the diagnostics", toReport([row()]).replace(/"number_of_files[^]*/, "")],
    ["a diagnostic that is no object", '{ "diagnostics": [7], "number_of_files": 1 }'],
    ["a diagnostic without a message", toReport([{ code: "a(b)", filename: "a.ts" }])],
    ["no number of files", '{ "diagnostics": [] }'],
    ["broken JSON", '{ "diagnostics": [{"message": nope}], "number_of_files": 1 }'],
  ])("malformed: %s", (_, text) => {
    expect(read(text).report.kind).toBe("malformed");
  });

  test("something else altogether", () => {
    expect(read("Failed to parse oxlint configuration file.\n\n  x nope").report).toMatchObject({ kind: "none" });
    expect(read("").report).toMatchObject({ kind: "none", before: "" });
  });
});

describe("what a run says", () => {
  const reply = (text: string, outcome: ProcessOutcome) => toOxlintReply(outcome, read(text).report);

  test("findings, errors or not", () => {
    expect(reply(toReport([row()]), ended())).toEqual({ kind: "linted", files: 3 });
    expect(reply(toReport([row()]), exitOne())).toEqual({ kind: "linted", files: 3 });
  });

  test("no file matched: said, never taken for clean", () => {
    const text = `No files found to lint. Please check your paths and ignore patterns.\n${toReport([], 0)}`;
    expect(reply(text, exitOne())).toEqual({ kind: "no-files" });
    expect(reply(toReport([], 0), ended())).toEqual({ kind: "no-files" });
  });

  test.each([
    "Failed to parse oxlint configuration file.\n\n  x Rule 'no-such' not found in plugin 'eslint'\n",
    "hello from the config\nFailed to parse oxlint configuration file.\n\n  x Failed to load JS plugin: nope\n",
  ])("a configuration that does not load", (text) => {
    expect(reply(text, exitOne())).toMatchObject({ kind: "configuration", text: expect.stringContaining("  x ") });
  });

  test("type-aware linting that failed, and a tsgolint that is not there", () => {
    const crashed = 'Error running tsgolint: "exit status: signal: 9 (SIGKILL)"\n';
    expect(reply(crashed, exitOne())).toMatchObject({ kind: "type-aware" });
    const missing = "Failed to find tsgolint executable: OXLINT_TSGOLINT_PATH points to '/x' which does not exist\n";
    expect(reply(missing, exitOne())).toMatchObject({ kind: "tool-missing" });
  });

  test("a flag that it does not know: text on stderr alone", () => {
    expect(reply("", exitOne("Error: no such flag: `--nope`"))).toEqual({ kind: "process" });
  });

  test.each(["signalled", "timed-out", "too-much-output", "not-found", "interrupted"] as const)(
    "%s is a process failure",
    (ending) => {
      expect(reply(toReport([row()]), ended({ ending, exitCode: undefined }))).toEqual({ kind: "process" });
    }
  );

  test("a report with an exit code that oxlint has no meaning for, or none and a bad exit", () => {
    expect(reply(toReport([row()]), ended({ ending: "exited", exitCode: 3 }))).toEqual({ kind: "process" });
    expect(reply("", ended({ ending: "exited", exitCode: 3 }))).toEqual({ kind: "process" });
  });

  test("malformed: cut short, or silence with a good exit", () => {
    expect(reply(toReport([row()]).slice(0, 60), ended())).toMatchObject({ kind: "malformed" });
    expect(reply("", ended())).toMatchObject({ kind: "malformed" });
  });
});
