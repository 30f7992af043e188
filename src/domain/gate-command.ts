import type { PackageManager } from "./answers.ts";

/** How each manager runs a tool that is installed, and installs nothing; argv. */
const RUNNERS: Readonly<Record<PackageManager, readonly string[]>> = {
  bun: ["bunx", "--no-install"],
  npm: ["npx", "--no-install"],
  pnpm: ["pnpm", "exec"],
  yarn: ["yarn", "run"],
  "yarn-berry": ["yarn", "run"],
};

/** What puts the commit gate's hooks into a clone; argv. Run once by a person, after an install without scripts. */
export function toGateCommand(manager: PackageManager): readonly string[] {
  return [...RUNNERS[manager], "lefthook", "install"];
}
