import { mkdir, rm, symlink } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import { runProcess } from "../helpers/hi.ts";
import { BAD, GOOD, LintRepository, listFindings, listNamed, toScope } from "../helpers/lint-repository.ts";

const TWO = [toScope("packages/a"), toScope("packages/b")];
const FROM_STDIN = ["--files-from", "-"];

/** Names as git prints them with `-z`. */
const zero = (...names: readonly string[]): string => names.map((name) => `${name}\0`).join("");

describe("a list of names", () => {
  test.each([
    ["ended by NUL", "packages/a/x.ts\0packages/b/y\n.ts\0"],
    ["ended by line breaks", "packages/a/x.ts\npackages/b/y.ts\n"],
    ["with CRLF, a byte order mark and no end", "\uFEFFpackages/a/x.ts\r\n\r\npackages/b/y.ts"],
    ["with a name twice, and once by another spelling", "packages/a/x.ts\n./packages/b/../a/x.ts\npackages/b/y.ts\n"],
  ])("%s, from stdin and from a file", async (_, text) => {
    const files = { "packages/a/x.ts": BAD, "packages/a/other.ts": BAD, "packages/b/y.ts": BAD };
    await using repository = await LintRepository.create({ ...files, "packages/b/y\n.ts": BAD, list: text }, TWO);
    const expected = ["packages/a/x.ts eslint(no-debugger)"];
    if (!text.includes("\0")) expected.push("packages/b/y.ts eslint(no-debugger)");
    for (const run of [
      await repository.lint(FROM_STDIN, { input: text }),
      await repository.lint(["--files-from=../list"], { cwd: repository.at("packages") }),
    ]) {
      expect(listFindings(run)).toEqual(expected);
      expect(run.left.map(({ reason }) => reason)).toEqual(text.includes("\0") ? ["unusual"] : []);
    }
  });

  test("/dev/null is an empty list", async () => {
    await using repository = await LintRepository.create({ "packages/a/x.ts": BAD }, TWO);
    expect(await repository.run(["--files-from", "/dev/null"])).toMatchObject({
      exitCode: 0,
      stdout: "0 files checked: no name was given.\n",
    });
  });

  test("from a pipe that a shell made", async () => {
    await using repository = await LintRepository.create({ "packages/a/x.ts": BAD, "packages/b/y.ts": BAD }, TWO);
    const script = 'node .hi/runtime/lint.mjs --json --files-from <(printf "packages/b/y.ts\\n")';
    const { stdout } = await runProcess("bash", ["-c", script], { cwd: repository.root });
    expect(listFindings(JSON.parse(stdout))).toEqual(["packages/b/y.ts eslint(no-debugger)"]);
  });

  test("a list that is not there is a configuration failure, and no run over everything", async () => {
    await using repository = await LintRepository.create({ "packages/a/x.ts": BAD }, TWO);
    for (const list of ["none", "packages", "packages/a/x.ts/none"]) {
      const { status, failures, scopes } = await repository.lint([`--files-from=${list}`]);
      expect([status, failures.map(({ kind, command }) => [kind, command]), scopes]).toEqual([
        "failed",
        [["configuration", [list]]],
        [],
      ]);
    }
  });

  test.each(["", "\n", "\0"])("an empty list (%j) is no run over everything: 0 files checked, 0", async (input) => {
    await using repository = await LintRepository.create({ "packages/a/x.ts": BAD }, TWO);
    const { result, calls } = await repository.record(FROM_STDIN, { input });
    expect([result.status, result.exitCode, result.given, calls]).toEqual(["empty", 0, 0, []]);
    const { stdout } = await repository.run(FROM_STDIN, { input });
    expect(stdout).toBe("0 files checked: no name was given.\n");
  });
});

