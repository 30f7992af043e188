import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { linkTools } from "../helpers/generated.ts";
import { readTree } from "../helpers/golden.ts";
import { git, HI, runProcess } from "../helpers/hi.ts";
import { plant, tryAsRoot } from "../helpers/live-tree.ts";
import { hashTree } from "../helpers/tree-hash.ts";
import type { Project } from "./reports.fixture.ts";
import {
  commitAll,
  expectRefused,
  init,
  OFF,
  PLAIN,
  sayNotShown,
  succeed,
  toDocument,
  update,
  withFolder,
  withProject,
} from "./reports.fixture.ts";

const ALL = ["--providers", "claude,codex,cursor,opencode", "--commit-gate", "lefthook"];

/** A layout of git: makes it beside or around the repository, and says where its working tree is. */
type Layout = (project: Project) => Promise<string>;

const FILE_PROTOCOL = ["-c", "protocol.file.allow=always"];

const LAYOUTS: Readonly<Record<string, Layout>> = {
  "a linked worktree": async ({ root, directory }) => {
    await git(root, "worktree", "add", "--quiet", "../tree", "-b", "side");
    return path.join(directory, "tree");
  },
  "a worktree of a bare repository": async ({ directory }) => {
    await git(directory, "clone", "--quiet", "--bare", "shop", "bare.git");
    await git(path.join(directory, "bare.git"), "worktree", "add", "--quiet", "../tree");
    return path.join(directory, "tree");
  },
  "a submodule": async ({ directory }) => {
    await addSubmodule(directory);
    return path.join(directory, "outer/lib");
  },
  "a worktree of a submodule": async ({ directory }) => {
    await addSubmodule(directory);
    await git(path.join(directory, "outer/lib"), "worktree", "add", "--quiet", "../../tree", "-b", "side");
    return path.join(directory, "tree");
  },
  "a detached HEAD": async ({ root }) => {
    await git(root, "checkout", "--quiet", "--detach");
    return root;
  },
  "a shallow clone": async ({ root, directory }) => {
    await git(root, "commit", "--quiet", "--allow-empty", "--message=second");
    await git(directory, "clone", "--quiet", "--depth=1", `file://${root}`, "shallow");
    return path.join(directory, "shallow");
  },
  "a repository without commits": async ({ directory }) => {
    await git(directory, "init", "--quiet", "--initial-branch=trunk", "fresh");
    await plant(path.join(directory, "fresh"), PLAIN);
    return path.join(directory, "fresh");
  },
};

async function addSubmodule(directory: string): Promise<void> {
  await git(directory, "init", "--quiet", "--initial-branch=trunk", "outer");
  await git(path.join(directory, "outer"), ...FILE_PROTOCOL, "submodule", "--quiet", "add", "../shop", "lib");
  await git(path.join(directory, "outer"), "commit", "--quiet", "--message=outer");
}

