import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { git } from "../helpers/hi.ts";
import {
  codesOf,
  evidenceOf,
  inFolder,
  makeRepository,
  openWorld,
  refusalOf,
  resolveIn,
  writeTree,
} from "./init-detect.fixture.ts";

const MANIFEST = { "package.json": { name: "sample" }, "src/index.ts": "export const one = 1;\n" };

describe("the root of a repository", () => {
  test("is git's top level, from the root and from a folder deep inside a package", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, {
        ...MANIFEST,
        "packages/a/package.json": { name: "a" },
        "packages/a/src/x.ts": "",
      });
      for (const cwd of [folder, path.join(folder, "packages/a/src")]) {
        const resolved = await resolveIn(cwd);
        expect(resolved.root).toBe(folder);
        expect(resolved.answers.isGit).toBe(true);
        expect(evidenceOf(resolved, "repository root")).toEqual([`${folder} (git's top level)`]);
      }
    }));

  test("reached through a link is the real path, and that is said", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, MANIFEST);
      const link = `${folder}-link`;
      await symlink(folder, link);
      const resolved = await resolveIn(link, {}, { PWD: link });
      expect(resolved.root).toBe(folder);
      expect(evidenceOf(resolved, "repository root")[0]).toContain(`reached through ${link}`);
    }));

  test("without commits works, and says so", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, MANIFEST, false);
      const resolved = await resolveIn(folder);
      expect(resolved.settings.lint.scopes).toEqual(["."]);
      expect(evidenceOf(resolved, "git")[0]).toContain("no commits yet");
    }));

  // h01, h06: `.git` is a file there.
  test("in a linked worktree is the worktree; the main checkout is not touched", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, MANIFEST);
      const tree = `${folder}-tree`;
      await git(folder, "worktree", "add", "--quiet", tree);
      const resolved = await resolveIn(path.join(tree, "src"));
      expect(resolved.root).toBe(tree);
      expect(evidenceOf(resolved, "git")).toEqual(["a linked worktree (git rev-parse)"]);
    }));

  // h01: worktrees beside a bare repository that a `.git` file names.
  test("in a worktree of a bare repository is the worktree; beside it there is no working tree", () =>
    inFolder(async (folder) => {
      const source = `${folder}-source`;
      await makeRepository(source, MANIFEST);
      await git(folder, "clone", "--quiet", "--bare", source, path.join(folder, ".bare"));
      await writeFile(path.join(folder, ".git"), "gitdir: ./.bare\n");
      await git(folder, "worktree", "add", "--quiet", path.join(folder, "main"), "trunk");
      expect((await resolveIn(path.join(folder, "main"))).root).toBe(path.join(folder, "main"));
      expect((await refusalOf(resolveIn(folder))).code).toBe("HI_GIT_BARE");
    }));

  // h07
  test("in a submodule is the submodule; its parent is not", () =>
    inFolder(async (folder) => {
      const library = `${folder}-library`;
      await makeRepository(library, MANIFEST);
      await makeRepository(folder, { "package.json": { name: "parent" } });
      await git(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "libs/inner");
      const resolved = await resolveIn(path.join(folder, "libs/inner/src"));
      expect(resolved.root).toBe(path.join(folder, "libs/inner"));
      expect(evidenceOf(resolved, "git")[0]).toContain("a submodule");
    }));

  // h18: git modules keep core.worktree in the configuration that all worktrees share.
  test("in a worktree of a submodule is that worktree", () =>
    inFolder(async (folder) => {
      const library = `${folder}-library`;
      await makeRepository(library, MANIFEST);
      await makeRepository(folder, { "package.json": { name: "parent" } });
      await git(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "libs/inner");
      const tree = `${folder}-tree`;
      await git(path.join(folder, "libs/inner"), "worktree", "add", "--quiet", tree);
      expect((await resolveIn(path.join(tree, "src"))).root).toBe(tree);
    }));

  test("below a repository that ignores the folder is the folder's own", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, { ".gitignore": "/projects/\n" });
      await writeTree(path.join(folder, "projects/mine"), MANIFEST);
      const resolved = await resolveIn(path.join(folder, "projects/mine/src"));
      expect(resolved.root).toBe(path.join(folder, "projects/mine"));
      expect(resolved.answers.isGit).toBe(false);
    }));
});