describe("which names are checked", () => {
  const FILES = {
    "packages/a/x.ts": BAD,
    "packages/a/notes.md": "# x\n",
    "packages/a/out/x.ts": BAD,
    "packages/a/gen/x.ts": BAD,
    "packages/a/wiki/x.ts": BAD,
    "packages/b/y.ts": BAD,
    "wiki/x.ts": BAD,
    "tools/x.ts": BAD,
    "packages/a/vendor/package.json": '{ "name": "vendor" }',
    "packages/a/vendor/x.ts": BAD,
    ".gitignore": "out/\n",
  };
  const SCOPES = [toScope("packages/a", { ignore: ["gen", "gen/**"] }), toScope("packages/b")];

  test("each goes to its owner, once; of the others it is said why not, and nothing is started for them", async () => {
    await using repository = await LintRepository.create(FILES, SCOPES);
    await symlink("../b/y.ts", repository.at("packages/a/link.ts"));
    await symlink("/etc/passwd", repository.at("packages/a/out.ts"));
    const names = [
      "packages/a/x.ts",
      "packages/a/link.ts",
      "packages/a/notes.md",
      "packages/a/out/x.ts",
      "packages/a/gen/x.ts",
      "packages/a/wiki/x.ts",
      "packages/a/vendor/x.ts",
      "packages/a/gone.ts",
      "packages/a/out.ts",
      "wiki/x.ts",
      "tools/x.ts",
      "../x.ts",
      "/etc/passwd",
    ];
    const { result, calls } = await repository.record(FROM_STDIN, { input: zero(...names) });
    expect(calls.map((call) => [call.cwd.slice(repository.root.length + 1), listNamed(call)]).toSorted()).toEqual([
      ["packages/a", ["wiki/x.ts", "x.ts"]],
      ["packages/b", ["y.ts"]],
    ]);
    expect(result.given).toBe(13);
    expect(result.left).toEqual([
      { reason: "gone", count: 1, names: ["packages/a/gone.ts"] },
      { reason: "outside", count: 3, names: ["../x.ts", "/etc/passwd", "packages/a/out.ts"] },
      {
        reason: "unowned",
        count: 4,
        names: ["packages/a/gen/x.ts", "packages/a/vendor/x.ts", "tools/x.ts", "wiki/x.ts"],
      },
      { reason: "ignored", count: 1, names: ["packages/a/out/x.ts"] },
      { reason: "unsupported", count: 1, names: ["packages/a/notes.md"] },
    ]);
    const { stdout } = await repository.run(FROM_STDIN, { input: zero(...names) });
    expect(stdout.split("\n").at(-2)).toBe(
      "3 errors. 3 files checked in 2 scopes: packages/a/gone.ts is gone; 3 names are outside the repository; " +
        "4 names are in no scope, or left out of it; packages/a/out/x.ts is ignored by git or the linter; " +
        "packages/a/notes.md is nothing that the tools read."
    );
  });

  // A commit of only ignored, excluded or other files must pass, and must not be silent (biomejs/biome#5064: e21,
  // eslint/eslint#17436: e24, kubb-labs/kubb#3462: e25).
  test.each([
    ["excluded", ["packages/a/gen/x.ts", "wiki/x.ts"]],
    ["ignored", ["packages/a/out/x.ts"]],
    ["of another kind", ["packages/a/notes.md"]],
    ["deleted", ["packages/a/deleted.ts", "packages/b/deleted.ts"]],
  ])("only %s: no tool is started, 0 files checked, 0", async (_, names) => {
    await using repository = await LintRepository.create(FILES, SCOPES);
    const { result, calls } = await repository.record(FROM_STDIN, { input: zero(...names) });
    expect([result.status, result.exitCode, calls]).toEqual(["empty", 0, []]);
    expect((await repository.run(FROM_STDIN, { input: zero(...names) })).stdout).toMatch(/^0 files checked: .+\n$/);
  });

  test("a name of another scope than the one asked for, and a scope that is none", async () => {
    await using repository = await LintRepository.create(FILES, SCOPES);
    const result = await repository.lint(["--scope=packages/b", ...FROM_STDIN], {
      input: "packages/a/x.ts\npackages/b/y.ts\n",
    });
    expect(listFindings(result)).toEqual(["packages/b/y.ts eslint(no-debugger)"]);
    expect(result.left).toEqual([{ reason: "not-asked", count: 1, names: ["packages/a/x.ts"] }]);
    const none = await repository.lint(["--scope=packages/c"]);
    expect(none.failures).toMatchObject([
      { kind: "configuration", output: '"packages/c" is no selected scope; selected: packages/a, packages/b' },
    ]);
    expect((await repository.lint(["--scope=./packages/b/"])).scopes.map((scope) => scope.path)).toEqual([
      "packages/b",
    ]);
  });

  test("paths on the command line are files and folders, from the working directory", async () => {
    await using repository = await LintRepository.create({ ...FILES, "packages/a/src/deep/z.ts": BAD }, SCOPES);
    const at = (cwd: string, ...paths: string[]) => repository.lint(paths, { cwd: repository.at(cwd) });
    expect(listFindings(await at("packages/a", "src", "x.ts"))).toHaveLength(2);
    expect(listFindings(await at("packages/a/src", "deep"))).toEqual(["packages/a/src/deep/z.ts eslint(no-debugger)"]);
    expect(listFindings(await at("packages", "."))).toHaveLength(4);
    expect((await at(".", "wiki")).left).toEqual([{ reason: "unowned", count: 1, names: ["wiki"] }]);
    expect((await at(".", "packages/a/out")).status).toBe("empty");
    // A list may name what is gone; what a person typed must be there.
    for (const name of ["packages/a/none.ts", "/etc"]) {
      expect((await at(".", name)).failures).toMatchObject([{ kind: "configuration", command: [name] }]);
    }
  });
});

