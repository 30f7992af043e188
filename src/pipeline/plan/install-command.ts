import type { PackageManager } from "../../domain/answers.ts";

const COMMANDS: Readonly<Record<PackageManager, readonly string[]>> = {
  bun: ["bun", "install", "--ignore-scripts"],
  npm: ["npm", "install", "--ignore-scripts"],
  pnpm: ["pnpm", "install", "--ignore-scripts", "--no-frozen-lockfile"],
  yarn: ["yarn", "install", "--ignore-scripts"],
  "yarn-berry": ["yarn", "install", "--mode=skip-build", "--no-immutable"],
};

/** The command that brings the lockfile up to the published manifests, lifecycle scripts off; argv. */
export function findInstallCommand(manager: PackageManager): readonly string[] {
  return COMMANDS[manager];
}
