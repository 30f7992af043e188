import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { lstat, mkdir, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { HookRepository } from "../helpers/hook-repository.ts";
import { sayNotShown, tryAsRoot } from "../helpers/live-tree.ts";

// Where requests are counted: out of the work tree, in folders of the user's own, and never through a link. Where they
// cannot be counted, findings are told and nothing is asked for.

const FOUND = "export const a = 1;\ndebugger;\n";
const HASH = /^[0-9a-f]{32}$/;
let repository: HookRepository;

beforeEach(async () => {
  repository = await HookRepository.create("repo");
  await repository.write("src/a.ts", FOUND);
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
});

function git(...args: readonly string[]): void {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: repository.root, stdio: "pipe" });
}

async function ask(session = "s"): Promise<unknown> {
  const { status, findings, repair } = await repository.check(["src/a.ts"], { session });
  expect(findings).toHaveLength(1);
  return [status, ...repair.map((entry) => entry.request ?? entry.state)];
}

const TOLD_ONLY = ["findings", "unrecorded"];

/** Whether anything was kept in the user's own state. */
const hasUserState = (): boolean => existsSync(path.join(repository.state, "hi"));

describe("in a repository", () => {
  it("is the git directory, which git does not show, and nobody else may enter", async () => {
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "x");
    const before = await repository.snapshot();
    expect(await ask()).toStrictEqual(["findings", 1]);
    const kept = await readdir(repository.at(".git/hi-repair"));
    expect(kept).toStrictEqual([expect.stringMatching(HASH)]);
    for (const folder of ["", kept[0] ?? ""]) {
      expect((await lstat(repository.at(`.git/hi-repair/${folder}`))).mode & 0o777).toBe(0o700);
    }
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: repository.root, encoding: "utf8" })).toBe("");
    const after = await repository.snapshot();
    const outside = (names: Readonly<Record<string, string>>): string[] =>
      Object.entries(names)
        .filter(([name]) => !name.startsWith(".git"))
        .map((entry) => entry.join(" "));
    expect(outside(after)).toStrictEqual(outside(before));
    expect(hasUserState()).toBe(false);
  });

  it("of a linked work tree is its own git directory, and each counts for itself", async () => {
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "x");
    git("worktree", "add", "-q", "../linked", "-b", "other");
    const linked = repository.at("../linked");
    const args = [path.join(linked, ".hi/runtime/hook.mjs"), "post-edit", "--provider", "neutral"];
    const askThere = async (): Promise<unknown> => {
      const run = await repository.run("neutral", { session: "s", files: ["src/a.ts"] }, { args, cwd: linked });
      return (JSON.parse(run.stdout) as { repair: unknown }).repair;
    };
    expect(await ask()).toStrictEqual(["findings", 1]);
    expect(await askThere()).toMatchObject([{ state: "asked", request: 1 }]);
    expect(await askThere()).toMatchObject([{ state: "asked", request: 2 }]);
    expect(await readdir(repository.at(".git/worktrees/linked"))).toContain("hi-repair");
    expect(await readdir(repository.at(".git"))).toContain("hi-repair");
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: linked, encoding: "utf8" })).toBe("");
    expect(hasUserState()).toBe(false);
  });

  it("of a submodule is the one that its file names, relative and with CRLF", async () => {
    await mkdir(repository.at("../main.git/modules/repo"), { recursive: true });
    await writeFile(repository.at("../main.git/modules/repo/HEAD"), "ref: refs/heads/x\n");
    await repository.write(".git", "gitdir: ../main.git/modules/repo\r\n");
    expect(await ask()).toStrictEqual(["findings", 1]);
    expect(await readdir(repository.at("../main.git/modules/repo"))).toContain("hi-repair");
    expect(hasUserState()).toBe(false);
  });

  it("that lies below its git root is the git directory above", async () => {
    await mkdir(repository.at("../.git"));
    await writeFile(repository.at("../.git/HEAD"), "ref: refs/heads/x\n");
    expect(await ask()).toStrictEqual(["findings", 1]);
    expect(await readdir(repository.at("../.git"))).toContain("hi-repair");
  });
});

