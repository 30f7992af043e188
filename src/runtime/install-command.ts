import { existsSync } from "node:fs";
import path from "node:path";

const LOCKFILES: readonly (readonly [name: string, command: string])[] = [
  ["pnpm-lock.yaml", "pnpm install"],
  ["yarn.lock", "yarn install"],
  ["bun.lock", "bun install"],
  ["bun.lockb", "bun install"],
];

/** The command that installs the dependencies, as far as the repository's lockfile tells it; npm's otherwise. */
export function findInstallCommand(root: string): string {
  return LOCKFILES.find(([name]) => existsSync(path.join(root, name)))?.[1] ?? "npm install";
}
