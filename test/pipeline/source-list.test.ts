import { mkdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { createSourceList } from "../../src/adapters/source-list.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { Refusal } from "../../src/domain/refusal.ts";
import { git, withTemporaryDirectory } from "../helpers/hi.ts";

const sources = createSourceList();
const ENV = { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_CONFIG_GLOBAL: "/dev/null" };

async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
}

async function commitAll(root: string): Promise<void> {
  await git(root, "add", "--all");
  await git(root, "commit", "--quiet", "--message=all");
}

async function makeRepository(root: string, files: Readonly<Record<string, string>>): Promise<AbsolutePath> {
  await mkdir(root, { recursive: true });
  await git(root, "init", "--quiet", "--initial-branch=trunk");
  await write(root, files);
  return root as AbsolutePath;
}

const list = (root: string, env: Readonly<Record<string, string | undefined>> = ENV) =>
  sources.list(root as AbsolutePath, env);

describe("what the preview needs", () => {
  test("sources, manifests, lockfiles and configuration; not what chooses a registry or runs in an install", () =>
    withTemporaryDirectory(async (directory) => {
      const wanted = [
        ".editorconfig",
        ".gitignore",
        ".oxlintrc.json",
        "app.vue",
        "bun.lock",
        "bun.lockb",
        "jsconfig.json",
        "npm-shrinkwrap.json",
        "oxfmt.config.ts",
        "oxlint.config.ts",
        "package-lock.json",
        "package.json",
        "packages/a/package.json",
        "packages/a/src/x.mts",
        "page.astro",
        "part.svelte",
        "patches/a@1.patch",
        "pnpm-lock.yaml",
        "pnpm-workspace.yaml",
        "src/a.ts",
        "src/b.cjs",
        "src/c.tsx",
        "tsconfig.base.json",
        "yarn.lock",
      ];
      const left = [
        ".npmrc",
        ".yarnrc",
        ".yarnrc.yml",
        ".pnpmfile.cjs",
        "bunfig.toml",
        "packages/a/.npmrc",
        "logo.png",
        "README.md",
        "data.csv",
        "notes.patch",
      ];
      const files = Object.fromEntries([...wanted, ...left].map((name) => [name, name.endsWith(".json") ? "{}" : ""]));
      const root = await makeRepository(path.join(directory, "r"), files);
      expect(await list(root)).toEqual(wanted.toSorted());
      await commitAll(root);
      expect(await list(root)).toEqual(wanted.toSorted());
    }));

  test("ignored files stay out, except configuration that another one extends", () =>
    withTemporaryDirectory(async (directory) => {
      const root = await makeRepository(path.join(directory, "r"), {
        ".gitignore": "dist\n.nuxt\n",
        "dist/out.js": "",
        ".nuxt/tsconfig.json": `{ "extends": "../lint/base" /* no suffix */ }`,
        ".nuxt/other.json": "{}",
        "lint/base.json": `{ "extends": ["./loop.json", "some-package", "../../escape.json"], }`,
        "lint/loop.json": `{ "extends": "./base.json" }`,
        "tsconfig.json": `{ "extends": "./.nuxt/tsconfig.json", "references": [{ "path": "./packages/a" }] }`,
        "packages/a/tsconfig.json": `{ "extends": "../../.npmrc" }`,
        ".npmrc": "registry=https://example.invalid",
      });
      expect(await list(root)).toEqual([
        ".gitignore",
        ".nuxt/tsconfig.json",
        "lint/base.json",
        "lint/loop.json",
        "packages/a/tsconfig.json",
        "tsconfig.json",
      ]);
    }));

  test("a tarball that a manifest depends on by file:", () =>
    withTemporaryDirectory(async (directory) => {
      const root = await makeRepository(path.join(directory, "r"), {
        "package.json": `{ "dependencies": { "a": "file:./vendor/a-1.0.0.tgz", "b": "file:../b.tgz" } }`,
        "vendor/a-1.0.0.tgz": "",
        "vendor/other.tgz": "",
      });
      expect(await list(root)).toEqual(["package.json", "vendor/a-1.0.0.tgz"]);
    }));

  test("links are listed whatever their name, a linked .npmrc never", () =>
    withTemporaryDirectory(async (directory) => {
      const root = await makeRepository(path.join(directory, "r"), { "src/a.ts": "" });
      await symlink("src", path.join(root, "alias"));
      await symlink("/", path.join(root, "away"));
      await symlink("src/a.ts", path.join(root, ".npmrc"));
      expect(await list(root)).toEqual(["alias", "away", "src/a.ts"]);
      await commitAll(root);
      expect(await list(root)).toEqual(["alias", "away", "src/a.ts"]);
    }));

  test("names that are no path of ours are listed as not previewed", () =>
    withTemporaryDirectory(async (directory) => {
      const root = await makeRepository(path.join(directory, "r"), {
        "ok.ts": "",
        "back\\slash.ts": "",
        "line\nbreak.ts": "",
      });
      await writeFile(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from(".ts")]), "");
      await writeFile(path.join(root, "caf\u00E9.ts"), "");
      const expected = { paths: ["caf\u00E9.ts", "ok.ts"], names: ["back\\slash.ts", "caf\\xe9.ts", "line\nbreak.ts"] };
      for (const stage of ["untracked", "tracked", "no git"]) {
        if (stage === "tracked") await commitAll(root);
        if (stage === "no git") await rm(path.join(root, ".git"), { recursive: true });
        const survey = await sources.survey(root, ENV);
        expect(survey.paths, stage).toEqual(expected.paths);
        expect(survey.notPreviewed.map((skipped) => skipped.path).toSorted(), stage).toEqual(expected.names);
      }
    }));

  // oxc-project/oxc#13315: files under .git were linted.
  test("without git everything but node_modules and .git, unreadable or linked folders not entered", () =>
    withTemporaryDirectory(async (directory) => {
      await write(directory, {
        "r/a.ts": "",
        "r/node_modules/x/y.ts": "",
        "r/p/node_modules/z.ts": "",
        "r/p/b.js": "",
        "o/c.ts": "",
      });
      await symlink("../o", path.join(directory, "r/out"));
      expect(await list(path.join(directory, "r"))).toEqual(["a.ts", "out", "p/b.js"]);
    }));
});

