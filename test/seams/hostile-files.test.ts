import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { git, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import type { Ended } from "../helpers/hi.ts";

const INIT = ["init", "--yes", "--json", "--providers", "claude", "--scopes", ".", "--preview", "off"];
/** A run that waits for a pipe never ends; then it is killed, and the signal tells. */
const KILLED_AFTER_MS = 600_000;

interface Place {
  readonly repository: string;
  readonly directory: string;
  readonly run: (args?: readonly string[]) => Promise<Ended>;
}

/** A git repository; every run in it must end by itself. */
async function withRepository(work: (place: Place) => Promise<void>): Promise<void> {
  await withTemporaryDirectory(async (directory) => {
    const repository = path.join(directory, "shop");
    const env = { HOME: path.join(directory, "home"), HI_TEMP: path.join(directory, "temporary") };
    for (const folder of [repository, env.HOME, env.HI_TEMP]) await mkdir(folder, { mode: 0o700 });
    await writeFile(path.join(repository, "package.json"), '{\n  "name": "shop",\n  "private": true\n}\n');
    await git(repository, "init", "--quiet");
    const run = async (args: readonly string[] = INIT): Promise<Ended> => {
      const ended = await runHi(args, {
        cwd: repository,
        env,
        onSpawn: (child) => {
          const timer = setTimeout(() => child.kill("SIGKILL"), KILLED_AFTER_MS);
          child.once("close", () => clearTimeout(timer));
        },
      });
      expect(ended.signal).toBeNull();
      return ended;
    };
    await work({ repository, directory, run });
  });
}

const toRefusal = ({ stdout }: Ended) => JSON.parse(stdout).refusal;

test.skipIf(process.platform === "win32")("a pipe in a lockfile's place is not waited for", async () => {
  await withRepository(async ({ repository, run }) => {
    await runProcess("mkfifo", ["yarn.lock"], { cwd: repository });
    const ended = await run();
    expect([0, 2], ended.stdout + ended.stderr).toContain(ended.exitCode);
  });
});

// git opens every `.gitignore` on its way and waits for the other end of a pipe: it held a run for two minutes.
test.skipIf(process.platform === "win32").each([".gitignore", "packages/a/.gitignore"])(
  "a pipe at %s is named and not waited for",
  async (name) => {
    await withRepository(async ({ repository, run }) => {
      await mkdir(path.dirname(path.join(repository, name)), { recursive: true });
      await runProcess("mkfifo", [name], { cwd: repository });
      const ended = await run();
      expect(ended.exitCode).toBe(2);
      expect(toRefusal(ended)).toMatchObject({ code: "HI_NOT_A_FILE", where: { path: name } });
      expect(toRefusal(ended).next).toContain(`remove ${name}`);
    });
  }
);

test.skipIf(process.platform === "win32")("a pipe in a lock's place is a holder without a name", async () => {
  await withRepository(async ({ repository, run }) => {
    const lock = path.join(repository, ".git/hi-lock");
    await mkdir(lock);
    await runProcess("mkfifo", ["1"], { cwd: lock });
    const ended = await run();
    expect(ended.exitCode).toBe(2);
    expect(toRefusal(ended).code).toBe("HI_LOCKED");
    expect(await readdir(lock)).toEqual(["1"]);
  });
});

test.each([".git/hi-lock", ".hi/lock"])(
  "a link at %s is refused by name, and its target stays as it is",
  async (lock) => {
    await withRepository(async ({ repository, directory, run }) => {
      if (lock.startsWith(".hi")) {
        await rm(path.join(repository, ".git"), { recursive: true });
        await mkdir(path.join(repository, ".hi"));
      }
      // Inside for the lock without git, where a link that leads out was refused before.
      const victim = path.join(lock.startsWith(".hi") ? repository : directory, "victim");
      await mkdir(victim);
      await writeFile(path.join(victim, "1"), "mine\n");
      await chmod(victim, 0o755);
      await symlink(victim, path.join(repository, lock));
      const ended = await run();
      expect(ended.exitCode, ended.stdout + ended.stderr).toBe(2);
      expect(toRefusal(ended)).toMatchObject({ code: "HI_LOCK_FAILED", message: expect.stringContaining(lock) });
      expect(await readdir(victim)).toEqual(["1"]);
      expect(await readFile(path.join(victim, "1"), "utf8")).toBe("mine\n");
      expect((await stat(victim)).mode & 0o777).toBe(0o755);
    });
  }
);

const nest = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

test("a manifest nested too deep is refused where it passes the limit", async () => {
  await withRepository(async ({ repository, run }) => {
    await writeFile(path.join(repository, "package.json"), `{\n  "a": ${nest(6000)}\n}\n`);
    const ended = await run();
    expect(ended.exitCode, ended.stderr).toBe(2);
    expect(toRefusal(ended)).toMatchObject({
      code: "HI_UNPARSEABLE",
      where: { path: "package.json", line: 2, column: 507 },
    });
  });
});

test("a tsconfig and a nested manifest nested too deep are passed over", async () => {
  await withRepository(async ({ repository, run }) => {
    await mkdir(path.join(repository, "deep"));
    await writeFile(path.join(repository, "tsconfig.json"), `{ "extends": ${nest(50_000)} }\n`);
    await writeFile(path.join(repository, "deep/package.json"), `{ "name": ${nest(50_000)} }\n`);
    await writeFile(path.join(repository, "a.ts"), "export const one = 1;\n");
    // With the preview, which is what follows `extends`.
    const ended = await run(INIT.slice(0, -2));
    expect([0, 1, 2], ended.stdout + ended.stderr).toContain(ended.exitCode);
    expect(toRefusal(ended)?.code).not.toBe("HI_LOCKED");
  });
});
