import { existsSync, readFileSync, realpathSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";

import type { PackageManager } from "../../src/domain/answers.ts";
import { PROJECT_ROOT, runProcess } from "./hi.ts";

const MODULES = path.join(PROJECT_ROOT, "node_modules");

/** The dev dependency that is each package manager, and its command; npm is the machine's own. */
const PACKAGES: Readonly<Record<Exclude<PackageManager, "npm">, readonly [name: string, command: string]>> = {
  pnpm: ["pnpm", "pnpm"],
  yarn: ["yarn", "yarn"],
  "yarn-berry": ["@yarnpkg/cli-dist", "yarn"],
  bun: ["bun", "bun"],
};

/** Where a real package manager begins. */
function findProgram(manager: PackageManager): string {
  if (manager === "npm") return findNpm();
  const [name, command] = PACKAGES[manager];
  const { bin } = JSON.parse(readFileSync(path.join(MODULES, name, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  return path.join(MODULES, name, bin[command] ?? "");
}

function findNpm(): string {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const found = folders.map((folder) => path.join(folder, "npm")).find((file) => existsSync(file));
  if (found === undefined) throw new Error("these tests need npm on PATH");
  return realpathSync(found);
}

/** Makes a folder that holds exactly these package managers under their usual names, and returns it. */
export async function makeManagerFolder(parent: string, managers: readonly PackageManager[]): Promise<string> {
  const folder = path.join(parent, `managers-${managers.join("-")}`);
  await mkdir(folder, { recursive: true });
  for (const manager of managers) {
    const link = path.join(folder, manager === "yarn-berry" ? "yarn" : manager);
    if (!existsSync(link)) await symlink(findProgram(manager), link);
  }
  return folder;
}

const LOCK_COMMANDS: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"],
  pnpm: ["install", "--lockfile-only", "--ignore-scripts"],
  yarn: ["install", "--ignore-scripts", "--non-interactive"],
  "yarn-berry": ["install", "--mode=update-lockfile"],
  bun: ["install", "--lockfile-only", "--ignore-scripts"],
};

export const LOCKFILES: Readonly<Record<PackageManager, string>> = {
  npm: "package-lock.json",
  pnpm: "pnpm-lock.yaml",
  yarn: "yarn.lock",
  "yarn-berry": "yarn.lock",
  bun: "bun.lock",
};

/** Writes the lockfile of a repository with its real package manager. */
export async function lock(repository: string, manager: PackageManager): Promise<void> {
  const program = findProgram(manager);
  const [file, before] = /\.[cm]?js$/.test(program) ? [process.execPath, [program]] : [program, []];
  const env = {
    YARN_IGNORE_PATH: "1",
    YARN_ENABLE_TELEMETRY: "0",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "0",
    pnpm_config_pm_on_fail: "ignore",
  };
  const ended = await runProcess(file, [...before, ...LOCK_COMMANDS[manager]], { cwd: repository, env });
  if (ended.exitCode !== 0) throw new Error(`${manager} could not lock: ${ended.stdout}${ended.stderr}`);
}