describe("git layouts", () => {
  test("no commits yet", () =>
    withTemporaryDirectory(async (directory) => {
      expect(await list(await makeRepository(directory, { "a.ts": "" }))).toEqual(["a.ts"]);
    }));

  // toplenboren/simple-git-hooks#148, evilmartians/lefthook#962: .git is a file in a linked worktree.
  test("a linked worktree, also of a bare repository, lists as the main checkout does", () =>
    withTemporaryDirectory(async (directory) => {
      const main = await makeRepository(path.join(directory, "main"), { "a.ts": "", "b/c.ts": "" });
      await commitAll(main);
      await git(main, "worktree", "add", "--quiet", "../linked");
      await git(directory, "clone", "--quiet", "--bare", "main", "bare.git");
      await git(path.join(directory, "bare.git"), "worktree", "add", "--quiet", "../of-bare");
      for (const name of ["main", "linked", "of-bare"]) {
        expect(await list(path.join(directory, name)), name).toEqual(["a.ts", "b/c.ts"]);
      }
    }));

  // lint-staged/lint-staged#1348: a submodule shows up as a folder among the files.
  // copier-org/copier#1805: an update fails inside a submodule.
  test("a submodule is skipped as a folder of its parent, and is a root of its own", () =>
    withTemporaryDirectory(async (directory) => {
      const inner = await makeRepository(path.join(directory, "inner"), { "in.ts": "" });
      await commitAll(inner);
      const outer = await makeRepository(path.join(directory, "outer"), { "out.ts": "" });
      await git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../inner", "lib");
      await git(outer, "config", "submodule.recurse", "true");
      await commitAll(outer);
      expect(await list(outer)).toEqual(["out.ts"]);
      expect(await list(path.join(outer, "lib"))).toEqual(["in.ts"]);
    }));

  // ConductionNL/openregister#2532: a worktree inherited core.worktree and git spoke for another folder.
  test("git that answers for another work tree stops the run", () =>
    withTemporaryDirectory(async (directory) => {
      const root = await makeRepository(path.join(directory, "r"), { "a.ts": "" });
      await mkdir(path.join(directory, "other"));
      await git(root, "config", "core.worktree", path.join(directory, "other"));
      const refused = await list(root).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Refusal);
      expect((refused as Refusal).facts).toMatchObject({ code: "HI_GIT_MISMATCH" });
    }));

  // git/git#1182: files with the skip-worktree bit.
  test("skip-worktree files are listed by what is on disk's business: present and absent ones do not fail", () =>
    withTemporaryDirectory(async (directory) => {
      const root = await makeRepository(directory, { "a.ts": "", "b.ts": "" });
      await commitAll(root);
      await git(root, "update-index", "--skip-worktree", "a.ts", "b.ts");
      await rm(path.join(root, "a.ts"));
      expect(await list(root)).toContain("b.ts");
    }));

  test("a project that the repository around it ignores is listed as having no git", () =>
    withTemporaryDirectory(async (directory) => {
      await makeRepository(directory, { ".gitignore": "*\n", "work/p/a.ts": "" });
      expect(await list(path.join(directory, "work/p"))).toEqual(["a.ts"]);
    }));

  test("a folder of a repository lists below itself only", () =>
    withTemporaryDirectory(async (directory) => {
      await makeRepository(directory, { "a.ts": "", "p/b.ts": "" });
      expect(await list(path.join(directory, "p"))).toEqual(["b.ts"]);
    }));

  test("a pointer to a git directory that is gone is a refusal in git's words, never a walk", () =>
    withTemporaryDirectory(async (directory) => {
      await write(directory, { ".git": "gitdir: /nonexistent/worktrees/x\n", "a.ts": "" });
      await expect(list(directory)).rejects.toMatchObject({ facts: { code: "HI_GIT_FAILED", next: "git status" } });
    }));
});

