import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { readOwnIdentity } from "../../src/adapters/process-identity.ts";
import { createRepositoryLock, findLockFolder } from "../../src/adapters/repository-lock.ts";
import type { AbsolutePath } from "../../src/domain/paths.ts";
import { git, PROJECT_ROOT, runProcess } from "../helpers/hi.ts";
import { plant, refusalOf, withLiveTree } from "../helpers/live-tree.ts";

const DRIVER = path.join(PROJECT_ROOT, "test/fixtures/processes-candidate/lock.ts");
const PAUSE = path.join(PROJECT_ROOT, "test/fixtures/crash/pause-list.mjs");
const lock = createRepositoryLock();
const drive = (root: string, ...args: readonly string[]) =>
  runProcess(process.execPath, [DRIVER, root, ...args], { cwd: root });

/** A lock as some process has left it. */
async function plantHolder(root: AbsolutePath, change: object, number = 1): Promise<string> {
  const folder = findLockFolder(root);
  const holder = {
    ...readOwnIdentity(),
    since: "2030-01-01T00:00:00.000Z",
    verb: "init",
    nonce: "n",
    ...change,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, String(number)), JSON.stringify(holder));
  return folder;
}

describe("one holder", () => {
  test("a second run refuses at once, naming pid, host, verb and since; after the release the next one gets it", () =>
    withLiveTree(async ({ root }) => {
      const held = await lock.acquire(root, "init");
      const { facts, message } = await refusalOf(lock.acquire(root, "update"));
      expect(facts).toMatchObject({
        code: "HI_LOCKED",
        details: { pid: process.pid, host: hostname(), verb: "init" },
      });
      expect(message).toMatch(new RegExp(`hi init, pid ${process.pid} on ${hostname()}, since \\d{4}-\\d\\d-\\d\\dT`));
      expect(facts.exitCode ?? 2).toBe(2);
      await held.release();
      await (await lock.acquire(root)).release();
    }));

  // anthropics/claude-code#29112, #29395: unlocked read-modify-write by many processes lost or cut the file.
  test("of twenty processes at once one holds, and the others end naming it", () =>
    withLiveTree(async ({ root }) => {
      await git(root, "init", "--quiet");
      const runs = Array.from({ length: 20 }, () => startHolder(root));
      const firsts = await Promise.all(runs.map((run) => run.firstLine));
      const holders = runs.filter((_, index) => firsts[index] === "held");
      expect(holders).toHaveLength(1);
      for (const line of firsts.filter((said) => said !== "held")) {
        expect(JSON.parse(line)).toMatchObject({
          code: "HI_LOCKED",
          details: { pid: holders[0]?.pid },
        });
      }
      holders[0]?.letGo();
      const codes = (await Promise.all(runs.map((run) => run.ended))).toSorted();
      expect(codes).toEqual([0, ...Array.from({ length: 19 }, () => 2)]);
      expect(await readdir(path.join(root, ".git"))).not.toContain("hi-lock");
    }));

  test("processes that take turns, and die while they hold it, are never two inside; the file is always one version", () =>
    withLiveTree(async ({ root }) => {
      await git(root, "init", "--quiet");
      await plant(root, { "data.txt": "0\n" });
      const lasting = Array.from({ length: 4 }, () => drive(root, "turns", "12"));
      const dying = Array.from({ length: 8 }, (_, index) => drive(root, "fatal-turns", String(1 + index)));
      const runs = Promise.all([...lasting, ...dying]);
      const over = new AbortController();
      const watching = (async () => {
        while (!over.signal.aborted) {
          const versions = new Set((await readFile(path.join(root, "data.txt"), "utf8")).split("\n").slice(0, -1));
          expect(versions.size).toBe(1);
        }
      })();
      const ended = await runs.finally(() => over.abort());
      await watching;
      const turns = ended.flatMap(({ stdout }) => stdout.split("\n")).filter((line) => line !== "");
      expect(turns.filter((line) => line !== "turn")).toEqual([]);
      // The last turn of each that dies is not said.
      expect(turns).toHaveLength(4 * 12 + (0 + 1 + 2 + 3 + 4 + 5 + 6 + 7));
      expect(ended.map(({ signal }) => signal)).toEqual([...lasting.map(() => null), ...dying.map(() => "SIGKILL")]);
      expect(ended.map(({ stderr }) => stderr).join("")).toBe("");
    }));
});

// Who had finished meanwhile was taken for a process that has left no name, and its lock for one to remove by hand.
test("a run that was held up between the list of holders and the holder gets what was let go meanwhile", () =>
  withLiveTree(async ({ root, directory }) => {
    const [held, go] = [path.join(directory, "held"), path.join(directory, "go")];
    const first = await lock.acquire(root, "init");
    const env = { HI_TEST_PAUSE: findLockFolder(root), HI_TEST_HELD: held, HI_TEST_GO: go };
    const second = startHolder(root, ["--import", PAUSE], env);
    while (!existsSync(held)) await new Promise((resolve) => setTimeout(resolve, 20));
    await first.release();
    await writeFile(go, "");
    expect(await second.firstLine).toBe("held");
    second.letGo();
    expect(await second.ended).toBe(0);
  }));

/** A process that holds the lock, or says why not, until it is let go. */
function startHolder(root: string, options: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [...options, DRIVER, root, "hold"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let said = "";
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("\n")) resolve(said.slice(0, said.indexOf("\n")));
    });
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { pid: child.pid, firstLine, ended, letGo: () => child.stdin.end() };
}

