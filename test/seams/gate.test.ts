import { readFile, rm } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { linkTools } from "../helpers/generated.ts";
import { git, runProcess } from "../helpers/hi.ts";
import { plant } from "../helpers/live-tree.ts";
import type { Files, Project } from "./reports.fixture.ts";
import { commitAll, OFF, PLAIN, succeed, toDocument, update, withFolder, withProject } from "./reports.fixture.ts";

const IGNORE = { ".gitignore": "node_modules\n" };
const GATE = ["--commit-gate", "lefthook", "--providers", "claude", "--scopes", "."];
const BAD = "export const two = 2;\ndebugger;\n";
const GOOD = "export const two = 2;\n";
const FILE_PROTOCOL = ["-c", "protocol.file.allow=always"];

/** Sets the gate up in a work tree, as a person would: init, an install, lefthook's own. */
async function setUp(project: Project, cwd = project.root, flags: readonly string[] = []): Promise<void> {
  await succeed(project, ["init", "--yes", ...GATE, ...OFF, ...flags], { cwd });
  await linkTools(cwd, ["oxlint", "oxfmt", "ultracite", "lefthook"]);
  const installed = await runProcess("lefthook", ["install"], { cwd });
  expect(installed.exitCode, installed.stdout + installed.stderr).toBe(0);
  await runProcess("oxfmt", ["-c", "oxfmt.config.ts", "package.json"], { cwd });
}

/** Commits what is staged; what was said, both streams. */
async function commit(cwd: string): Promise<readonly [code: number | null, said: string]> {
  const ended = await runProcess("git", ["commit", "--message=next"], { cwd });
  return [ended.exitCode, ended.stdout + ended.stderr];
}

async function stage(cwd: string, files: Files): Promise<void> {
  await plant(cwd, files);
  await git(cwd, "add", "--", ...Object.keys(files));
}

async function addSubmodule(directory: string): Promise<string> {
  await git(directory, "init", "--quiet", "--initial-branch=trunk", "outer");
  await git(path.join(directory, "outer"), ...FILE_PROTOCOL, "submodule", "--quiet", "add", "../shop", "lib");
  return path.join(directory, "outer/lib");
}

/** Layouts of git, and how to come to a work tree of one. */
const LAYOUTS: Readonly<Record<string, (project: Project) => Promise<string>>> = {
  "a repository without commits": async ({ directory }) => {
    const fresh = path.join(directory, "fresh");
    await git(directory, "init", "--quiet", "--initial-branch=trunk", "fresh");
    await plant(fresh, { ...PLAIN, ...IGNORE });
    return fresh;
  },
  "a linked worktree": async ({ root, directory }) => {
    await git(root, "worktree", "add", "--quiet", "../tree", "-b", "side");
    return path.join(directory, "tree");
  },
  "a submodule": ({ directory }) => addSubmodule(directory),
  "a worktree of a submodule": async ({ directory }) => {
    await git(await addSubmodule(directory), "worktree", "add", "--quiet", "../../tree", "-b", "side");
    return path.join(directory, "tree");
  },
};

describe("a commit, through the gate", () => {
  test.each(Object.entries(LAYOUTS))("%s: stopped by a finding, and then let through", (_, make) =>
    withProject(IGNORE, async (project) => {
      const tree = await make(project);
      await setUp(project, tree);
      await git(tree, "add", "--all");
      await stage(tree, { "src/b.ts": BAD });
      expect(await commit(tree)).toEqual([1, expect.stringContaining("no-debugger")]);
      await stage(tree, { "src/b.ts": GOOD });
      expect(await commit(tree)).toEqual([0, expect.any(String)]);
      expect(await git(tree, "status", "--porcelain")).toBe("");
    })
  );

  test("of a part of a file: what is staged counts, and what is not comes back as it was", () =>
    withProject(IGNORE, async (project) => {
      await setUp(project);
      await commitAllUnchecked(project.root);
      const file = path.join(project.root, "src/b.ts");
      await stage(project.root, { "src/b.ts": BAD });
      await plant(project.root, { "src/b.ts": GOOD, "src/c.ts": "debugger\n" });
      expect(await commit(project.root)).toEqual([1, expect.stringContaining("no-debugger")]);
      expect(await readFile(file, "utf8")).toBe(GOOD);
      await stage(project.root, { "src/b.ts": GOOD });
      await plant(project.root, { "src/b.ts": BAD });
      expect(await commit(project.root)).toEqual([0, expect.any(String)]);
      expect(await readFile(file, "utf8")).toBe(BAD);
      expect(await git(project.root, "show", "HEAD:src/b.ts")).toBe(GOOD);
      expect(await git(project.root, "status", "--porcelain")).toBe(" M src/b.ts\n?? src/c.ts\n");
    }));

  test("is checked and never changed: neither the format nor what a fix would mend, in the file or in the index", () =>
    withProject(IGNORE, async (project) => {
      await setUp(project);
      await commitAllUnchecked(project.root);
      const texts = { "src/b.ts": "export const two  = 2\n", "src/c.ts": "var three = 3;\nexport { three };\n" };
      for (const [name, text] of Object.entries(texts)) {
        await stage(project.root, { [name]: text });
        const staged = await git(project.root, "ls-files", "--stage");
        expect(await commit(project.root)).toEqual([1, expect.stringContaining(path.basename(name))]);
        expect(await readFile(path.join(project.root, name), "utf8")).toBe(text);
        expect(await git(project.root, "ls-files", "--stage")).toBe(staged);
        await git(project.root, "rm", "--quiet", "--force", name);
      }
    }));
});