describe("without a git directory that can be used", () => {
  it.each([
    ["none at all", async () => undefined],
    ["an empty one", async () => mkdir(repository.at(".git"))],
    ["a file that names a folder which is none", async () => repository.write(".git", "gitdir: /usr\n")],
    ["a file that names nothing", async () => repository.write(".git", "hello\n")],
    [
      "a link",
      async () => {
        await mkdir(repository.at("../other"));
        await writeFile(repository.at("../other/HEAD"), "ref: refs/heads/x\n");
        await symlink("../other", repository.at(".git"));
      },
    ],
  ])("%s: it is the user's state, by repository", async (_, arrange) => {
    await arrange();
    expect(await ask()).toStrictEqual(["findings", 1]);
    expect(await ask()).toStrictEqual(["findings", 2]);
    expect(await readdir(path.join(repository.state, "hi/repair"))).toStrictEqual([expect.stringMatching(HASH)]);
    expect((await lstat(path.join(repository.state, "hi"))).mode & 0o777).toBe(0o700);
    expect(existsSync(repository.at("../other/hi-repair"))).toBe(false);
  });

  it("is below HOME where no state folder is named, or a relative one", async () => {
    const home = repository.at("../home");
    const env = { HOME: home, XDG_STATE_HOME: "relative/state" };
    const { repair } = await repository.check(["src/a.ts"], { env });
    expect(repair).toMatchObject([{ state: "asked" }]);
    expect(await readdir(path.join(home, ".local/state/hi"))).toStrictEqual(["repair"]);
    expect(existsSync(repository.at("relative"))).toBe(false);
  });

  it.each(["", "made/anew"])("is nowhere where the user's state lies in the work tree (%j)", async (folder) => {
    const before = await repository.snapshot();
    const { status, repair } = await repository.check(["src/a.ts"], { env: { XDG_STATE_HOME: repository.at(folder) } });
    expect([status, repair[0]?.state]).toStrictEqual(TOLD_ONLY);
    expect(await repository.snapshot()).toStrictEqual(before);
  });
});

