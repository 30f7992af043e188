import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import type { PackageManager } from "../../src/domain/answers.ts";
import { writeAll } from "../helpers/generated.ts";
import { git, PROJECT_ROOT, runHi, runProcess, withTemporaryDirectory } from "../helpers/hi.ts";
import { makeManagerFolder } from "../helpers/package-managers.ts";

/** A package manager as it is really started: argv to make a lockfile, and to install exactly what it says. */
interface Manager {
  readonly name: PackageManager;
  readonly lock: readonly string[];
  readonly frozen: readonly string[];
  readonly lockfile: string;
  /** What the run says and starts. */
  readonly install: string;
  /** What tells its lockfile from that of its namesake. */
  readonly writes?: string;
  /** Further files of the repository. */
  readonly files?: Readonly<Record<string, string>>;
}

const MANAGERS: readonly Manager[] = [
  {
    name: "npm",
    lock: ["npm", "install", "--package-lock-only", "--ignore-scripts"],
    frozen: ["npm", "ci", "--ignore-scripts"],
    lockfile: "package-lock.json",
    install: "npm install --ignore-scripts",
  },
  {
    name: "pnpm",
    lock: ["pnpm", "install", "--lockfile-only", "--ignore-scripts"],
    frozen: ["pnpm", "install", "--frozen-lockfile", "--ignore-scripts"],
    lockfile: "pnpm-lock.yaml",
    install: "pnpm install --ignore-scripts",
  },
  {
    name: "bun",
    lock: ["bun", "install", "--lockfile-only", "--ignore-scripts"],
    frozen: ["bun", "install", "--frozen-lockfile", "--ignore-scripts"],
    lockfile: "bun.lock",
    install: "bun install --ignore-scripts",
  },
  {
    name: "yarn",
    lock: ["yarn", "install", "--ignore-scripts", "--non-interactive"],
    frozen: ["yarn", "install", "--frozen-lockfile", "--ignore-scripts"],
    lockfile: "yarn.lock",
    install: "yarn install --ignore-scripts",
    writes: "# yarn lockfile v1",
  },
  {
    name: "yarn-berry",
    lock: ["yarn", "install", "--mode=update-lockfile"],
    frozen: ["yarn", "install", "--immutable", "--mode=skip-build"],
    lockfile: "yarn.lock",
    install: "yarn install --mode=skip-build",
    writes: "__metadata:",
    // The lint script of the clone is started through npm, which knows no other layout.
    files: { ".yarnrc.yml": "nodeLinker: node-modules\n" },
  },
];

/** A lifecycle script that leaves a witness when anyone runs it. */
const WITNESS = "node -e \"require('node:fs').writeFileSync('ran.txt','')\"";

/** The real manager first on PATH under its usual name: two of them go by `yarn`. */
async function toEnvironment(directory: string, { name }: Manager): Promise<Readonly<Record<string, string>>> {
  if (!name.startsWith("yarn")) return {};
  const folder = await makeManagerFolder(directory, [name]);
  const scripts = path.join(PROJECT_ROOT, "node_modules/.bin");
  return {
    PATH: [folder, scripts, process.env["PATH"] ?? ""].join(path.delimiter),
    YARN_ENABLE_TELEMETRY: "0",
    YARN_ENABLE_GLOBAL_CACHE: "true",
  };
}

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
  await writeAll(repository, manager.files ?? {});
  const [file = "", ...args] = manager.lock;
  const env = { ...(await toEnvironment(directory, manager)), YARN_ENABLE_IMMUTABLE_INSTALLS: "0" };
  const locked = await runProcess(file, args, { cwd: repository, env });
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
      const managed = await toEnvironment(directory, manager);
      const env = { ...managed, HI_TEMP: path.join(directory, "temporary") };
      const flags = ["--yes", "--preview", "off", "--providers", "claude", "--scopes", "."];
      const shown = await runHi(["init", "--dry-run", ...flags], { cwd: repository, env });
      expect(shown.stdout).toContain(manager.install);
      const ended = await runHi(["init", "--install", ...flags], { cwd: repository, env });
      expect(ended.exitCode, `${ended.stdout}${ended.stderr}`).toBe(0);
      const manifest = await readFile(path.join(repository, "package.json"), "utf8");
      const lockfile = await readFile(path.join(repository, manager.lockfile), "utf8");
      expect(lockfile).toContain("ultracite");
      expect(lockfile).toContain(manager.writes ?? "");
      // The frozen install happens in a copy without node_modules, as on a machine that only has the commit.
      const clone = path.join(directory, "clone");
      await cp(repository, clone, { recursive: true, filter: (source) => path.basename(source) !== "node_modules" });
      const [file = "", ...args] = manager.frozen;
      const frozen = await runProcess(file, args, { cwd: clone, env: managed });
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
