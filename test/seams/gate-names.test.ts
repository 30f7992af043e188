import { rm } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { runProcess } from "../helpers/hi.ts";
import type { Files, Project } from "./reports.fixture.ts";
import { OFF, succeed, toDocument, update, withProject } from "./reports.fixture.ts";

const INIT = ["init", "--yes", "--commit-gate", "lefthook", "--providers", "claude", "--scopes", ".", ...OFF];
const THEIRS = "pre-commit:\n  commands:\n    hi-lint:\n      run: echo THEIRS; exit 1\n";
const STAGED = /lint\.mjs --staged$/;

interface Hook {
  readonly commands?: Readonly<Record<string, { readonly run?: string; readonly skip?: unknown }>>;
  readonly jobs?: readonly unknown[];
}

/** The pre-commit hook that the real lefthook puts together. */
async function readHook({ root }: Project): Promise<Hook> {
  const dumped = await runProcess("lefthook", ["dump", "--format", "json"], { cwd: root });
  expect(dumped.exitCode, dumped.stdout + dumped.stderr).toBe(0);
  return (JSON.parse(dumped.stdout) as { "pre-commit"?: Hook })["pre-commit"] ?? {};
}

// lefthook merges commands of one name field by field, and what an extended file says wins over who extends it.
describe("a command of the project's with the name of one of the gate's", () => {
  /** The files of the project, and which of them the finding names. */
  const SHAPES: readonly (readonly [string, Files, string])[] = [
    ["YAML", { "lefthook.yml": THEIRS }, "lefthook.yml"],
    [
      "YAML, by an alias",
      { "lefthook.yml": `pre-push: &all\n  commands: { hi-lint: { run: echo THEIRS } }\npre-commit: *all\n` },
      "lefthook.yml",
    ],
    ["JSON", { ".lefthook.json": '{"pre-commit":{"commands":{"hi-lint":{"run":"echo THEIRS"}}}}' }, ".lefthook.json"],
    [
      "TOML",
      { ".config/lefthook.toml": '[pre-commit.commands.hi-lint]\nrun = "echo THEIRS"\n' },
      ".config/lefthook.toml",
    ],
    [
      "a job in a group",
      { "lefthook.yml": "pre-commit:\n  jobs:\n    - group:\n        jobs: [{ name: hi-lint, run: echo THEIRS }]\n" },
      "lefthook.yml",
    ],
    [
      "an extended file of an extended file",
      {
        "lefthook.yml": "extends: [./sub/a.yml]\n",
        "sub/a.yml": "extends: [sub/b.toml]\n",
        "sub/b.toml": '[pre-commit.commands.hi-lint]\nrun = "echo THEIRS"\n',
      },
      "sub/b.toml",
    ],
    [
      "a file that a glob extends",
      { "lefthook.yml": "extends: ['hooks/**/*.yml']\n", "hooks/one/gate.yml": THEIRS },
      "hooks/one/gate.yml",
    ],
  ];

  test.each(SHAPES)("%s: stays, is run beside ours, which takes a free name, and is said", (_, files, file) =>
    withProject(files, async (project) => {
      const before = await readHook(project);
      const { findings } = toDocument(await succeed(project, [...INIT, "--json"]));
      const renamed = { code: "gate-renamed", path: file, args: { name: "hi-lint", instead: "hi-lint-2" } };
      expect(findings).toContainEqual(expect.objectContaining(renamed));
      const after = await readHook(project);
      expect(after).toMatchObject({ ...before, commands: { "hi-lint-2": { run: expect.stringMatching(STAGED) } } });
      expect(Object.keys(after.commands ?? {}).toSorted()).toEqual(
        [...new Set([...Object.keys(before.commands ?? {}), "hi-format", "hi-lint-2"])].toSorted()
      );
      const ours = await project.read(".hi/lefthook.yml");
      await update(project);
      expect(await project.read(".hi/lefthook.yml")).toBe(ours);
      expect((await project.hi(["check"])).exitCode).toBe(0);
    })
  );

  test("that runs nothing adds to ours, as lefthook has it, and takes no name", () =>
    withProject({ "lefthook.yml": "pre-commit: { commands: { hi-lint: { skip: merge } } }\n" }, async (project) => {
      const ended = await succeed(project, INIT);
      expect(ended.stdout).not.toContain("hi-lint-2");
      expect((await readHook(project)).commands?.["hi-lint"]).toEqual({
        run: expect.stringMatching(STAGED),
        skip: "merge",
      });
    }));

  test("both names and the next one taken; given back, the usual ones return", () =>
    withProject(
      {
        "lefthook.yml":
          "pre-commit: { commands: { hi-lint: { run: a }, hi-lint-2: { run: b }, hi-format: { run: c } } }\n",
      },
      async (project) => {
        await succeed(project, INIT);
        expect(Object.keys((await readHook(project)).commands ?? {}).toSorted()).toEqual([
          "hi-format",
          "hi-format-2",
          "hi-lint",
          "hi-lint-2",
          "hi-lint-3",
        ]);
        await project.write("lefthook.yml", "extends:\n  - .hi/lefthook.yml\n");
        expect((await project.hi(["check"])).exitCode).toBe(1);
        await update(project);
        expect(Object.keys((await readHook(project)).commands ?? {}).toSorted()).toEqual(["hi-format", "hi-lint"]);
      }
    ));

  test("of a person's own file: it wins there, by lefthook's rule, and each run says so", () =>
    withProject({ ".config/lefthook-local.yml": "extends: [mine.yml]\n", "mine.yml": THEIRS }, async (project) => {
      await succeed(project, INIT);
      expect((await readHook(project)).commands?.["hi-lint"]?.run).toBe("echo THEIRS; exit 1");
      const ended = await project.hi(["check", "--json"]);
      const replaced = { code: "gate-replaced", severity: "warning", path: "mine.yml", args: { name: "hi-lint" } };
      expect([ended.exitCode, toDocument(ended).findings]).toEqual([0, expect.arrayContaining([replaced])]);
      const doctor = await project.hi(["doctor"]);
      expect(doctor.stdout).toContain("mine.yml");
      await rm(path.join(project.root, ".config/lefthook-local.yml"));
      expect((await project.hi(["check"])).stdout).not.toContain("mine.yml");
    }));
});