describe("what cannot be used", () => {
  const answered = async (): Promise<Record<string, unknown>> => {
    const payload = { session_id: "s", tool_name: "Edit", tool_input: { file_path: repository.at("src/a.ts") } };
    const run = await repository.run("claude", payload);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    return JSON.parse(run.stdout) as Record<string, unknown>;
  };

  it.each([
    ["a file in the place of the folder", "hi-repair", async (place: string) => writeFile(place, "theirs")],
    [
      "a link in the place of the folder",
      "hi-repair",
      async (place: string) => {
        await mkdir(repository.at("../elsewhere"));
        await symlink(repository.at("../elsewhere"), place);
      },
    ],
    ["a dangling link", "hi-repair", async (place: string) => symlink(repository.at("../nowhere"), place)],
  ])("%s: the findings are told, and nothing is asked for", async (_, name, arrange) => {
    git("init", "-q");
    await arrange(repository.at(`.git/${name}`));
    expect(await ask()).toStrictEqual(TOLD_ONLY);
    const answer = await answered();
    expect(answer).not.toHaveProperty("decision");
    expect(answer).toHaveProperty(
      "hookSpecificOutput.additionalContext",
      expect.stringMatching(/edit was saved[\s\S]*src\/a\.ts:2:1[\s\S]*/) as string
    );
    expect(existsSync(repository.at("../nowhere"))).toBe(false);
    expect(existsSync(repository.at("../elsewhere")) ? await readdir(repository.at("../elsewhere")) : []).toHaveLength(
      0
    );
  });

  it("a session's own folder that is a file", async () => {
    await ask();
    const [place = ""] = await readdir(path.join(repository.state, "hi/repair"));
    const [session = ""] = await readdir(path.join(repository.state, "hi/repair", place));
    const folder = path.join(repository.state, "hi/repair", place, session);
    await rm(folder, { recursive: true });
    await writeFile(folder, "theirs");
    expect(await ask()).toStrictEqual(TOLD_ONLY);
    expect(readFileSync(folder, "utf8")).toBe("theirs");
  });

  it("a session with too many tickets", async () => {
    await ask();
    const [place = ""] = await readdir(path.join(repository.state, "hi/repair"));
    const [session = ""] = await readdir(path.join(repository.state, "hi/repair", place));
    const folder = path.join(repository.state, "hi/repair", place, session);
    for (let ticket = 0; ticket < 4096; ticket += 1) await writeFile(path.join(folder, `x.${ticket}`), "");
    expect(await ask()).toStrictEqual(TOLD_ONLY);
  });

  it("a disk that is full", async () => {
    await mkdir(repository.state);
    // One folder fits, and nothing below it.
    if ((await tryAsRoot(`mount -t tmpfs -o nr_inodes=2 tmpfs '${repository.state}'`, "/")) === undefined) {
      sayNotShown("a full disk for the counting of requests");
      return;
    }
    try {
      expect(await ask()).toStrictEqual(TOLD_ONLY);
    } finally {
      await tryAsRoot(`umount -l '${repository.state}'`, "/");
    }
  });

  it("a folder of another user's in the git directory: the user's own state is used", async () => {
    git("init", "-q");
    await mkdir(repository.at(".git/hi-repair"), { mode: 0o700 });
    if ((await tryAsRoot("chown 12345 .git/hi-repair", repository.root)) === undefined) {
      sayNotShown("a git directory that several users share");
      return;
    }
    expect(await ask()).toStrictEqual(["findings", 1]);
    expect(await readdir(repository.at(".git/hi-repair"))).toStrictEqual([]);
    expect(hasUserState()).toBe(true);
  });

  /** Does something while a folder is mounted read-only; says loudly where nobody may mount one here. */
  async function withReadOnly(folder: string, work: () => Promise<void>): Promise<void> {
    const mount = `mount --bind '${folder}' '${folder}' && mount -o remount,bind,ro '${folder}'`;
    if ((await tryAsRoot(mount, "/")) === undefined) {
      sayNotShown("a read-only place for the counting of requests");
      return;
    }
    await work().finally(() => tryAsRoot(`umount -l '${folder}'`, "/"));
  }

  it("a git directory that is read-only: the user's state is used", async () => {
    git("init", "-q");
    await withReadOnly(repository.at(".git"), async () => {
      expect(await ask()).toStrictEqual(["findings", 1]);
      expect(await ask()).toStrictEqual(["findings", 2]);
      expect(hasUserState()).toBe(true);
    });
  });

  it("everything read-only: the findings are told, and nothing is asked for", async () => {
    await mkdir(repository.state);
    await withReadOnly(repository.state, async () => {
      expect(await ask()).toStrictEqual(TOLD_ONLY);
    });
  });
});

describe("sessions that are over", () => {
  it("are removed when a new one begins, and nothing else is", async () => {
    git("init", "-q");
    await ask("old");
    const home = repository.at(".git/hi-repair");
    const [old = ""] = await readdir(home);
    await mkdir(path.join(home, "theirs"));
    await writeFile(path.join(home, "b".repeat(32)), "theirs");
    await mkdir(path.join(home, "c".repeat(32)));
    const longAgo = Date.now() / 1000 - 31 * 86_400;
    for (const name of await readdir(home)) await utimes(path.join(home, name), longAgo, longAgo);
    await utimes(path.join(home, "c".repeat(32)), Date.now() / 1000, Date.now() / 1000 - 86_400);
    await ask("new");
    const left = await readdir(home);
    expect(left).not.toContain(old);
    expect(left).toHaveLength(4);
    expect(left).toEqual(expect.arrayContaining(["theirs", "b".repeat(32), "c".repeat(32)]));
  });

  it("are no more than five hundred", async () => {
    git("init", "-q");
    const home = repository.at(".git/hi-repair");
    await mkdir(home);
    for (let count = 0; count < 520; count += 1) {
      const folder = path.join(home, count.toString(16).padStart(32, "0"));
      await mkdir(folder);
      await utimes(folder, Date.now() / 1000, Date.now() / 1000 - 1000 + count);
    }
    await ask("new");
    const left = await readdir(home);
    expect(left).toHaveLength(500);
    expect(left).not.toContain("0".repeat(32));
    expect(left).toContain((519).toString(16).padStart(32, "0"));
  });
});
