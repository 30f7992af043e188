import { readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { findArgumentRoom, toBatches } from "../../src/runtime/lint/to-batches.ts";
import { runProcess } from "../helpers/hi.ts";
import { waitUntilGone } from "../helpers/is-alive.ts";
import { BAD, GOOD, LintRepository, listNamed, toScope } from "../helpers/lint-repository.ts";

/** Files in folders of long names, so that few of them are long arguments. */
function toLongNames(count: number): readonly string[] {
  const folder = Array.from({ length: 15 }, (_, depth) => `${depth}`.padEnd(200, "d")).join("/");
  return Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);
}

describe("more names than one process takes", () => {
  test("are parted into batches, each name once, and the answer is one", async () => {
    const names = toLongNames(500);
    await using repository = await LintRepository.create(Object.fromEntries(names.map((name) => [name, BAD])));
    const { result, calls } = await repository.record();
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.flatMap(listNamed).toSorted()).toEqual(names.toSorted());
    expect(result.scopes).toMatchObject([{ files: 500, errors: 500 }]);
    const some = await repository.lint(["--files-from=-"], { input: names.join("\n") });
    expect(some.scopes).toMatchObject([{ files: 500, errors: 500, whole: false }]);
  });

  test("where the machine takes less than its kind does, are halved until it takes them", async () => {
    const names = toLongNames(120);
    await using repository = await LintRepository.create(Object.fromEntries(names.map((name) => [name, BAD])));
    // A quarter of the stack's limit is what arguments may take, and 128 KiB at the least.
    const script = 'ulimit -s 256 && exec "$@"';
    const program = [process.execPath, "--stack-size=100", repository.at(".hi/runtime/lint.mjs"), "--json"];
    const ended = await runProcess("sh", ["-c", script, "sh", ...program], { cwd: repository.root });
    expect(ended.stderr).toBe("");
    expect(JSON.parse(ended.stdout).scopes).toMatchObject([{ files: 120, errors: 120 }]);
  });

  test("a batch is never larger than its room, whatever the names and the environment", () => {
    const names = Array.from({ length: 2000 }, (_, index) => `${"é".repeat(index % 97)}${index}`);
    for (const platform of ["linux", "darwin", "win32", "freebsd"] as const) {
      for (const env of [{}, { LARGE: "x".repeat(500_000) }] as Readonly<Record<string, string>>[]) {
        const room = findArgumentRoom(env, platform);
        const batches = toBatches(names, room);
        expect(batches.flat()).toEqual(names);
        const sizes = batches.map((batch) => batch.reduce((total, name) => total + Buffer.byteLength(name) + 1, 0));
        expect(Math.max(...sizes)).toBeLessThanOrEqual(room);
        // CreateProcess takes 32,767 characters in all.
        if (platform === "win32") expect(Math.max(...sizes)).toBeLessThan(32_767 - 2000);
      }
    }
  });
});

describe("reports of any size", () => {
  test("arrive whole, through a file that nothing is left of", async () => {
    const text = "var a = 1;\ndebugger;\n".repeat(500);
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`src/${index}.ts`, text]));
    await using repository = await LintRepository.create(files);
    const result = await repository.lint();
    expect(result.findings).toHaveLength(40_000);
    expect(result.scopes).toMatchObject([{ files: 40, errors: 40_000 }]);
    const slow = `node "$0" --json | (sleep 1; cat) | wc -c`;
    const ended = await runProcess("sh", ["-c", slow, repository.at(".hi/runtime/lint.mjs")], { cwd: repository.root });
    expect(Number(ended.stdout)).toBe(Buffer.byteLength(`${JSON.stringify(result, null, 2)}\n`));
  });

  test("a tool that writes without end is stopped, and that is a process failure", async () => {
    await using repository = await LintRepository.create({ "a.ts": BAD });
    await repository.replaceTool("oxlint", "tool-flood.mjs");
    const { failures } = await repository.lint([], { env: { HI_LINT_DEADLINE_MS: "300000" } });
    expect(failures).toMatchObject([{ scope: "." }]);
    expect(["process", "timeout", "malformed-output"]).toContain(failures[0]?.kind);
  });

  test.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
    "%s while a tool runs: nothing is left, no process either",
    async (signal) => {
      await using repository = await LintRepository.create({ "a.ts": BAD });
      await repository.replaceTool("oxlint", "tool-tell-and-hang.mjs");
      const told = path.join(os.tmpdir(), `hi-lint-told-${process.pid}-${signal}`);
      const onSpawn = (child: { kill: (signal: NodeJS.Signals) => boolean }): void => {
        const look = setInterval(() => {
          void readdir(os.tmpdir()).then((names) => {
            if (!names.includes(path.basename(told))) return;
            clearInterval(look);
            child.kill(signal);
          });
        }, 20);
      };
      const { rm, readFile } = await import("node:fs/promises");
      try {
        const ended = await repository.run([], { env: { HI_TEST_TOLD: told }, onSpawn });
        expect([ended.exitCode, ended.stdout]).toEqual([signal === "SIGKILL" ? null : 130, ""]);
        const pid = Number(await readFile(told, "utf8"));
        // Killed outright, the program cannot stop its tool; the tool's own end is its own.
        if (signal === "SIGKILL") process.kill(pid, "SIGKILL");
        else await waitUntilGone(pid);
      } finally {
        await rm(told, { force: true });
      }
    }
  );
});

