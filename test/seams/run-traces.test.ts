import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { git, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { hashTree } from "../helpers/tree-hash.ts";

const ALL = ["--providers", "claude,codex,cursor,opencode", "--scopes", "."];
const OFF = ["--preview", "off"];

interface Place {
  readonly repository: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A committed repository with a home and a temporary parent of its own beside it. */
async function withRepository(work: (place: Place) => Promise<void>): Promise<void> {
  await withTemporaryDirectory(async (directory) => {
    const [repository, home, temporary] = ["shop", "home", "temporary"].map((name) => path.join(directory, name)) as [
      string,
      string,
      string,
    ];
    await mkdir(path.join(repository, "src"), { recursive: true });
    await mkdir(home);
    await mkdir(temporary, { mode: 0o700 });
    await writeFile(path.join(repository, "package.json"), '{\n  "name": "shop",\n  "private": true\n}\n');
    await writeFile(path.join(repository, "src/a.ts"), "export const one = 1;\n");
    await git(repository, "init", "--quiet");
    await git(repository, "add", "--all");
    await git(repository, "commit", "--quiet", "--message=before");
    await work({ repository, home, env: { HOME: home, HI_TEMP: temporary } });
    expect(await readdir(temporary)).toEqual([]);
  });
}

// angular/angular-cli#6810, #5862: dry runs of others wrote files; the whole tree is compared, git's index included.
describe("a dry run and every reading verb change nothing: bytes, modes, times, git's index", () => {
  test("before the first init", async () => {
    await withRepository(async ({ repository, env }) => {
      const before = await hashTree(repository);
      const ended = await runHi(["init", "--dry-run", "--yes", ...ALL, ...OFF], { cwd: repository, env });
      expect(ended.exitCode, ended.stderr).toBe(0);
      expect(await hashTree(repository)).toEqual(before);
    });
  });

  test("on an initialised repository with an update pending", async () => {
    await withRepository(async ({ repository, env }) => {
      await runHi(["init", "--yes", ...ALL, ...OFF], { cwd: repository, env });
      await rm(path.join(repository, ".hi/README.md"));
      const before = await hashTree(repository);
      const runs = [
        ["update", "--dry-run", ...OFF],
        ["update", "--dry-run", "--json", ...OFF],
        ["restore", ".hi/README.md", "--dry-run", ...OFF],
        ["init", "--dry-run", "--yes", "--providers", "claude", ...OFF],
        ["check"],
        ["check", "--json"],
        ["diff"],
        ["explain", ".hi/README.md"],
      ];
      for (const args of runs) {
        const ended = await runHi(args, { cwd: repository, env });
        expect([0, 1], `${args.join(" ")}\n${ended.stderr}`).toContain(ended.exitCode);
        expect(await hashTree(repository), args.join(" ")).toEqual(before);
      }
    });
  });
});

test("nothing is written outside the repository but the cache: no file of an agent in the user's home", async () => {
  await withRepository(async ({ repository, home, env }) => {
    for (const args of [["init", "--yes", ...ALL, ...OFF], ["update", "--yes", ...OFF], ["check"], ["diff"]]) {
      expect((await runHi(args, { cwd: repository, env })).exitCode, args.join(" ")).toBe(0);
    }
    expect(await readdir(home)).toEqual([]);
    const codex = await readFile(path.join(repository, ".codex/hooks.json"), "utf8");
    expect(Object.keys(JSON.parse(codex))).toEqual(["hooks"]);
    expect(codex).not.toMatch(/trust/i);
  });
});

test("offline with an empty cache is refused by name, and nothing is left", async () => {
  await withRepository(async ({ repository, home, env }) => {
    const before = await hashTree(repository);
    const offline = { ...env, HI_CACHE: path.join(home, "cache") };
    const ended = await runHi(["init", "--dry-run", "--yes", "--offline", "--json", ...ALL], {
      cwd: repository,
      env: offline,
    });
    expect(ended.exitCode).toBe(2);
    const document = JSON.parse(ended.stdout);
    expect(document.refusal.code).toMatch(/^HI_/);
    expect(document.refusal.next).toContain("--offline");
    expect(document.cleanup).not.toBeNull();
    expect(await hashTree(repository)).toEqual(before);
  });
});

test("a refused init leaves no settings behind", async () => {
  await withRepository(async ({ repository, env }) => {
    await mkdir(path.join(repository, ".cursor"));
    await writeFile(path.join(repository, ".cursor/hooks.json"), "{ cut");
    const before = await hashTree(repository);
    expect((await runHi(["init", "--yes", ...ALL, ...OFF], { cwd: repository, env })).exitCode).toBe(2);
    // The lock came and went in the git directory, whose own time is all that tells.
    const withoutLock = (tree: ReadonlyMap<string, string>) => [...tree].filter(([name]) => name !== ".git");
    expect(withoutLock(await hashTree(repository))).toEqual(withoutLock(before));
  });
});

// anthropics/claude-code#29112: unlocked read-modify-write by many processes lost the file.
test("twenty runs at once: one publishes, the others leave at once and name the holder", async () => {
  await withRepository(async ({ repository, env }) => {
    const runs = await Promise.all(
      Array.from({ length: 20 }, () => runHi(["init", "--yes", "--json", ...ALL, ...OFF], { cwd: repository, env }))
    );
    const published = runs.filter(({ stdout }) => JSON.parse(stdout).published !== null);
    const refused = runs.filter(({ exitCode }) => exitCode === 2).map(({ stdout }) => JSON.parse(stdout).refusal);
    const idle = runs.filter(({ stdout }) => JSON.parse(stdout).gate.because === "nothing-to-do");
    expect(published.length).toBe(1);
    expect(published.length + refused.length + idle.length).toBe(20);
    for (const { code, details } of refused) {
      expect(code).toBe("HI_LOCKED");
      expect(details.pid).toBeGreaterThan(0);
    }
    expect((await runHi(["check"], { cwd: repository, env })).exitCode).toBe(0);
  });
});

test("a repository that is reached through a link, from a subfolder, in a worktree and in a submodule is the same one", async () => {
  await withRepository(async ({ repository, env }) => {
    await runHi(["init", "--yes", ...ALL, ...OFF], { cwd: repository, env });
    await git(repository, "add", "--all");
    await git(repository, "commit", "--quiet", "--message=hi");
    await runProcess("ln", ["-s", repository, path.join(repository, "../link")], { cwd: repository });
    await git(repository, "worktree", "add", "--quiet", "../tree", "-b", "side");
    await mkdir(path.join(repository, "../parent"));
    const parent = path.join(repository, "../parent");
    await git(parent, "init", "--quiet");
    await git(parent, "-c", "protocol.file.allow=always", "submodule", "add", "--quiet", repository, "inner");
    const parentBefore = await git(parent, "status", "--porcelain");
    for (const place of ["shop", "shop/src", "link", "link/src", "tree", "parent/inner"]) {
      const cwd = path.join(repository, "..", place);
      const checked = await runHi(["check"], { cwd, env });
      expect(checked.exitCode, `${place}\n${checked.stdout}${checked.stderr}`).toBe(0);
      const updated = await runHi(["update", "--yes", "--json", ...OFF], { cwd, env });
      expect(JSON.parse(updated.stdout).gate, place).toEqual({ open: false, because: "nothing-to-do" });
    }
    expect(await git(parent, "status", "--porcelain")).toBe(parentBefore);
  });
});
