import { writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { PROJECT_ROOT, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

const BIN = path.join(PROJECT_ROOT, "src/bin.ts");

/** Runs the program from source in an empty folder that must stay empty. */
function runIn(directory: string, ...args: readonly string[]) {
  return runProcess(process.execPath, [BIN, ...args], { cwd: directory });
}

const run = (...args: readonly string[]) => withTemporaryDirectory((directory) => runIn(directory, ...args));

describe("help", () => {
  test("the program's help opens with an example, and exits 0", async () => {
    const ended = await run("--help");
    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toMatch(/^Example:\n {2}\$ hi init/);
    for (const verb of ["init", "update", "check", "diff", "explain", "restore"]) {
      expect(ended.stdout).toContain(`\n  ${verb}`);
    }
  });

  test.each(["init", "update", "check", "diff", "explain", "restore"])("so does the help of %s", async (verb) => {
    const ended = await run(verb, "--help");
    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toMatch(new RegExp(`^Example:\n {2}\\$ hi ${verb}`));
  });

  test("no verb at all: help on stderr, exit 2", async () => {
    const ended = await run();
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toContain("Example:");
  });

  test("--version prints the version alone", async () => {
    const ended = await run("--version");
    expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ended.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("what cannot be understood ends with 2 and the next command to type", () => {
  test.each<[string[], string[]]>([
    [["updte"], ["'updte'", "update"]],
    [
      ["help", "updte"],
      ["Unknown command 'updte'", "Did you mean update?"],
    ],
    [["help", "nope"], ["Unknown command 'nope'"]],
    [["session"], ["hi session needs one of: start, status, end.", "hi session --help"]],
    [["linter"], ["hi linter needs one of: init, run, check.", "hi linter --help"]],
    [["fleet"], ["hi fleet needs one of: plan, report.", "hi fleet --help"]],
    [
      ["update", "--dryrun"],
      ["'--dryrun'", "--dry-run", "hi update --help"],
    ],
    [
      ["check", "--jsn"],
      ["'--jsn'", "--json"],
    ],
    [["explain"], ["path"]],
    [
      ["explain", "package.json", "--exit-code"],
      ["'--exit-code'", "hi explain --help"],
    ],
    [["check", "extra"], ["Too many arguments"]],
    [
      ["init", "--providers", "claud"],
      ["provider", "claud", "Did you mean claude?", "opencode"],
    ],
    [
      ["init", "--packs", "base,colour"],
      ["pack", "colour", "effect"],
    ],
    [
      ["init", "--commit-gate", "husky"],
      ["commit gate", "husky", "lefthook"],
    ],
    [
      ["update", "--preview", "maybe"],
      ["preview mode", "maybe", "on, off"],
    ],
    [
      ["update", "--package-manager", "yran"],
      ["yran", "Did you mean yarn?"],
    ],
    [
      ["update", "--take"],
      ["--take", "argument missing"],
    ],
  ])("hi %j", async (args, words) => {
    const ended = await run(...args);
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^HI_USAGE /);
    for (const word of words) expect(ended.stderr).toContain(word);
  });
});

test.each(["check", "diff"])("%s ends by what it found: --exit-code is taken, and not offered", async (verb) => {
  expect((await run(verb, "--help")).stdout).not.toContain("--exit-code");
  expect((await run(verb, "--exit-code")).stderr).toMatch(/^HI_NOT_INITIALISED /);
  expect((await run("update", "--help")).stdout).toContain("--exit-code");
});

describe("publishing without a terminal takes --yes, where there is something to publish to", () => {
  test.each([["update"], ["restore", "package.json"]])("hi %s before hi init", async (...args) => {
    const ended = await run(...args);
    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^HI_NOT_INITIALISED [^]+-> hi init\n$/);
  });

  test("hi init", () =>
    withTemporaryDirectory(async (directory) => {
      await writeFile(path.join(directory, "package.json"), "{}");
      const ended = await runIn(directory, "init");
      expect(ended.exitCode).toBe(2);
      expect(ended.stderr).toContain("HI_NEEDS_YES");
      expect(ended.stderr).toContain("-> hi init --dry-run to look, hi init --yes to publish");
    }));
});

describe("--json prints exactly one document on stdout, whatever happens", () => {
  test.each<[string[], string]>([
    [["update", "--json"], "HI_NOT_INITIALISED"],
    [["init", "--json", "--scopes", "none"], "HI_NEEDS_YES"],
    [["updte", "--json"], "HI_USAGE"],
    [["init", "--json", "--providers", "nobody"], "HI_USAGE"],
    [["check", "--json", "--what"], "HI_USAGE"],
  ])("hi %j", async (args, code) => {
    const ended = await run(...args);
    expect(ended.exitCode).toBe(2);
    const document = JSON.parse(ended.stdout);
    expect(document).toMatchObject({ format: "hi-report/1", exitCode: 2, plan: null, refusal: { code } });
    expect(document.refusal.next).not.toBe("");
  });
});

test("text from the command line cannot steer the terminal", async () => {
  const ended = await run("init", "--providers", "\u001B[2Jclaude\u202Eevil");
  expect(ended.exitCode).toBe(2);
  expect(ended.stderr).not.toContain("\u001B");
  expect(ended.stderr).not.toContain("\u202E");
});