describe("fixes", () => {
  const FIXABLE = "var a = 1;\nlet b = a;\nexport { b };\n";

  test("are safe ones, in owned files alone, told and repeated until nothing changes", async () => {
    await using repository = await LintRepository.create({ "src/a.ts": FIXABLE, "gen/a.ts": FIXABLE, "ok.ts": GOOD }, [
      toScope(".", { ignore: ["gen/**"] }),
    ]);
    const found = await repository.lint();
    expect([found.findings.length > 0, found.changed]).toEqual([true, []]);
    expect(await repository.read("src/a.ts")).toBe(FIXABLE);
    const { result, calls } = await repository.record(["--fix"]);
    expect(result).toMatchObject({ status: "clean", changed: ["src/a.ts"], findings: [] });
    expect(await repository.read("src/a.ts")).toBe("const a = 1;\nconst b = a;\nexport { b };\n");
    expect(await repository.read("gen/a.ts")).toBe(FIXABLE);
    for (const { args } of calls) {
      expect(args.filter((word) => /fix/.test(word))).toEqual(["--fix"]);
    }
    expect(await repository.lint(["--fix"])).toMatchObject({ status: "clean", changed: [] });
    const { stdout } = await repository.run(["--fix"]);
    expect(stdout).toBe("Nothing found. 2 files checked.\n");
  });

  test("what is left is reported where it stands after the fixes", async () => {
    await using repository = await LintRepository.create({
      "a.ts": "var one = 1;\nvar two = one; debugger;\nexport { two };\n",
    });
    const { findings } = await repository.lint(["--fix"]);
    const text = await repository.read("a.ts");
    expect(text).toContain("const two");
    const [finding] = findings;
    expect(text.split("\n")[(finding?.line ?? 0) - 1]?.slice((finding?.column ?? 0) - 1)).toMatch(/^debugger;/);
  });
});

describe("the format", () => {
  const UGLY = "export const a  =  1\n";
  const FORMATTED = [toScope(".", { format: { config: "format.json" }, ignore: ["gen/**"] })];

  test("is checked read-only, written with --fix, and is no part of lint", async () => {
    await using repository = await LintRepository.create(
      {
        "a.ts": UGLY,
        "b.json": '{"a":1}',
        "gen/a.ts": UGLY,
        "other/package.json": '{ "name": "o" }',
        "other/a.ts": UGLY,
      },
      FORMATTED
    );
    expect((await repository.lint()).status).toBe("clean");
    const checked = await repository.lint(["--check=format"]);
    expect(checked).toMatchObject({ status: "findings", exitCode: 1, checks: ["format"], changed: [] });
    const files = checked.findings.map(({ file, rule }) => `${file} ${rule}`);
    expect(files).toEqual(expect.arrayContaining(["a.ts oxfmt(format)", "b.json oxfmt(format)"]));
    expect(files.filter((file) => /^(?:gen|other|\.hi)/.test(file))).toEqual([]);
    expect(await repository.read("a.ts")).toBe(UGLY);
    const named = await repository.lint(["--check=format", "--files-from=-"], {
      input: "a.ts\ngen/a.ts\nother/a.ts\ngone.ts\n",
    });
    expect(named.findings.map(({ file }) => file)).toEqual(["a.ts"]);
    const both = await repository.lint(["--check=format", "--check=lint", "--files-from=-"], { input: "a.ts\n" });
    expect(both.scopes.map(({ check, status }) => [check, status])).toEqual([
      ["format", "findings"],
      ["lint", "clean"],
    ]);
    const written = await repository.lint(["--check=format", "--fix"]);
    expect(written.status).toBe("clean");
    expect(written.changed).toEqual(expect.arrayContaining(["a.ts", "b.json"]));
    expect(await repository.read("a.ts")).toBe("export const a = 1;\n");
    expect(await repository.read("gen/a.ts")).toBe(UGLY);
    expect((await repository.lint(["--check=format"])).status).toBe("clean");
  });

  test("a scope that oxfmt does not format is not asked, and that is said", async () => {
    await using repository = await LintRepository.create({ "a.ts": UGLY });
    const { stdout, exitCode } = await repository.run(["--check=format"]);
    expect([exitCode, stdout]).toEqual([0, "0 files checked: no selected scope is formatted by oxfmt.\n"]);
  });

  test("a file that is no code is a finding, a configuration that does not load a failure", async () => {
    await using repository = await LintRepository.create({ "a.ts": "let a = ;\n", "b.ts": GOOD }, FORMATTED);
    const { findings, status } = await repository.lint(["--check=format"]);
    expect([status, findings.map(({ file, rule, line }) => [file, rule, line])]).toEqual([
      "findings",
      expect.arrayContaining([["a.ts", "syntax-error", 1]]),
    ]);
    await repository.write("format.json", "{");
    expect((await repository.lint(["--check=format"])).failures).toMatchObject([
      { kind: "configuration", check: "format" },
    ]);
  });
});
