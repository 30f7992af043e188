import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { git, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";

/** A package manager as it is really started: argv to make a lockfile, and to install exactly what it says. */
interface Manager {
  readonly name: string;
  readonly lock: readonly string[];
  readonly frozen: readonly string[];
  readonly lockfile: string;
}

const MANAGERS: readonly Manager[] = [
  {
    name: "npm",
    lock: ["npm", "install", "--package-lock-only", "--ignore-scripts"],
    frozen: ["npm", "ci", "--ignore-scripts"],
    lockfile: "package-lock.json",
  },
  {
    name: "pnpm",
    lock: ["pnpm", "install", "--lockfile-only", "--ignore-scripts"],
    frozen: ["pnpm", "install", "--frozen-lockfile", "--ignore-scripts"],
    lockfile: "pnpm-lock.yaml",
  },
  {
    name: "bun",
    lock: ["bun", "install", "--lockfile-only", "--ignore-scripts"],
    frozen: ["bun", "install", "--frozen-lockfile", "--ignore-scripts"],
    lockfile: "bun.lock",
  },
];

/** A lifecycle script that leaves a witness when anyone runs it. */
const WITNESS = "node -e \"require('node:fs').writeFileSync('ran.txt','')\"";

async function makeRepository(directory: string, manager: Manager): Promise<string> {
  const repository = path.join(directory, "shop");
  await mkdir(path.join(repository, "src"), { recursive: true });
  await mkdir(path.join(directory, "temporary"), { mode: 0o700 });
  const manifest = {
    name: "shop",
    private: true,
    type: "module",
    scripts: { prepare: WITNESS, postinstall: WITNESS },
    dependencies: { "is-number": "7.0.0" },
  };
  await writeFile(path.join(repository, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(path.join(repository, "src/a.ts"), "export const one = 1;\n");
  await writeFile(path.join(repository, ".gitignore"), "node_modules\n");
  const [file = "", ...args] = manager.lock;
  const locked = await runProcess(file, args, { cwd: repository });
  expect(locked.exitCode, `${locked.stdout}${locked.stderr}`).toBe(0);
  await git(repository, "init", "--quiet");
  await git(repository, "add", "--all");
  await git(repository, "commit", "--quiet", "--message=before");
  return repository;
}

describe.each(MANAGERS)("$name", (manager) => {
  test("the run ends with the install command; with --install a frozen install works after, no lifecycle script run", async () => {
    await withTemporaryDirectory(async (directory) => {
      const repository = await makeRepository(directory, manager);
      const env = { HI_TEMP: path.join(directory, "temporary") };
      const flags = ["--yes", "--preview", "off", "--providers", "claude", "--scopes", "."];
      const shown = await runHi(["init", "--dry-run", ...flags], { cwd: repository, env });
      expect(shown.stdout).toContain(`${manager.name} install --ignore-scripts`);
      const ended = await runHi(["init", "--install", ...flags], { cwd: repository, env });
      expect(ended.exitCode, `${ended.stdout}${ended.stderr}`).toBe(0);
      const manifest = await readFile(path.join(repository, "package.json"), "utf8");
      const lockfile = await readFile(path.join(repository, manager.lockfile), "utf8");
      expect(lockfile).toContain("ultracite");
      // The frozen install happens in a copy without node_modules, as on a machine that only has the commit.
      const clone = path.join(directory, "clone");
      await cp(repository, clone, { recursive: true, filter: (source) => path.basename(source) !== "node_modules" });
      const [file = "", ...args] = manager.frozen;
      const frozen = await runProcess(file, args, { cwd: clone });
      expect(frozen.exitCode, `${frozen.stdout}${frozen.stderr}`).toBe(0);
      expect(await readFile(path.join(clone, "package.json"), "utf8")).toBe(manifest);
      const linted = await runProcess("npm", ["run", "lint"], { cwd: clone });
      expect(linted.exitCode, `${linted.stdout}${linted.stderr}`).toBe(0);
      for (const place of [repository, clone]) {
        await expect(readFile(path.join(place, "ran.txt"))).rejects.toThrow("ENOENT");
      }
    });
  });
});

test("only the chosen manager is started: a missing one is named before any write", async () => {
  await withTemporaryDirectory(async (directory) => {
    const manager = MANAGERS[0] as Manager;
    const repository = await makeRepository(directory, manager);
    const bin = path.join(directory, "bin");
    await mkdir(bin);
    const env = { HI_TEMP: path.join(directory, "temporary"), PATH: `${bin}:/usr/bin:/bin` };
    const flags = ["--yes", "--providers", "claude", "--scopes", ".", "--package-manager", "pnpm", "--json"];
    const ended = await runHi(["init", ...flags], { cwd: repository, env });
    expect(ended.exitCode).toBe(2);
    expect(JSON.parse(ended.stdout).refusal.code).toBe("HI_PACKAGE_MANAGER_MISSING");
    expect(await git(repository, "status", "--porcelain")).toBe("");
  });
});
