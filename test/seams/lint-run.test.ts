import { readFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { HI, runProcess } from "../helpers/hi.ts";
import { BAD, GOOD, LintRepository, listFindings, listNamed, toScope } from "../helpers/lint-repository.ts";

const TWO = [toScope("packages/a"), toScope("packages/b")];

// Exit 1 of a linter is findings, a bad configuration and a bad flag alike, and "no file" is a silent success or an error
// by the version (dropseed/plain#96, oxc-project/oxc#21144: e11). Here each is an answer of its own.
describe("five answers", () => {
  test("findings: 1, by file and place, with the scope, the same bytes each time", async () => {
    await using repository = await LintRepository.create(
      { "packages/b/z.ts": BAD, "packages/a/src/é.ts": "/* é🎈 */ debugger;\nvar a = 1;\n", "packages/a/ok.ts": GOOD },
      TWO
    );
    const result = await repository.lint();
    expect(result).toMatchObject({ status: "findings", exitCode: 1, checks: ["lint"], failures: [], left: [] });
    expect(listFindings(result)).toEqual([
      "packages/a/src/é.ts eslint(no-debugger)",
      "packages/a/src/é.ts eslint(no-var)",
      "packages/b/z.ts eslint(no-debugger)",
    ]);
    expect(result.findings[0]).toMatchObject({ scope: "packages/a", line: 1, column: 11, endLine: 1, endColumn: 20 });
    expect(result.scopes).toEqual([
      {
        path: "packages/a",
        check: "lint",
        whole: true,
        status: "findings",
        files: 2,
        errors: 2,
        warnings: 0,
        maxWarnings: 0,
      },
      {
        path: "packages/b",
        check: "lint",
        whole: true,
        status: "findings",
        files: 1,
        errors: 1,
        warnings: 0,
        maxWarnings: 0,
      },
    ]);
    const said = await repository.run([]);
    expect(said.exitCode).toBe(1);
    expect(said.stdout).toBe(
      [
        "packages/a/src/é.ts",
        "  1:11  error  `debugger` statement is not allowed  eslint(no-debugger)",
        "      Remove the debugger statement",
        "  2:1  error  Unexpected var, use let or const instead.  eslint(no-var)",
        "      Replace var with let or const",
        "",
        "packages/b/z.ts",
        "  1:1  error  `debugger` statement is not allowed  eslint(no-debugger)",
        "      Remove the debugger statement",
        "",
        "3 errors. 3 files checked in 2 scopes.",
        "",
      ].join("\n")
    );
    for (let run = 0; run < 3; run += 1) expect(await repository.run([])).toEqual(said);
  });

  test("nothing found: 0, and how much was looked at is said", async () => {
    await using repository = await LintRepository.create({ "packages/a/ok.ts": GOOD }, TWO);
    expect(await repository.lint()).toMatchObject({ status: "clean", exitCode: 0, findings: [] });
    expect((await repository.run([])).stdout).toBe(
      "packages/b (lint): 0 files checked\nNothing found. 1 file checked.\n"
    );
  });

  test.each([
    ["no lintable file", [toScope(".")], "0 files checked: there is no file to check in what was asked for.\n"],
    ["no selected scope", [], "0 files checked: no scope is selected.\n"],
  ] as const)("empty work, %s: 0, said, and no tool is started", async (_, scopes, said) => {
    await using repository = await LintRepository.create({ "README.md": "# x\n" }, scopes);
    const { result, calls } = await repository.record();
    expect([result.status, result.exitCode, calls]).toEqual(["empty", 0, []]);
    expect(await repository.run([])).toMatchObject({
      exitCode: 0,
      stdout: `${said.charAt(0).toUpperCase()}${said.slice(1)}`,
    });
  });

  test.each([
    ["a rule that is not known", { "lint.json": '{ "rules": { "no-such-rule": "error" } }' }, "no-such-rule"],
    ["a configuration that is not there", { "lint.json": undefined }, "lint.json"],
    ["a selection that is broken", { ".hi/lint/selection.json": "{" }, "JSON"],
    [
      "a selection of a later version",
      { ".hi/lint/selection.json": '{ "schemaVersion": 2, "scopes": [] }' },
      "version 2",
    ],
    [
      "a selection whose version is a text",
      { ".hi/lint/selection.json": '{ "schemaVersion": "2", "scopes": [] }' },
      'version "2"',
    ],
    ["a selection without a version", { ".hi/lint/selection.json": '{ "scopes": [] }' }, "names no version"],
    [
      "a scope that has two entries",
      {
        ".hi/lint/selection.json": JSON.stringify({ schemaVersion: 1, scopes: [toScope("."), toScope(".")] }),
      },
      'two entries for the scope "."',
    ],
    [
      "a route that leads out",
      { ".hi/lint/selection.json": '{ "schemaVersion": 1, "scopes": [{ "path": "../x", "config": "a" }] }' },
      "../x",
    ],
    [
      "an exclusion that is no glob",
      {
        ".hi/lint/selection.json": '{ "schemaVersion": 1, "scopes": [{ "path": ".", "config": "a", "ignore": [1] }] }',
      },
      "globs",
    ],
    [
      "a threshold that is no number",
      {
        ".hi/lint/selection.json":
          '{ "schemaVersion": 1, "scopes": [{ "path": ".", "config": "a", "maxWarnings": "3" }] }',
      },
      "maxWarnings",
    ],
    ["an ignore file that is a folder", { ".gitignore/x": "" }, ".gitignore"],
  ] as const)("a configuration failure, %s: 2", async (_, files, said) => {
    await using repository = await LintRepository.create({ "a.ts": BAD });
    const { rm } = await import("node:fs/promises");
    for (const [name, text] of Object.entries(files)) {
      await (text === undefined ? rm(repository.at(name)) : repository.write(name, text));
    }
    const result = await repository.lint();
    expect([result.status, result.exitCode, result.findings]).toEqual(["failed", 2, []]);
    expect(result.failures.map(({ kind }) => kind)).toEqual(["configuration"]);
    expect([result.failures[0]?.command, result.failures[0]?.output].join(" ")).toContain(said);
    const human = await repository.run([]);
    expect([human.exitCode, human.stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(human.stdout).toContain("Not everything could be checked.");
  });

  test.each([
    ["it is not installed", undefined, "tool-missing"],
    ["it is of another version", "0.1.0", "tool-version"],
  ] as const)("a tool failure, %s: 2", async (_, version, kind) => {
    await using repository = await LintRepository.create({ "a.ts": BAD });
    if (version === undefined) {
      const { rm } = await import("node:fs/promises");
      await rm(repository.at("node_modules/oxlint"));
    } else await repository.replaceTool("oxlint", "tool-silent.mjs", version);
    const result = await repository.lint();
    expect([result.status, result.exitCode]).toEqual(["failed", 2]);
    expect(result.failures).toMatchObject([{ kind, scope: ".", check: "lint" }]);
  });

  test.each([
    ["tool-garbage.mjs", "malformed-output", {}],
    ["tool-half-json.mjs", "malformed-output", {}],
    ["tool-silent.mjs", "malformed-output", {}],
    ["tool-crash.mjs", "process", {}],
    ["tool-hang.mjs", "timeout", { HI_LINT_DEADLINE_MS: "700" }],
  ] as const)("a process failure, %s is %s: 2", async (program, kind, env) => {
    await using repository = await LintRepository.create({ "a.ts": BAD });
    await repository.replaceTool("oxlint", program);
    const result = await repository.lint([], { env });
    expect([result.status, result.exitCode]).toEqual(["failed", 2]);
    expect(result.failures).toMatchObject([{ kind, scope: ".", check: "lint" }]);
  });

  test("one scope that fails does not keep the others from speaking, and the whole is 2", async () => {
    await using repository = await LintRepository.create(
      { "packages/a/x.ts": BAD, "packages/b/x.ts": BAD, "packages/b/lint.json": "{" },
      TWO
    );
    const result = await repository.lint();
    expect([result.status, result.exitCode]).toEqual(["failed", 2]);
    expect(listFindings(result)).toEqual(["packages/a/x.ts eslint(no-debugger)"]);
    expect(result.scopes.map(({ path: scope, status }) => [scope, status])).toEqual([
      ["packages/a", "findings"],
      ["packages/b", "failed"],
    ]);
  });
});

describe("the threshold", () => {
  test.each([
    [0, "findings", 1],
    [1, "findings", 1],
    [2, "passed", 0],
    [3, "passed", 0],
  ] as const)("two warnings where %i may pass: %s", async (maxWarnings, status, exitCode) => {
    await using repository = await LintRepository.create({ "a.ts": "alert(1);\nalert(2);\n" }, [
      toScope(".", { maxWarnings }),
    ]);
    const result = await repository.lint();
    expect([result.status, result.exitCode, result.findings.length]).toEqual([status, exitCode, 2]);
    const { stdout } = await repository.run([]);
    expect(stdout).toContain("2 warnings. 1 file checked.");
  });

  test("is each scope's own", async () => {
    const text = "alert(1);\n";
    await using repository = await LintRepository.create({ "packages/a/x.ts": text, "packages/b/x.ts": text }, [
      toScope("packages/a", { maxWarnings: 1 }),
      toScope("packages/b"),
    ]);
    const { status, scopes } = await repository.lint();
    expect([status, ...scopes.map((scope) => scope.status)]).toEqual(["findings", "passed", "findings"]);
    expect((await repository.lint(["--scope=packages/a"])).status).toBe("passed");
  });
});

describe("one owner, one configuration, one process", () => {
  test("each scope is linted once, in its own folder, with its configuration and nested discovery off", async () => {
    const config = "configs/oxlint.json";
    await using repository = await LintRepository.create(
      { "x.ts": BAD, "packages/a/x.ts": BAD, "packages/a/deep/x.ts": BAD, "packages/b/x.ts": BAD, [config]: "{}" },
      [toScope("."), ...TWO, toScope("packages/a/deep", { config })]
    );
    const { calls, result } = await repository.record();
    const rows = calls.map((call) => [
      path.relative(repository.root, call.cwd),
      call.args.slice(0, 5),
      listNamed(call),
    ]);
    expect(rows.toSorted()).toEqual([
      ["", ["-c", "lint.json", "--disable-nested-config", "--format", "json"], ["x.ts"]],
      ["packages/a", ["-c", "lint.json", "--disable-nested-config", "--format", "json"], ["x.ts"]],
      [
        "packages/a/deep",
        ["-c", "../../../configs/oxlint.json", "--disable-nested-config", "--format", "json"],
        ["x.ts"],
      ],
      ["packages/b", ["-c", "lint.json", "--disable-nested-config", "--format", "json"], ["x.ts"]],
    ]);
    expect(result.scopes.map((scope) => scope.files)).toEqual([1, 1, 1, 1]);
  });

  test("nothing of a wiki, of git, of dependencies, of another package or repository, or behind a link; ordinary tests are", async () => {
    const foreign = {
      "wiki/x.ts": BAD,
      "apps/wiki/x.ts": BAD,
      "app/wiki/deep/x.ts": BAD,
      "node_modules/own/x.ts": BAD,
      "src/node_modules/own/x.ts": BAD,
      ".git/hooks/x.cjs": BAD,
      "vendor/other/package.json": '{ "name": "other" }',
      "vendor/other/src/x.ts": BAD,
      "clone/.git/HEAD": "ref: refs/heads/main\n",
      "clone/x.ts": BAD,
      "worktree/.git": "gitdir: /elsewhere\n",
      "worktree/x.ts": BAD,
      "out/x.ts": BAD,
      "local/x.ts": BAD,
      "old/x.ts": BAD,
      "gen/x.ts": BAD,
    };
    const own = ["a.test.ts", "mywiki/x.ts", "src/wiki/x.ts", "plain/x.ts", "b.vue", "tests/x.spec.mts"];
    await using repository = await LintRepository.create(
      {
        ...foreign,
        ...Object.fromEntries(own.map((name) => [name, name.endsWith(".vue") ? `<script>\n${BAD}</script>\n` : BAD])),
        "plain/package.json": '{ "type": "module" }',
        ".gitignore": "out\n",
        ".git/HEAD": "ref: refs/heads/main\n",
        ".git/info/exclude": "local/\n",
        ".eslintignore": "old\n",
      },
      [toScope(".", { ignore: ["gen", "gen/**"] })]
    );
    const { symlink } = await import("node:fs/promises");
    await symlink("src", repository.at("linked"));
    await symlink("a.test.ts", repository.at("linked.ts"));
    const result = await repository.lint();
    expect([...new Set(result.findings.map(({ file }) => file))]).toEqual(own.toSorted());
  });

  test("hi lint says the same, from any folder", async () => {
    await using repository = await LintRepository.create({ "packages/a/x.ts": BAD, "packages/a/src/y.ts": GOOD }, TWO);
    const own = await repository.run([]);
    for (const folder of ["", "packages/a/src"]) {
      const { exitCode, stdout, stderr } = await runProcess(process.execPath, [HI, "lint"], {
        cwd: repository.at(folder),
      });
      expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 1, stdout: own.stdout, stderr: "" });
    }
  });

  test("hi lint where hi is not set up: 2, with the next step, as a document too", async () => {
    const options = { cwd: "/" };
    const human = await runProcess(process.execPath, [HI, "lint"], options);
    expect([human.exitCode, human.stdout, human.stderr]).toEqual([
      2,
      "",
      "hi lint: hi is not set up here\nnext: hi init\n",
    ]);
    const { exitCode, stdout } = await runProcess(process.execPath, [HI, "lint", "--json"], options);
    expect([exitCode, JSON.parse(stdout).status]).toEqual([2, "failed"]);
  });
});

test("the program that is published is the one that hi runs, and it loads Node's core alone", async () => {
  const text = await readFile(path.join(import.meta.dirname, "../../dist/runtime/lint.mjs"), "utf8");
  const imported = [...text.matchAll(/^import .* from "([^"]+)";$/gm)].map((match) => match[1] ?? "");
  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((name) => !name.startsWith("node:"))).toEqual([]);
});
