import { existsSync, realpathSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import type { PackageManager } from "../../src/domain/answers.ts";
import { PROJECT_ROOT, runProcess } from "./hi.ts";

const MODULES = path.join(PROJECT_ROOT, "node_modules");

/** Where each real package manager begins; npm is the machine's own, the others are dev dependencies. */
const PROGRAMS: Readonly<Record<PackageManager, () => string>> = {
  npm: () => findNpm(),
  pnpm: () => path.join(MODULES, "pnpm/pnpm"),
  yarn: () => path.join(MODULES, "yarn/bin/yarn.js"),
  "yarn-berry": () => path.join(MODULES, "@yarnpkg/cli-dist/bin/yarn.js"),
  bun: () => path.join(MODULES, "bun/bin/bun.exe"),
};

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
    await symlink(PROGRAMS[manager](), path.join(folder, manager === "yarn-berry" ? "yarn" : manager));
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
  const program = PROGRAMS[manager]();
  const isScript = manager === "npm" || manager.startsWith("yarn");
  const [file, before] = isScript ? [process.execPath, [program]] : [program, []];
  const env = { YARN_IGNORE_PATH: "1", YARN_ENABLE_TELEMETRY: "0", YARN_ENABLE_IMMUTABLE_INSTALLS: "0", pnpm_config_pm_on_fail: "ignore" };
  const ended = await runProcess(file, [...before, ...LOCK_COMMANDS[manager]], { cwd: repository, env });
  if (ended.exitCode !== 0) throw new Error(`${manager} could not lock: ${ended.stdout}${ended.stderr}`);
}