describe("what makes it all of a scope", () => {
  const CLOSURE = {
    "packages/a/lint.json": '{ "extends": ["../../configs/base.json"], "jsPlugins": [] }',
    "configs/base.json": '{ "extends": ["./deeper.json"], "rules": { "no-debugger": "error" } }',
    "configs/deeper.json": '{ "rules": { "no-var": "error" } }',
    "packages/a/x.ts": BAD,
    "packages/b/y.ts": BAD,
  };

  test.each([
    ["its configuration", "packages/a/lint.json", ["packages/a"]],
    ["what that extends", "configs/base.json", ["packages/a"]],
    ["what that in turn extends", "configs/deeper.json", ["packages/a"]],
    ["its manifest", "packages/a/package.json", ["packages/a"]],
    ["the root's manifest", "package.json", ["packages/a", "packages/b"]],
    ["the lockfile", "package-lock.json", ["packages/a", "packages/b"]],
    ["a lockfile that is gone", "pnpm-lock.yaml", ["packages/a", "packages/b"]],
    ["its TypeScript configuration", "packages/b/tsconfig.build.json", ["packages/b"]],
    ["the TypeScript configuration above", "tsconfig.base.json", ["packages/a", "packages/b"]],
    ["the selection", ".hi/lint/selection.json", ["packages/a", "packages/b"]],
    ["another scope's manifest", "packages/b/package.json", ["packages/b"]],
  ])("%s", async (_, name, scopes) => {
    await using repository = await LintRepository.create({ ...CLOSURE, "package.json": "{}\n" }, TWO);
    const result = await repository.lint(FROM_STDIN, { input: zero(name) });
    expect(result.scopes.map(({ path, whole, because }) => [path, whole, because])).toEqual(
      scopes.map((scope) => [scope, true, name])
    );
    expect(result.findings.map(({ scope }) => scope)).toEqual(scopes);
    expect(result.left).toEqual([]);
    const { stdout } = await repository.run(FROM_STDIN, { input: zero(name) });
    expect(stdout).toContain(`${scopes[0]} (lint): all of it, since ${name} is among the names`);
  });

  test("a module of the repository that a configuration imports, by path and as a workspace's package", async () => {
    const config = [
      'import rules from "../../configs/rules.ts";',
      'import preset from "@acme/preset";',
      "export default { ...preset, rules };",
      "",
    ].join("\n");
    await using repository = await LintRepository.create(
      {
        "packages/a/oxlint.config.mts": config,
        "configs/rules.ts": 'export default { "no-debugger": "error" } as const;\n',
        "packages/preset/package.json": '{ "name": "@acme/preset", "type": "module", "exports": "./src/index.js" }',
        "packages/preset/src/index.js": "export default {};\n",
        "packages/a/x.ts": BAD,
        "packages/b/y.ts": BAD,
      },
      [toScope("packages/a", { config: "packages/a/oxlint.config.mts" }), toScope("packages/b")]
    );
    await mkdir(repository.at("node_modules/@acme"));
    await symlink("../../packages/preset", repository.at("node_modules/@acme/preset"));
    for (const name of ["configs/rules.ts", "packages/preset/src/index.js", "packages/preset/src/gone.js"]) {
      const result = await repository.lint(FROM_STDIN, { input: zero(name) });
      expect(result.scopes.map(({ path, because }) => [path, because])).toEqual([["packages/a", name]]);
      expect(listFindings(result)).toEqual(["packages/a/x.ts eslint(no-debugger)"]);
    }
    expect((await repository.lint(FROM_STDIN, { input: zero("packages/b/y.ts") })).scopes).toMatchObject([
      { path: "packages/b", whole: false },
    ]);
  });

  // Beside it the files became the scope's, and nothing else that was named says so.
  test("a manifest below it that went; one that is there may have come, where nothing says that it was there before", async () => {
    const name = "packages/a/vendor/package.json";
    await using repository = await LintRepository.create({ ...CLOSURE, "packages/a/vendor/x.ts": BAD }, TWO);
    const went = await repository.lint(FROM_STDIN, { input: zero(name) });
    expect(went.scopes.map(({ path, because }) => [path, because])).toEqual([["packages/a", name]]);
    expect(listFindings(went)).toEqual([
      "packages/a/vendor/x.ts eslint(no-debugger)",
      "packages/a/x.ts eslint(no-debugger)",
    ]);
    await repository.write(name, '{ "name": "vendor" }');
    const came = await repository.lint(FROM_STDIN, { input: zero(name) });
    expect(came.scopes.map(({ path, because }) => [path, because])).toEqual([["packages/a", name]]);
    expect(listFindings(came)).toEqual(["packages/a/x.ts eslint(no-debugger)"]);
  });

  test("both ends of a rename count: the new one is checked by its owner, the old one asks again where it was a policy", async () => {
    await using repository = await LintRepository.create(CLOSURE, TWO);
    await rm(repository.at("configs/deeper.json"));
    await repository.write("configs/renamed.json", "{}");
    const moved = await repository.lint(FROM_STDIN, { input: zero("configs/deeper.json", "configs/renamed.json") });
    expect(moved.scopes.map(({ path, because }) => [path, because])).toEqual([["packages/a", "configs/deeper.json"]]);
    expect(moved.failures.map(({ kind }) => kind)).toEqual(["configuration"]);
    await repository.write("configs/deeper.json", "{}");
    await rm(repository.at("packages/a/x.ts"));
    await repository.write("packages/b/x.ts", BAD);
    const { result, calls } = await repository.record(FROM_STDIN, {
      input: zero("packages/a/x.ts", "packages/b/x.ts"),
    });
    expect(calls.map(listNamed)).toEqual([["x.ts"]]);
    expect(listFindings(result)).toEqual(["packages/b/x.ts eslint(no-debugger)"]);
    expect(result.left).toEqual([{ reason: "gone", count: 1, names: ["packages/a/x.ts"] }]);
  });
});

