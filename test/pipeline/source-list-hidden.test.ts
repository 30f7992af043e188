import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { findHiddenFromGit, readGitLayout } from "../../src/adapters/git-layout.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { git } from "../helpers/hi.ts";
import { paths, plant, withLiveTree } from "../helpers/live-tree.ts";
import { makeWorld, planChanges, publishPlan } from "../helpers/publication.ts";

// git/git#1182: files present despite skip-worktree confuse tools and can be deleted.
test("a managed file that git was told to look away from: the edit on disk is the truth, and the bit can be said", () =>
  withLiveTree(async ({ root, store }) => {
    await git(root, "init", "--quiet");
    await plant(root, { "a.json": "1", "b.json": "1", "c.json": "1", "[d].json": "1" });
    await git(root, "add", "--all");
    await git(root, "commit", "--quiet", "--message=all");
    await git(root, "update-index", "--skip-worktree", "a.json");
    await git(root, "update-index", "--assume-unchanged", "b.json");
    await writeFile(path.join(root, "a.json"), "edited");
    const plan = await planChanges(root, [{ path: "a.json", text: "ours" }]);
    expect(plan.entries[0]?.before).toMatchObject({ kind: "file", bytes: new TextEncoder().encode("edited") });
    expect(await findHiddenFromGit(root, paths("a.json", "b.json", "c.json", "[d].json", "none"), process.env)).toEqual(
      [
        { path: "a.json", bit: "skip-worktree" },
        { path: "b.json", bit: "assume-unchanged" },
      ]
    );
    await writeFile(path.join(root, "a.json"), "edited again");
    await expect(publishPlan(plan, makeWorld(store))).rejects.toMatchObject({ facts: { code: "HI_STALE_PLAN" } });
    expect(await readFile(path.join(root, "a.json"), "utf8")).toBe("edited again");
  }));

test("without git, and for no paths, nothing is hidden", () =>
  withLiveTree(async ({ root }) => {
    await plant(root, { a: "" });
    expect(await findHiddenFromGit(root, paths("a"), process.env)).toEqual([]);
    expect(await readGitLayout(root, process.env)).toBeUndefined();
  }));

test("the layout of a checkout, a linked worktree and a submodule", () =>
  withLiveTree(async ({ directory, root }) => {
    await git(root, "init", "--quiet");
    await plant(root, { a: "" });
    await git(root, "add", "--all");
    await git(root, "commit", "--quiet", "--message=all");
    await git(root, "worktree", "add", "--quiet", "../linked");
    await git(directory, "init", "--quiet", "outer");
    const outer = path.join(directory, "outer");
    await git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../live", "lib");
    const layoutOf = (folder: string) => readGitLayout(path.join(directory, folder) as AbsolutePath, process.env);
    const common = path.join(root, ".git");
    expect(await layoutOf("live")).toEqual({
      topLevel: root,
      gitDirectory: common,
      commonDirectory: common,
      kind: "checkout",
    });
    expect(await layoutOf("linked")).toMatchObject({ commonDirectory: common, kind: "worktree" });
    expect(await layoutOf("outer/lib")).toMatchObject({
      kind: "submodule",
      superproject: outer,
      topLevel: path.join(outer, "lib"),
    });
  }));