async function commitAllUnchecked(root: string): Promise<void> {
  await git(root, "add", "--all");
  await git(root, "commit", "--quiet", "--no-verify", "--message=set up");
}

/** Configurations of the project's: where, and what stands there. */
const CONFIGS: readonly (readonly [string, string])[] = [
  [
    ".config/lefthook.toml",
    '# team\n\n[pre-commit]\nparallel = true # fast\n\n[pre-commit.commands.theirs]\nrun = "echo THEIRS"\n',
  ],
  [".lefthook.json", '{\n\t"pre-commit": { "jobs": [{ "name": "theirs", "run": "echo THEIRS" }] }\n}'],
  [
    "lefthook.yml",
    "# team\r\npre-push: &all\r\n  commands: { theirs: { run: echo THEIRS } } # one\r\npre-commit: *all\r\n",
  ],
];

describe("a configuration of the project's", () => {
  test.each(CONFIGS)(
    "%s: extended where it is, run with theirs, in step, and nothing of theirs goes when the gate does",
    (file, text) =>
      withProject(
        { ...IGNORE, [file]: text, "lefthook-local.yml": "output: [success, failure]\n" },
        async (project) => {
          await setUp(project);
          expect((await succeed(project, ["check"])).stdout).not.toContain("not installed");
          const settled = await project.read(file);
          await update(project);
          expect(await project.read(file)).toBe(settled);
          await commitAllUnchecked(project.root);
          await stage(project.root, { "src/b.ts": BAD });
          const run = await runProcess("lefthook", ["run", "pre-commit"], { cwd: project.root });
          expect(run.stdout + run.stderr).toContain("no-debugger");
          expect((await commit(project.root))[0]).toBe(1);
          const ran = await runProcess("lefthook", ["dump", "--format", "json"], { cwd: project.root });
          expect(JSON.stringify(JSON.parse(ran.stdout)["pre-commit"])).toMatch(/THEIRS.*hi-lint|hi-lint.*THEIRS/);
          await succeed(project, ["init", "--yes", "--commit-gate", "disabled", ...OFF]);
          expect(toBare(await project.read(file))).toBe(toBare(text));
          expect(await git(project.root, "status", "--porcelain", "lefthook-local.yml", "lefthook.yml")).toMatch(
            /^(?: M lefthook\.yml\n)?$/
          );
          await expect(project.read(".hi/lefthook.yml")).rejects.toThrow("ENOENT");
        }
      )
  );

  /** An emptied list may stay, and so may the blank line and the comma that came with it. */
  const toBare = (text: string): string =>
    text.replaceAll(/"?extends"?\s*[:=]\s*\[\s*\]/g, "").replaceAll(/[\s,]/g, "");

  // lefthook says nothing of an extended file that is gone, so the gate would be open in silence.
  test("the gate's own file deleted: kept so, and said by every run until it is settled", () =>
    withProject({ "lefthook.yml": "output: [summary]\n" }, async (project) => {
      await succeed(project, ["init", "--yes", ...GATE, ...OFF]);
      await rm(path.join(project.root, ".hi/lefthook.yml"));
      expect((await update(project)).stdout).toContain(".hi/lefthook.yml");
      const checked = await project.hi(["check", "--json"]);
      expect([checked.exitCode, toDocument(checked).findings]).toEqual([
        1,
        expect.arrayContaining([
          expect.objectContaining({
            code: "needed-and-missing",
            path: ".hi/lefthook.yml",
            args: { by: ["lefthook.yml"] },
          }),
        ]),
      ]);
      await succeed(project, ["restore", ".hi/lefthook.yml", "--yes", ...OFF]);
      expect((await project.hi(["check"])).exitCode).toBe(0);
    }));

  test.each(["extends: ~", "extends:", "extends: # none"])("`%s` is no list for lefthook, so ours is put in", (text) =>
    withProject({ "lefthook.yml": `${text}\noutput: [summary]\n` }, async (project) => {
      await succeed(project, ["init", "--yes", ...GATE, ...OFF]);
      const dumped = await runProcess("lefthook", ["dump", "--format", "json"], { cwd: project.root });
      expect(JSON.parse(dumped.stdout)).toMatchObject({
        extends: [".hi/lefthook.yml"],
        output: ["summary"],
        "pre-commit": { commands: { "hi-lint": {} } },
      });
      expect((await project.hi(["check"])).exitCode).toBe(0);
    })
  );

  // A copy of the list in its place would no longer follow what the project changes there.
  test.each(["x-files: &files [more.yml]\nextends: *files\n", "x-base: &base\n  extends: [more.yml]\n<<: *base\n"])(
    "a list that comes by an alias is kept, with the lines to add: %j",
    (text) =>
      withProject({ "lefthook.yml": text }, async (project) => {
        const { plan } = toDocument(await succeed(project, ["init", "--yes", "--json", ...GATE, ...OFF]));
        expect(plan?.entries.find(({ path: name }) => name === "lefthook.yml")).toMatchObject({
          action: "conflict",
          manual: ["extends:", "  - .hi/lefthook.yml"],
        });
        expect(await project.read("lefthook.yml")).toBe(text);
      })
  );

  test("one that lefthook itself cannot read is kept, ours shown beside it, and the rest is published", () =>
    withProject({ "lefthook.yml": "extends: more.yml # one text\n" }, async (project) => {
      const { plan, published } = toDocument(await succeed(project, ["init", "--yes", "--json", ...GATE, ...OFF]));
      const entry = plan?.entries.find(({ path: name }) => name === "lefthook.yml");
      expect(entry).toMatchObject({ action: "conflict", reason: { code: "project-value" } });
      expect(entry?.keys).toMatchObject([{ pointer: "/extends/-", value: ".hi/lefthook.yml", theirs: "more.yml" }]);
      expect(published?.written).toContain(".hi/lefthook.yml");
      expect(await project.read("lefthook.yml")).toBe("extends: more.yml # one text\n");
    }));
});