describe("layouts of git", () => {
  // `.git` is a file in a worktree and a submodule (toplenboren/simple-git-hooks#148, evilmartians/lefthook#962, #180,
  // copier-org/copier#1805: h01, h06, h07); a branch name was assumed (changesets/changesets#468, nrwl/nx#11220: h13).
  test.each(Object.entries(LAYOUTS))(
    "%s: the same files as in an ordinary checkout, and nothing of git's changes",
    (_, make) =>
      withProject({}, async (project) => {
        const tree = await make(project);
        const outer = path.join(project.directory, "outer");
        const hasOuter = (await readdir(project.directory)).includes("outer");
        const around = hasOuter ? await hashWithout(outer, "lib") : new Map();
        const before = await readGit(tree);
        await init(project, ALL, { cwd: path.join(tree, "src") });
        expect((await project.hi(["check"], { cwd: tree })).exitCode).toBe(0);
        await update(project, [], { cwd: tree });
        expect(await readGit(tree)).toEqual(before);
        if (hasOuter) expect(await hashWithout(outer, "lib")).toEqual(around);
        const made = await readTree(tree);
        if (tree !== project.root) {
          expect(await git(project.root, "status", "--porcelain")).toBe("");
          await init(project, ALL);
        }
        const plain = await readTree(project.root);
        for (const files of [made, plain]) files.delete(".git");
        expect(made).toEqual(plain);
      })
  );

  // A working tree that inherited core.worktree answers for another folder, and an add staged every file as deleted
  // (ConductionNL/openregister#2532: h18).
  test("git answers for another folder than the one we run in: the run stops", () =>
    withProject({}, async (project) => {
      await mkdir(path.join(project.directory, "elsewhere"));
      await git(project.root, "config", "core.worktree", path.join(project.directory, "elsewhere"));
      const refusal = await expectRefused(project, ["init", "--yes", "--scopes", ".", ...OFF]);
      expect(refusal.code).toBe("HI_GIT_MISMATCH");
    }));

  // A submodule shows up as a folder among the files (lint-staged/lint-staged#1348, #884: h11); a changed submodule address
  // broke updates, since cached git state was used (copier-org/copier#2766: h21).
  test("a staged submodule pointer, recursion on, and an address that leads nowhere: not read, not linted, not changed", () =>
    withProject({ ".gitignore": "node_modules\n" }, async (project) => {
      await git(project.directory, "init", "--quiet", "lib");
      await plant(path.join(project.directory, "lib"), { "bad.ts": "debugger;\n" });
      await commitAll(path.join(project.directory, "lib"));
      await git(project.root, ...FILE_PROTOCOL, "submodule", "--quiet", "add", "../lib", "vendor/lib");
      await git(project.root, "config", "submodule.recurse", "true");
      await git(project.root, "config", "--file", ".gitmodules", "submodule.vendor/lib.url", "../gone");
      await git(project.root, "remote", "add", "origin", "../gone-too");
      const inside = await hashTree(path.join(project.root, "vendor/lib"));
      const staged = await git(project.root, "diff", "--cached", "--raw");
      await init(project, ALL);
      await update(project, ["--offline"]);
      expect(await git(project.root, "diff", "--cached", "--raw")).toBe(staged);
      await linkTools(project.root, ["oxlint", "oxfmt", "ultracite", "lefthook"]);
      await runProcess("npx", ["--no-install", "lefthook", "install"], { cwd: project.root });
      const committed = await runProcess("git", ["commit", "--message=pointer"], { cwd: project.root });
      expect(committed.exitCode, committed.stdout + committed.stderr).toBe(0);
      expect(committed.stdout + committed.stderr).toContain("hi-lint");
      expect(await git(project.root, "show", "--raw", "--format=", "HEAD")).toContain("vendor/lib");
      expect(await hashTree(path.join(project.root, "vendor/lib"))).toEqual(inside);
    }));
});

/** What git keeps of a working tree apart from its files: refs, configuration, hooks and index. */
async function readGit(tree: string): Promise<readonly string[]> {
  const asked = [["config", "--list", "--local"], ["for-each-ref"], ["ls-files", "--stage", "-v"], ["stash", "list"]];
  const said = await Promise.all(asked.map((args) => git(tree, ...args)));
  const hooks = (await git(tree, "rev-parse", "--git-path", "hooks")).trim();
  return [...said, ...(await readdir(path.resolve(tree, hooks))).toSorted()];
}

async function hashWithout(root: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const isApart = (name: string): boolean => name === folder || name.startsWith(`${folder}/`);
  // git's own folder of the submodule takes the lock for a moment.
  const isLockPlace = (name: string): boolean => name.startsWith(`.git/modules/${folder}`);
  return new Map([...(await hashTree(root))].filter(([name]) => !isApart(name) && !isLockPlace(name)));
}

