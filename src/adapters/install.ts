import type { AbsolutePath } from "../domain/paths.ts";
import type { ProcessRunner } from "../pipeline/world.ts";

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
  const [file = "", ...args] = command;
  const present = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const outcome = await processes.run({
    file,
    args,
    cwd: root,
    env: Object.fromEntries(present),
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (outcome.ending === "ok") return true;
  const how = outcome.exitCode === undefined ? outcome.ending : `exit ${outcome.exitCode}`;
  const said = `${outcome.stdout}${outcome.stderr}`.trim().slice(-MAX_QUOTED);
  note(`${command.join(" ")} ended with ${how} in ${root}\n${said}`);
  return false;
}