describe("hooks of another manager", () => {
  const OTHERS: readonly (readonly [string, Files, string])[] = [
    ["husky", { ".husky/pre-commit": "npx lint-staged\n" }, "husky manages git hooks here (.husky)"],
    [
      "simple-git-hooks",
      { "package.json": '{ "name": "shop", "type": "module", "simple-git-hooks": { "pre-commit": "npm test" } }\n' },
      'simple-git-hooks manages git hooks here ("simple-git-hooks" in package.json)',
    ],
    [
      "pre-commit",
      { ".pre-commit-config.yaml": "repos: []\n" },
      "pre-commit manages git hooks here (.pre-commit-config.yaml): with lefthook as the commit gate, only one",
    ],
  ];

  test.each(OTHERS)("%s: said, and left as it is, with our gate and without", (name, files, said) =>
    withProject(files, async (project) => {
      const hooks = await git(project.root, "config", "--list", "--local");
      expect((await succeed(project, ["init", "--yes", ...GATE, ...OFF])).stdout).toContain(said);
      for (const [file, text] of Object.entries(files).filter(([one]) => one !== "package.json")) {
        expect(await project.read(file)).toBe(text);
      }
      expect(await project.read("package.json")).toContain(
        name === "simple-git-hooks" ? '"simple-git-hooks": { "pre-commit": "npm test" }' : '"shop"'
      );
      expect(await git(project.root, "config", "--list", "--local")).toBe(hooks);
      const { evidence } = toDocument(
        await succeed(project, ["init", "--yes", "--json", "--commit-gate", "disabled", ...OFF])
      );
      expect(evidence).toContainEqual(expect.objectContaining({ about: "hook manager", value: name }));
      await expect(project.read("lefthook.yml")).rejects.toThrow("ENOENT");
    })
  );

  test("a core.hooksPath: said, nothing is written there, and git's configuration stays", () =>
    withProject({ "hooks/pre-commit": "#!/bin/sh\n" }, async (project) => {
      await git(project.root, "config", "core.hooksPath", "hooks");
      const before = await git(project.root, "config", "--list", "--local");
      expect((await succeed(project, ["init", "--yes", ...GATE, ...OFF])).stdout).toContain("core.hooksPath is hooks");
      expect(await git(project.root, "status", "--porcelain", "hooks")).toBe("");
      expect(await git(project.root, "config", "--list", "--local")).toBe(before);
    }));
});

test("without the gate nothing of one is written, asked for or said", () =>
  withFolder(async (project) => {
    await git(project.root, "init", "--quiet");
    await plant(project.root, PLAIN);
    const ended = await succeed(project, ["init", "--yes", "--providers", "claude", ...OFF]);
    expect(JSON.parse(await project.read(".hi/settings.json"))).toMatchObject({ commitGate: "disabled" });
    expect(ended.stdout).not.toContain("lefthook");
    expect(await project.read("package.json")).not.toContain("lefthook");
    await commitAll(project.root);
    await rm(path.join(project.root, ".git/hooks"), { recursive: true, force: true });
    expect((await project.hi(["check"])).stdout).not.toContain("lefthook");
  }));