describe("who is dead", () => {
  test("a killed process: its lock is taken over, and nothing is left after the release", () =>
    withLiveTree(async ({ root }) => {
      expect(await drive(root, "die")).toMatchObject({ signal: "SIGKILL" });
      expect(await readdir(findLockFolder(root))).toContain("1");
      const held = await lock.acquire(root);
      expect((await readdir(findLockFolder(root))).filter((name) => /^\d+$/.test(name))).toEqual(["2"]);
      await held.release();
      expect(await readdir(root)).toEqual([]);
    }));

  test.each([
    ["whose pid is used again", { startTime: "ticks:1" }],
    ["of an earlier boot", { boot: "another" }],
    ["that does not run", { pid: 2 ** 22 + 7 }],
  ])("a process %s", (_, change) =>
    withLiveTree(async ({ root }) => {
      if (!readOwnIdentity().startTime.startsWith("ticks:")) return;
      await plantHolder(root, change);
      await (await lock.acquire(root)).release();
    })
  );

  test.each([
    ["of another host", { host: "elsewhere", pid: 2 ** 22 + 7 }],
    ["of another container", { space: "pid:[1]", pid: 2 ** 22 + 7 }],
  ])("a process %s may live: never taken over, and the message says how to remove the lock", (_, change) =>
    withLiveTree(async ({ root }) => {
      if (readOwnIdentity().space === undefined) return;
      const folder = await plantHolder(root, change);
      const { facts } = await refusalOf(lock.acquire(root));
      expect(facts).toMatchObject({
        code: "HI_LOCKED",
        next: expect.stringContaining(`remove ${folder}`),
      });
    })
  );

  test("a lock that says nothing readable is held by someone", () =>
    withLiveTree(async ({ root }) => {
      const folder = await plantHolder(root, {});
      await writeFile(path.join(folder, "1"), "{");
      expect((await refusalOf(lock.acquire(root))).facts.next).toContain(`remove ${folder}`);
    }));

  test("the highest generation counts, however the lower ones look", () =>
    withLiveTree(async ({ root }) => {
      await plantHolder(root, {}, 3);
      await plantHolder(root, { pid: 2 ** 22 + 7 }, 10);
      const held = await lock.acquire(root);
      expect((await readdir(findLockFolder(root))).filter((name) => /^\d+$/.test(name))).toEqual(["11"]);
      await held.release();
    }));

  test("a release after a person has removed the lock takes nobody else's", () =>
    withLiveTree(async ({ root }) => {
      const held = await lock.acquire(root);
      await rm(findLockFolder(root), { recursive: true });
      const next = await lock.acquire(root);
      await held.release();
      await refusalOf(lock.acquire(root));
      await next.release();
    }));
});

describe("where it lies", () => {
  // toplenboren/simple-git-hooks#148, evilmartians/lefthook#962, copier-org/copier#1805.
  test("in the work tree's own git directory: checkout, linked worktree, of a bare repository, submodule, folder below", () =>
    withLiveTree(async ({ directory, root }) => {
      await git(root, "init", "--quiet", "--initial-branch=trunk");
      await plant(root, { "a.ts": "", "packages/p/b.ts": "" });
      await git(root, "add", "--all");
      await git(root, "commit", "--quiet", "--message=all");
      await git(root, "worktree", "add", "--quiet", "../linked");
      await git(directory, "clone", "--quiet", "--bare", "live", "bare.git");
      await git(path.join(directory, "bare.git"), "worktree", "add", "--quiet", "../of-bare");
      await git(directory, "init", "--quiet", "outer");
      const outer = path.join(directory, "outer");
      await git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../live", "lib");
      const expected = {
        live: "live/.git",
        "live/packages/p": "live/.git",
        linked: "live/.git/worktrees/linked",
        "of-bare": "bare.git/worktrees/of-bare",
        "outer/lib": "outer/.git/modules/lib",
        outer: "outer/.git",
      };
      for (const [folder, place] of Object.entries(expected)) {
        const found = findLockFolder(path.join(directory, folder) as AbsolutePath);
        expect(found, folder).toBe(path.join(directory, place, "hi-lock"));
      }
      const held = await lock.acquire(path.join(directory, "outer/lib") as AbsolutePath);
      expect(await git(outer, "status", "--porcelain", "--ignore-submodules=none")).toBe("A  .gitmodules\nA  lib\n");
      await (await lock.acquire(outer as AbsolutePath)).release();
      await held.release();
    }));

  test("without git in .hi, which is gone again where the lock was all it held", () =>
    withLiveTree(async ({ root }) => {
      const held = await lock.acquire(root);
      expect(await readdir(path.join(root, ".hi"))).toEqual(["lock"]);
      await held.release();
      expect(await readdir(root)).toEqual([]);
      await plant(root, { ".hi/settings.json": "{}" });
      await (await lock.acquire(root)).release();
      expect(await readdir(path.join(root, ".hi"))).toEqual(["settings.json"]);
    }));

  test("never through a link out of the repository", () =>
    withLiveTree(async ({ root, directory }) => {
      await plant(directory, { "outside/": "" });
      await symlink("../outside", path.join(root, ".hi"));
      expect((await refusalOf(lock.acquire(root))).facts).toMatchObject({
        code: "HI_LINK_OUTSIDE",
      });
      expect(await readdir(path.join(directory, "outside"))).toEqual([]);
    }));

  test("a lock that cannot be written is a refusal", () =>
    withLiveTree(async ({ root }) => {
      await plant(root, { ".hi": "a file" });
      expect((await refusalOf(lock.acquire(root))).facts).toMatchObject({
        code: "HI_LOCK_FAILED",
      });
    }));
});
