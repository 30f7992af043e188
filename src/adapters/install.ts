import path from "node:path";

import type { PackageManager } from "../domain/answers.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import type { ProcessRunner } from "../pipeline/world.ts";
import { listLaunches, toSearchPath } from "./manager-on-path.ts";

const TIMEOUT_MS = 15 * 60 * 1000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** How much of a failed command's words is passed on: its end, where the error is. */
const MAX_QUOTED = 4000;

export interface Install {
  readonly root: AbsolutePath;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
  readonly note: (text: string) => void;
}

/** Runs the project's install command in the live repository, as a person would; false, and a note, when it failed. */
export async function runInstall({ root, command, env, processes, note }: Install): Promise<boolean> {
  const [name = "", ...args] = command;
  const [launch] = listLaunches(toManager(name, args), env, root);
  const present = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const outcome = await processes.run({
    // A program of that name in the repository, which `npx` and `npm run` put first on PATH, is never the one started.
    file: launch?.file ?? name,
    args: [...(launch?.before ?? []), ...args],
    cwd: root,
    env: { ...Object.fromEntries(present), PATH: toSearchPath(env, root).join(path.delimiter) },
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (outcome.ending === "ok") return true;
  const how = outcome.exitCode === undefined ? outcome.ending : `exit ${outcome.exitCode}`;
  const said = `${outcome.stdout}${outcome.stderr}`.trim().slice(-MAX_QUOTED);
  note(`${command.join(" ")} ended with ${how} in ${root}\n${said}`);
  return false;
}

/** Yarn 2 and later share the name with Yarn 1; their install commands differ. */
function toManager(name: string, args: readonly string[]): PackageManager {
  if (name !== "yarn") return name as PackageManager;
  return args.includes("--mode=skip-build") ? "yarn-berry" : "yarn";
}
