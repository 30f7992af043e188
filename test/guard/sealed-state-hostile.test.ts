import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { isConfirmed } from "../../src/guard/decide/confirm-state.ts";
import { GuardedRepository } from "../helpers/guard-session.ts";
import { git, HI, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

// What a hostile review of can-stop tried, and what it found.

const STATE = "states/main.json";
const ALLOWED = { exitCode: 0, reasonCode: "COMPLETION_ALLOWED" };
const BLOCKED = { exitCode: 6, reasonCode: "COMPLETION_BLOCKED" };
const UNDECIDED = { exitCode: 6, reasonCode: "COULD_NOT_DECIDE" };

const inSession = (work: (guarded: GuardedRepository) => Promise<void>): Promise<void> =>
  withTemporaryDirectory(async (folder) => work(await new GuardedRepository(folder).begin()));

const verify = (guarded: GuardedRepository, env: Readonly<Record<string, string>> = {}) =>
  runHi(["verify"], { cwd: guarded.root, env: { ...guarded.env, ...env } });

/** Commands of a shell at the root of the repository. */
const shell = (guarded: GuardedRepository, script: string) => runProcess("bash", ["-c", script], { cwd: guarded.root });

describe("a folder that git cannot list is no empty one", () => {
  test("one that lies too deep", async () => {
    await inSession(async (guarded) => {
      await verify(guarded);
      const deep = `d=$(printf 'e%.0s' $(seq 200)); for i in $(seq 25); do mkdir $d && cd $d; done; echo 1 > evil.js`;
      expect(await shell(guarded, deep)).toMatchObject({ exitCode: 0 });
      const stopped = await guarded.canStop();
      expect(stopped).toMatchObject(UNDECIDED);
      expect(stopped.explanation).toContain("could not open directory");
      const verified = await verify(guarded);
      expect(verified.exitCode).not.toBe(0);
      expect(verified.stdout + verified.stderr).toContain("could not open directory");
      await shell(guarded, "rm -rf eee*");
      await verify(guarded);
      expect(await guarded.canStop()).toMatchObject(ALLOWED);
    });
  });

  test("one that may not be read, by a user who is not root", async (context) => {
    if (process.getuid?.() === 0) {
      process.stdout.write("NOT SHOWN: a folder that may not be read, as root reads all of them\n");
      return context.skip();
    }
    await inSession(async (guarded) => {
      await verify(guarded);
      await shell(guarded, "mkdir new && echo 1 > new/evil.js && chmod 311 new");
      expect(await guarded.canStop()).toMatchObject(UNDECIDED);
      expect((await verify(guarded)).exitCode).not.toBe(0);
      await shell(guarded, "chmod 755 new");
    });
  });
});

test("a folder that comes and goes while it is listed is not taken for an ignored one", async () => {
  await inSession(async (guarded) => {
    // A git that has the folder be there only for the listing that would take it for ignored.
    const bin = path.join(guarded.root, "../bin");
    const real = (await runProcess("sh", ["-c", "command -v git"], { cwd: guarded.root })).stdout.trim();
    mkdirSync(bin);
    const script = `#!/bin/sh
case " $* " in
  *" -i "*) mkdir -p made && echo 1 > made/x.secret ;;
  *) rm -rf made ;;
esac
exec ${real} "$@"
`;
    writeFileSync(path.join(bin, "git"), script, { mode: 0o755 });
    const ended = await verify(guarded, { PATH: `${bin}:${process.env["PATH"] ?? ""}` });
    expect(ended.exitCode).toBe(0);
    expect(readFileSync(guarded.file(STATE), "utf8")).not.toContain('"made/"');
    mkdirSync(path.join(guarded.root, "made"), { recursive: true });
    guarded.write("made/evil.js", "1");
    expect(await guarded.canStop()).toMatchObject(BLOCKED);
  });
});

test("an ignored folder within a new one is known by itself, and what comes into it starts no process", async () => {
  await inSession(async (guarded) => {
    guarded.write(".gitignore", "node_modules/\n/dist/\n*.secret\n");
    await git(guarded.root, "commit", "-qam", "ignore");
    await guarded.start();
    guarded.write("packages/new/a.js", "1");
    for (let at = 0; at < 1200; at += 1) guarded.write(`packages/new/node_modules/p${at}/i.js`, "1");
    guarded.write("packages/new/logs/x.secret", "1");
    await guarded.seal();
    const withoutGit = { PATH: guarded.file("none") };
    expect(await guarded.canStop(guarded.root, withoutGit)).toMatchObject(ALLOWED);
    guarded.write("packages/new/node_modules/q/i.js", "1");
    expect(await guarded.canStop(guarded.root, withoutGit)).toMatchObject(ALLOWED);
    guarded.write("packages/new/logs/evil.js", "1");
    expect(await guarded.canStop()).toMatchObject(BLOCKED);
  });
});

test("where names fold nothing is confirmed without git", async () => {
  await inSession(async (guarded) => {
    const seal = await guarded.seal();
    const { active } = await guarded.open();
    expect(isConfirmed(seal, { active, env: guarded.whole })).toBe(true);
    for (const trait of ["foldsCase", "foldsForm"] as const) {
      const volume = { ...active.session.volume, [trait]: true };
      const folding = { ...active, session: { ...active.session, volume } };
      expect(isConfirmed(seal, { active: folding, env: guarded.whole }), trait).toBe(false);
    }
  });
});

test("a linked work tree's HEAD is read where git reads it", async () => {
  await inSession(async (guarded) => {
    const linked = path.join(guarded.root, "../linked");
    await git(guarded.root, "worktree", "add", "-q", "-b", "topic", linked);
    await guarded.seal(undefined, { cwd: linked });
    expect(await guarded.canStop(linked)).toMatchObject(ALLOWED);
    const head = (await git(linked, "rev-parse", "HEAD")).trim();
    const own = path.join(guarded.root, ".git/worktrees/linked/refs/heads");
    mkdirSync(own, { recursive: true });
    writeFileSync(path.join(own, "topic"), `${head}\n`);
    await git(linked, "commit", "-q", "--allow-empty", "-m", "unverified");
    expect(await guarded.canStop(linked)).toMatchObject(BLOCKED);
  });
});

test("a split index is read by git, in all its files", async () => {
  await inSession(async (guarded) => {
    // Of what is old enough nothing is kept beside the shared file.
    await shell(guarded, "find . -path ./.git -prune -o -type f -exec touch -d 2020-01-01 {} + && git add -A");
    await git(guarded.root, "update-index", "--split-index");
    await setTimeout(120);
    await guarded.seal();
    expect(await guarded.canStop()).toMatchObject(ALLOWED);
    const shared = readdirSync(path.join(guarded.root, ".git")).find((name) => name.startsWith("sharedindex."));
    const file = path.join(guarded.root, ".git", shared ?? "");
    const bytes = readFileSync(file);
    // The first byte of the first object's name.
    bytes.writeUInt8(bytes.readUInt8(12 + 40) ^ 0xff, 12 + 40);
    writeFileSync(file, bytes);
    const { decision } = await guarded.canStop();
    expect(decision).toBe("deny");
  });
});

test("git that waits for a pipe is ended with can-stop, and an index that is one is not opened", async () => {
  await inSession(async (guarded) => {
    await guarded.seal();
    await shell(guarded, "mkfifo src/.gitattributes && touch src/math.js");
    const child = spawn(process.execPath, [HI, "hook", "can-stop", "--json"], {
      cwd: guarded.root,
      env: guarded.whole,
      stdio: "ignore",
    });
    const started = await waitFor(() => findChildren(child.pid ?? 0)[0]);
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("close", resolve));
    expect(child.signalCode).toBe("SIGTERM");
    await waitFor(() => (isRunning(started) ? undefined : true));
    rmSync(path.join(guarded.root, "src/.gitattributes"));
    rmSync(path.join(guarded.root, ".git/index"));
    await shell(guarded, "mkfifo .git/index");
    expect(await guarded.canStop()).toMatchObject(UNDECIDED);
  });
});

/** Processes whose parent one is. */
function findChildren(pid: number): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").filter(Boolean).map(Number) : [];
}

/** A process that has ended and was not waited for runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function waitFor<Value>(find: () => Value | undefined): Promise<Value> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await setTimeout(20);
  }
}
