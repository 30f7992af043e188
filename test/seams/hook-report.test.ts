import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { PostEditResult } from "../../src/contracts/post-edit-result.ts";
import { HookRepository, makeScope } from "../helpers/hook-repository.ts";

// The linter's report counts only where it is read whole: JSON after at most one known notice, with an exit code that
// fits. All else is a failure, never findings and never clean. The linter here is a program that says what a file holds.

const NOTICE = "No files found to lint. Please check your paths and ignore patterns.\n";
const DIAGNOSTIC = {
  message: "m",
  code: "eslint(x)",
  severity: "error",
  causes: [],
  url: "https://example.org",
  help: "h",
  filename: "src/a.ts",
  labels: [{ label: "", span: { offset: 0, length: 5, line: 1, column: 1 } }],
  related: [],
};

let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
  await repository.select([makeScope(".", { format: null })]);
  await repository.replaceTool("oxlint", "tool-reply.mjs");
  await repository.write("src/a.ts", "export const a = 1;\n");
  // A file that may not be rewritten is reported on and nothing else, so this program is only asked for its report.
  await repository.write(
    ".hi/receipt.json",
    '{ "schemaVersion": 1, "files": { "src/a.ts": { "class": "generated" } } }'
  );
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

async function read(stdout: string, exitCode: number): Promise<PostEditResult> {
  const reply = path.join(repository.root, "../reply.json");
  await repository.write("../reply.json", JSON.stringify({ stdout, exitCode }));
  return await repository.check(["src/a.ts"], { env: { HI_TEST_REPLY: reply } });
}

const report = (diagnostics: readonly unknown[], more: Record<string, unknown> = {}): string =>
  JSON.stringify({ diagnostics, number_of_files: 1, number_of_rules: 9, threads_count: 2, start_time: 0.1, ...more });

const changed = (more: Record<string, unknown>): string => report([{ ...DIAGNOSTIC, ...more }]);
const spanned = (span: unknown): string => changed({ labels: [{ span }] });

describe("a report that counts", () => {
  it.each([
    ["with nothing left", report([]), 0, "clean"],
    ["with something left", report([DIAGNOSTIC]), 1, "findings"],
    ["with warnings, which end it with 0", changed({ severity: "warning" }), 0, "findings"],
    ["with fields of a later version", report([{ ...DIAGNOSTIC, later: [1] }], { later: {} }), 1, "findings"],
    ["without help, address or place", changed({ help: null, url: undefined, labels: [] }), 1, "findings"],
    ["in several lines, as it prints it", JSON.stringify(JSON.parse(report([])), null, 14), 0, "clean"],
    ["after the notice that nothing is left to lint", NOTICE + report([], { number_of_files: 0 }), 1, "skipped"],
  ])("%s", async (_, stdout, exitCode, status) => {
    expect(await read(stdout, exitCode)).toMatchObject({ status, failures: [] });
  });

  it("keeps every field of a finding", async () => {
    const { findings } = await read(report([DIAGNOSTIC]), 1);
    expect(findings).toStrictEqual([
      {
        file: "src/a.ts",
        rule: "eslint(x)",
        severity: "error",
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 6,
        message: "m",
        help: "h",
        url: "https://example.org",
      },
    ]);
  });
});

describe("anything else is a failure", () => {
  it.each([
    ["text before the report", `hello\n${report([])}`, 0],
    ["another notice before it", `Some other notice.\n${report([])}`, 0],
    ["the notice twice", NOTICE + NOTICE + report([], { number_of_files: 0 }), 1],
    ["the notice and a report of files", NOTICE + report([DIAGNOSTIC]), 1],
    ["text behind it", `${report([])}\nbye`, 0],
    ["two reports", `${report([])}\n${report([])}`, 0],
    ["half of it", report([DIAGNOSTIC]).slice(0, -20), 1],
    ["a list", "[]", 0],
    ["null", "null", 0],
    ["a report without diagnostics", JSON.stringify({ number_of_files: 1 }), 0],
    ["diagnostics that are no list", report([], { diagnostics: { length: 0 } }), 0],
    ["no number of files", report([], { number_of_files: undefined }), 0],
    ["a number of files that is none", report([], { number_of_files: -1 }), 0],
    ["a diagnostic that is a text", report(["x"]), 1],
    ["no message", changed({ message: undefined }), 1],
    ["a message that is a list", changed({ message: ["m"] }), 1],
    ["a rule that is a number", changed({ code: 1 }), 1],
    ["an unknown severity", changed({ severity: "fatal" }), 1],
    ["no severity", changed({ severity: undefined }), 1],
    ["no file", changed({ filename: "" }), 1],
    ["a help text that is an object", changed({ help: {} }), 1],
    ["labels that are none", changed({ labels: "x" }), 1],
    ["a place before the file", spanned({ offset: -1, length: 1 }), 1],
    ["a place between bytes", spanned({ offset: 0.5, length: 1 }), 1],
    ["a place beyond numbers", spanned({ offset: 1e300, length: 1 }), 1],
    ["a length that is a text", spanned({ offset: 0, length: "1" }), 1],
    ["a place that is null", spanned(null), 1],
    ["exit code 1 and nothing to say", report([]), 1],
    ["exit code 2 with a report", report([DIAGNOSTIC]), 2],
    ["exit code 101 with a clean report", report([]), 101],
    ["a byte order mark", `\u{FEFF}${report([])}x`, 0],
  ])("%s", async (_, stdout, exitCode) => {
    const result = await read(stdout, exitCode);
    expect(result).toMatchObject({ status: "failed", findings: [], repair: [] });
    expect(result.failures).toMatchObject([{ kind: "malformed-output", exitCode }]);
  });
});