describe("git hooks", () => {
  // The hooks path did not exist (evilmartians/lefthook#901: h02); one left over from another hook manager got a stray
  // folder (haydenbleasel/ultracite#205: h22).
  test.each([".husky/_", "../nowhere/hooks"])(
    "core.hooksPath %s in git's configuration: noticed, and nothing is written there",
    (hooksPath) =>
      withProject({}, async (project) => {
        await git(project.root, "worktree", "add", "--quiet", "../tree", "-b", "side");
        await git(project.root, "config", "core.hooksPath", hooksPath);
        const tree = path.join(project.directory, "tree");
        const ended = await init(project, ALL, { cwd: tree });
        expect(ended.stdout).toContain(`core.hooksPath is ${hooksPath}`);
        await expect(readdir(path.resolve(tree, hooksPath))).rejects.toThrow("ENOENT");
        const { findings } = toDocument(await succeed(project, ["check", "--json"], { cwd: tree }));
        expect(findings.map(({ code }) => code)).toEqual(["gate-not-installed"]);
        expect(await readFile(path.join(tree, "lefthook.yml"), "utf8")).toBe("extends:\n  - .hi/lefthook.yml\n");
      })
  );

  // A shared hook named one worktree's folder, and was dead in the others (evilmartians/lefthook#1398: h03).
  test("the hook of lefthook, installed from one worktree, works in another once the first is gone", () =>
    withProject({ ".gitignore": "node_modules\n" }, async (project) => {
      await init(project, ALL);
      await commitAll(project.root);
      const trees = ["one", "two"].map((name) => path.join(project.directory, name));
      for (const tree of trees) {
        await git(project.root, "worktree", "add", "--quiet", tree, "-b", path.basename(tree));
        await linkTools(tree, ["oxlint", "oxfmt", "ultracite", "lefthook"]);
      }
      const [one = "", two = ""] = trees;
      expect((await runProcess("npx", ["--no-install", "lefthook", "install"], { cwd: one })).exitCode).toBe(0);
      await git(project.root, "worktree", "remove", "--force", one);
      const { findings } = toDocument(await succeed(project, ["check", "--json"], { cwd: two }));
      expect(findings).toEqual([]);
      await writeFile(path.join(two, "src/b.ts"), "debugger;\n");
      await git(two, "add", "src");
      const stopped = await runProcess("git", ["commit", "--message=b"], { cwd: two });
      expect(stopped.exitCode, stopped.stdout + stopped.stderr).toBe(1);
      expect(stopped.stdout + stopped.stderr).toContain("no-debugger");
    }));

  // A manager that runs no lifecycle scripts left the hooks out, and nobody said so (actnwit/RhodoniteTS#1752: b20); the
  // first commit failed without a reason (lint-staged/lint-staged#771, #1844: h09).
  test("lefthook chosen and its hooks not installed: the plan and the check say how, and the first commit then works", () =>
    withFolder(async (project) => {
      await git(project.root, "init", "--quiet", "--initial-branch=trunk");
      await plant(project.root, { ...PLAIN, ".gitignore": "node_modules\n" });
      const said = "pnpm exec lefthook install";
      expect((await init(project, [...ALL, "--package-manager", "pnpm"])).stdout).toContain(said);
      await linkTools(project.root, ["oxlint", "oxfmt", "ultracite", "lefthook"]);
      const codes = async () =>
        toDocument(await succeed(project, ["check", "--json"])).findings.map(({ code }) => code);
      expect(await codes()).toEqual(["gate-not-installed"]);
      expect((await succeed(project, ["check"])).stdout).toContain(said);
      const installed = await runProcess("pnpm", said.split(" ").slice(1), { cwd: project.root });
      expect(installed.exitCode, installed.stdout + installed.stderr).toBe(0);
      expect(await codes()).toEqual([]);
      expect((await update(project)).stdout).not.toContain(said);
      await runProcess("oxfmt", ["-c", "oxfmt.config.ts", "package.json"], { cwd: project.root });
      await git(project.root, "add", "--all");
      const committed = await runProcess("git", ["commit", "--message=first"], { cwd: project.root });
      expect(committed.exitCode, committed.stdout + committed.stderr).toBe(0);
    }));
});

describe("content that git and others read in their own way", () => {
  // The .git folder took part in the diff, and binary content crashed the decoder (cruft/cruft#309, #61: h14).
  test("a nested repository and binary files, one of them where ours belongs: never read, compared by hash", () =>
    withProject({ "logo.png": "\u0089PNG\u0000\u0001", ".hi/README.md": "\u0000\u0001" }, async (project) => {
      await git(project.root, "init", "--quiet", "inner");
      await plant(path.join(project.root, "inner"), PLAIN);
      const inner = await hashTree(path.join(project.root, "inner"));
      const ended = await init(project, ALL);
      expect(ended.stdout).toContain(".hi/README.md: a file of the project stands here; it is kept");
      expect(await hashTree(path.join(project.root, "inner"))).toEqual(inner);
      expect(await readFile(path.join(project.root, ".hi/README.md"))).toEqual(Buffer.from([0, 1]));
      await project.write(".claude/settings.json", Buffer.from([0x7b, 0, 0x7d]));
      const refusal = await expectRefused(project, ["update", "--yes", ...OFF]);
      expect(refusal).toMatchObject({ code: "HI_UNPARSEABLE", where: { path: ".claude/settings.json" } });
      expect(refusal.message).toContain("binary");
    }));

  // Markers in a file with CRLF doubled its line ends (copier-org/copier#807: h15); here what git checks out with CRLF
  // must not be taken for an edit of what was published with LF.
  test("a clone that checks out with CRLF (core.autocrlf): in step, updated like any other, never a doubled line end", () =>
    withProject({ ".prettierrc": "{}\n", ".prettierignore": "dist\n", "biome.json": "{}\n" }, async (project) => {
      await init(project, [...ALL, "--packs", "base,format"]);
      await commitAll(project.root);
      await git(project.directory, "clone", "--quiet", "-c", "core.autocrlf=true", "shop", "clone");
      const clone = { cwd: path.join(project.directory, "clone") };
      const readClone = (file: string): Promise<string> => readFile(path.join(clone.cwd, file), "utf8");
      expect(await readClone("oxlint.config.ts")).toContain("\r\n");
      const checked = await project.hi(["check"], clone);
      expect(checked.exitCode, checked.stdout).toBe(0);
      expect(toDocument(await update(project, ["--json"], clone)).gate).toEqual({
        open: false,
        because: "nothing-to-do",
      });
      // As an earlier version of the templates left it, checked out with CRLF.
      await age(project.root);
      await commitAll(project.root);
      await git(clone.cwd, "pull", "--quiet");
      expect(await readClone(".hi/README.md")).toBe("older\r\n");
      await writeFile(path.join(clone.cwd, "oxlint.config.ts"), `// mine\r\n${await readClone("oxlint.config.ts")}`);
      const { plan } = toDocument(await update(project, ["--json"], clone));
      const changed = plan?.entries.filter(({ action, reason }) => action !== "keep" || reason.code !== "same");
      expect(changed?.map(({ path: file, action, reason }) => [file, action, reason.code])).toEqual([
        [".hi/README.md", "update", "template-changed"],
        ["oxlint.config.ts", "keep", "local-edit"],
        [".hi/receipt.json", "update", "receipt"],
      ]);
      for (const text of (await readTree(clone.cwd)).values()) expect(text).not.toContain("\r\r\n");
    }));

  // What the user had changed was lost sight of, because the base was looked for in git's objects (cruft/cruft#287: h16);
  // files that git was told to look away from were deleted (git/git#1182: h20).
  test("no history and a file that git does not show: the base is the receipt's, the edit is kept, the bit is mentioned", () =>
    withProject({}, async (project) => {
      await init(project);
      await commitAll(project.root);
      await git(project.root, "update-index", "--skip-worktree", "oxlint.config.ts");
      await git(project.root, "update-index", "--assume-unchanged", ".hi/README.md");
      const mine = `${await project.read("oxlint.config.ts")}// mine\n`;
      await project.write("oxlint.config.ts", mine);
      await rm(path.join(project.root, ".git/objects"), { recursive: true });
      await mkdir(path.join(project.root, ".git/objects"));
      const ended = await update(project);
      expect(ended.stdout).toMatch(/oxlint\.config\.ts[^\n]*skip-worktree/);
      expect(ended.stdout).toMatch(/\.hi\/README\.md[^\n]*assume-unchanged/);
      expect(ended.stdout).toContain("edited here; the edit is kept");
      expect(await project.read("oxlint.config.ts")).toBe(mine);
    }));
});