describe("git that cannot be trusted for this folder stops the run", () => {
  // h18: a working tree that inherited core.worktree answers for another folder.
  test("a top level that is not the folder with .git", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, MANIFEST);
      const elsewhere = `${folder}-elsewhere`;
      await mkdir(elsewhere);
      await git(folder, "config", "core.worktree", elsewhere);
      expect((await refusalOf(resolveIn(folder))).code).toBe("HI_GIT_MISMATCH");
    }));

  test("inside the git directory, and in a bare repository", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, MANIFEST);
      expect((await refusalOf(resolveIn(path.join(folder, ".git/hooks")))).code).toBe("HI_GIT_INSIDE");
      const bare = `${folder}.git`;
      await git(folder, "clone", "--quiet", "--bare", folder, bare);
      expect((await refusalOf(resolveIn(bare))).code).toBe("HI_GIT_BARE");
    }));

  test("a repository that git cannot read names git's own words", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, MANIFEST);
      await writeFile(path.join(folder, ".git/config"), "[core\n");
      const facts = await refusalOf(resolveIn(folder));
      expect(facts.code).toBe("HI_GIT_FAILED");
      expect(facts.message).toContain("bad config");
    }));

  test("the environment of a hook does not make git answer for another repository", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, MANIFEST);
      const other = `${folder}-other`;
      await makeRepository(other, {});
      const hook = {
        GIT_DIR: path.join(other, ".git"),
        GIT_WORK_TREE: other,
        GIT_INDEX_FILE: path.join(other, ".git/index"),
      };
      expect((await resolveIn(folder, {}, hook)).root).toBe(folder);
    }));
});

describe("without git", () => {
  test("the nearest .hi/, else the nearest package.json, else the folder itself", () =>
    inFolder(async (folder) => {
      await writeTree(folder, { "a/b/c/file.ts": "" });
      const deep = path.join(folder, "a/b/c");
      expect((await resolveIn(deep, { scopes: [] })).root).toBe(deep);
      await writeTree(folder, { "a/b/package.json": { name: "b" } });
      expect((await resolveIn(deep)).root).toBe(path.join(folder, "a/b"));
      await writeTree(folder, { "a/.hi/receipt.json": "" });
      const { surroundings, cwd } = await openWorld(deep);
      expect(await surroundings.locate(cwd)).toMatchObject({ root: path.join(folder, "a"), because: "harness" });
    }));

  test("an empty .git folder is no repository", () =>
    inFolder(async (folder) => {
      await writeTree(folder, MANIFEST);
      await mkdir(path.join(folder, ".git"));
      const resolved = await resolveIn(folder);
      expect(resolved.answers.isGit).toBe(false);
    }));

  test("a machine without the git program takes the folder with .git, and says so", () =>
    inFolder(async (folder) => {
      await makeRepository(folder, MANIFEST);
      const resolved = await resolveIn(path.join(folder, "src"), {}, { PATH: folder });
      expect(resolved.root).toBe(folder);
      expect(codesOf(resolved)).toContain("git-not-found");
    }));
});

// h22: hooks that git does not read from where they are written.
test("a core.hooksPath is noticed", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, MANIFEST);
    expect(codesOf(await resolveIn(folder))).not.toContain("hooks-path-set");
    await git(folder, "config", "core.hooksPath", ".husky/_");
    const finding = (await resolveIn(folder)).findings.find(({ code }) => code === "hooks-path-set");
    expect(finding?.args).toEqual({ hooksPath: ".husky/_" });
  }));

test("a detached HEAD and a read-only repository make no difference", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, MANIFEST);
    await git(folder, "checkout", "--quiet", "--detach");
    await chmod(folder, 0o555);
    try {
      expect((await resolveIn(folder)).root).toBe(folder);
    } finally {
      await chmod(folder, 0o755);
      await rm(path.join(folder, "src"), { recursive: true });
    }
  }));