describe("git is only read", () => {
  test("the index keeps its bytes and time, and a hook's environment does not mislead", () =>
    withTemporaryDirectory(async (directory) => {
      const root = await makeRepository(path.join(directory, "r"), { "a.ts": "1" });
      const decoy = await makeRepository(path.join(directory, "decoy"), { "decoy.ts": "" });
      await commitAll(root);
      await utimes(path.join(root, "a.ts"), 1, 1);
      const index = path.join(root, ".git/index");
      const before = { bytes: await readFile(index), stats: await stat(index, { bigint: true }) };
      const env = { ...ENV, GIT_DIR: path.join(decoy, ".git"), GIT_WORK_TREE: decoy, GIT_INDEX_FILE: "/nonexistent" };
      expect(await list(root, env)).toEqual(["a.ts"]);
      expect(await readFile(index)).toEqual(before.bytes);
      const after = await stat(index, { bigint: true });
      expect([after.mtimeNs, after.ino]).toEqual([before.stats.mtimeNs, before.stats.ino]);
    }));

  test("a file system monitor that the repository configures is not started", () =>
    withTemporaryDirectory(async (directory) => {
      const root = await makeRepository(path.join(directory, "r"), { "a.ts": "" });
      const trace = path.join(directory, "ran");
      await write(directory, { "monitor.sh": `#!/bin/sh\ntouch '${trace}'\n` });
      await git(root, "config", "core.fsmonitor", `sh ${path.join(directory, "monitor.sh")}`);
      expect(await list(root)).toEqual(["a.ts"]);
      await expect(stat(trace)).rejects.toMatchObject({ code: "ENOENT" });
    }));
});
