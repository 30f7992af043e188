import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { PROJECT_ROOT, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import type { Ended } from "../helpers/hi.ts";

/** Runs what `npm run test:live` runs with these programs of one line in the place of `npm` and `unshare`. */
function runLive(programs: Readonly<Record<string, string>>): Promise<Ended & { readonly cached: readonly string[] }> {
  return withTemporaryDirectory(async (directory) => {
    const bin = path.join(directory, "bin");
    await mkdir(bin);
    for (const [name, line] of Object.entries(programs)) {
      await writeFile(path.join(bin, name), `#!/bin/sh\n${line}\n`);
      await chmod(path.join(bin, name), 0o755);
    }
    const cache = path.join(directory, "cache");
    await mkdir(cache);
    const ended = await runProcess(process.execPath, [path.join(PROJECT_ROOT, "test/live/run.ts")], {
      cwd: directory,
      env: { HI_LIVE_CACHE: cache, PATH: bin },
    });
    return { ...ended, cached: await readdir(cache) };
  });
}

const CURSOR = "NOT SHOWN: Cursor: it cannot be run here; its projection and its tests follow its documents\n";

test("without the right to a network namespace the agents are not shown, and the reason is told", async () => {
  const refused = "unshare: unshare failed: Operation not permitted";
  const { exitCode, stdout, stderr } = await runLive({ unshare: `echo '${refused}' >&2; exit 1` });
  const reason = `no network namespace with a loopback (${refused})`;
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 0,
    stdout: `${CURSOR}NOT SHOWN: live agents: ${reason}\n`,
    stderr: "",
  });
});

test("without unshare itself too", async () => {
  const { exitCode, stdout } = await runLive({});
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^NOT SHOWN: live agents: no network namespace with a loopback \(.*ENOENT\)$/m);
});

test("where the agents do not install they are not shown, and nothing is left in the cache", async () => {
  const npm = "echo 'npm warn a' >&2; echo 'npm error code ENOTFOUND' >&2; exit 1";
  const { exitCode, stdout, cached } = await runLive({ unshare: "exit 0", npm });
  expect({ exitCode, cached }).toEqual({ exitCode: 0, cached: [] });
  expect(stdout).toContain("NOT SHOWN: live agents: the agents do not install: npm error code ENOTFOUND\n");
});

test("an archive that is not the pinned one is a failure", async () => {
  const { exitCode, stdout } = await runLive({
    unshare: "exit 0",
    npm: "echo 'npm error code EINTEGRITY' >&2; exit 1",
  });
  expect(exitCode).toBe(1);
  expect(stdout).toContain("the agents do not install: npm error code EINTEGRITY\n");
});