/** Makes .hi/README.md what an earlier version of the templates published. */
async function age(root: string): Promise<void> {
  const { createHash } = await import("node:crypto");
  const file = path.join(root, ".hi/receipt.json");
  const receipt = JSON.parse(await readFile(file, "utf8"));
  await writeFile(path.join(root, ".hi/README.md"), "older\n");
  receipt.templateDigest = createHash("sha256").update("earlier").digest("hex");
  receipt.files[".hi/README.md"].sha256 = createHash("sha256").update("older\n").digest("hex");
  await writeFile(file, `${JSON.stringify(receipt, null, 2)}\n`);
}

// A dry run changed files (angular/angular-cli#6810, #5862, #7034: h23).
describe("on a copy of the tree that nobody may write, without a network", () => {
  const READING: readonly (readonly string[])[] = [
    ["init", "--dry-run", "--yes", "--providers", "claude", ...OFF],
    ["update", "--dry-run", ...OFF],
    ["restore", ".hi/README.md", "--dry-run", ...OFF],
    ["check"],
    ["diff"],
    ["explain", "package.json"],
  ];

  test("every command that only shows works, and the tree is the same to the last mode and time", () =>
    withProject({}, async (project) => {
      await init(project, ALL);
      await commitAll(project.root);
      await rm(path.join(project.root, ".hi/README.md"));
      const copy = path.join(project.directory, "copy");
      await cp(project.root, copy, { recursive: true });
      const lock = `mount --bind '${copy}' '${copy}' && mount -o remount,bind,ro '${copy}' && unshare --net true`;
      if ((await tryAsRoot(lock, "/")) === undefined) {
        sayNotShown("a read-only copy of the tree needs root and mount");
        return;
      }
      try {
        const before = await hashTree(copy);
        for (const args of READING) {
          const env = {
            HI_TEMP: path.join(project.directory, "temporary"),
            HOME: path.join(project.directory, "home"),
          };
          const offline = await runProcess("unshare", ["--net", process.execPath, HI, ...args], { cwd: copy, env });
          expect([0, 1], `${args.join(" ")}\n${offline.stdout}${offline.stderr}`).toContain(offline.exitCode);
          expect(await hashTree(copy), args.join(" ")).toEqual(before);
        }
        const refused = await project.hi(["update", "--yes", ...OFF], { cwd: copy });
        expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(/EROFS|read-only/)]);
      } finally {
        await tryAsRoot(`umount -l '${copy}'`, "/");
      }
    }));
});