describe("names that shells and globs take for something else", () => {
  const NAMES = [
    "[id].ts",
    "-rf.ts",
    "--fix.ts",
    "a b.ts",
    "$(x).ts",
    "é🎈.ts",
    "'q'.ts",
    "{a,b}.ts",
    "*.ts",
    "#.ts",
    "!x.ts",
  ];

  test("are files like any other, listed or found", async () => {
    await using repository = await LintRepository.create(Object.fromEntries(NAMES.map((name) => [`src/${name}`, BAD])));
    const expected = NAMES.map((name) => `src/${name} eslint(no-debugger)`).toSorted();
    expect(listFindings(await repository.lint()).toSorted()).toEqual(expected);
    const input = zero(...NAMES.map((name) => `src/${name}`));
    expect(listFindings(await repository.lint(FROM_STDIN, { input })).toSorted()).toEqual(expected);
    await rm(repository.at("src/[id].ts"));
    await repository.write("src/i.ts", BAD);
    expect((await repository.lint(FROM_STDIN, { input: zero("src/[id].ts") })).left).toEqual([
      { reason: "gone", count: 1, names: ["src/[id].ts"] },
    ]);
  });

  test("a name that no tool can be told is said, in a walk too", async () => {
    await using repository = await LintRepository.create({ "a\\b.ts": BAD, "ok.ts": GOOD });
    const { status, notes } = await repository.lint();
    expect([status, notes]).toEqual([
      "clean",
      ["a\\b.ts: not checked, its name or its permissions keep it out of reach"],
    ]);
    expect((await repository.run([])).stdout).toContain("note: a\\b.ts: not checked");
  });
});
