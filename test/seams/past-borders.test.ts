import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { runHi } from "../helpers/hi.ts";
import { inFolder, makeRepository } from "./init-detect.fixture.ts";

const FLAGS = ["--yes", "--preview", "off"];

async function run(cwd: string, ...args: readonly string[]) {
  const temporary = `${cwd}-temporary`;
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const { exitCode, stdout, stderr } = await runHi(args, { cwd, env: { HI_TEMP: temporary } });
  return { exitCode, said: stdout + stderr };
}

// The record and the configurations name nested packages as left out. Where the manifest goes, their files are the
// scope's, and no tool looks at them before the record is made anew; a check has to say so.
test("a nested package that is none any more puts the repository out of step, until an update", () =>
  inFolder(async (folder) => {
    const nested = {
      "packages/(odd) [name]/package.json": { name: "odd" },
      "packages/(odd) [name]/x.js": "debugger;\n",
    };
    const files = {
      "package.json": { name: "sample" },
      "e/package.json": { name: "e" },
      "e/x.js": "debugger;\n",
      ...nested,
    };
    await makeRepository(folder, files);
    expect(
      (await run(folder, "init", ...FLAGS, "--providers=claude", "--scopes=.", "--exclude=gone/**")).exitCode
    ).toBe(0);
    const selection = async () => readFile(path.join(folder, ".hi/lint/selection.json"), "utf8");
    expect(await selection()).toContain('"e/**"');
    expect(await run(folder, "check")).toMatchObject({ exitCode: 0, said: expect.stringContaining("In step") });

    const manifest = path.join(folder, "e/package.json");
    await rm(manifest);
    await rm(path.join(folder, "packages/(odd) [name]/package.json"));
    const past = await run(folder, "check");
    expect(past.exitCode).toBe(1);
    expect(past.said).toContain("e is no package of its own any more");
    expect(past.said).toContain("packages/(odd) [name] is no package of its own any more");
    expect(past.said).toContain("Next: hi diff, then hi update");

    await writeFile(manifest, "{}");
    expect((await run(folder, "check")).said).not.toContain("e is no package");
    await rm(manifest);
    expect((await run(folder, "update", ...FLAGS)).exitCode).toBe(0);
    expect(await selection()).not.toContain('"e/**"');
    expect(await run(folder, "check")).toMatchObject({ exitCode: 0, said: expect.stringContaining("In step") });
  }));

test("a folder that is gone with all that was in it changes nothing for anybody", () =>
  inFolder(async (folder) => {
    await makeRepository(folder, { "package.json": { name: "sample" }, "e/package.json": { name: "e" } });
    expect((await run(folder, "init", ...FLAGS, "--providers=claude", "--scopes=.")).exitCode).toBe(0);
    await rm(path.join(folder, "e"), { recursive: true });
    expect((await run(folder, "check")).exitCode).toBe(0);
  }));
