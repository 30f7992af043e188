import { realpathSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import type { FoundNode } from "../pipeline/doctor/machine.ts";
import type { ProcessRunner } from "../pipeline/world.ts";
import { isProgram } from "../runtime/io/is-program.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 15_000;
const MAX_OUTPUT_BYTES = 4096;
const PROGRAM = process.platform === "win32" ? "node.exe" : "node";

/**
 * The folders of PATH in their order, but for those of the repository and of whoever started us: `npm run` and `npx` put
 * `node_modules/.bin` of the project, of the folders above it and of their cache first. An agent does not, so a Node there
 * is not what its hooks get.
 */
export function listOutsideFolders(env: Environment, root: AbsolutePath): readonly string[] {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(path.delimiter);
  return folders.filter(
    (folder) => path.isAbsolute(folder) && !isOfPackages(folder) && !isSameOrBelow(root, toReal(folder))
  );
}

/** Whether a runner of packages has put the folder on PATH for the time of one command. */
function isOfPackages(folder: string): boolean {
  const segments = path.normalize(folder).split(path.sep).filter(Boolean);
  return segments.includes("_npx") || segments.slice(-2).join("/") === "node_modules/.bin";
}

/** The Node that a hook gets. It is started for its version only where it is not the one that runs this. */
export async function findNodeOnPath(
  root: AbsolutePath,
  env: Environment,
  processes: ProcessRunner
): Promise<FoundNode> {
  const files = listOutsideFolders(env, root).map((folder) => path.join(folder, PROGRAM));
  const file = files.find(isProgram) as AbsolutePath | undefined;
  if (file === undefined) return { kind: "absent" };
  if (toReal(file) === toReal(process.execPath)) return { kind: "found", file, version: process.versions.node };
  // A version manager's shim decides by the folder, so it is asked in the repository.
  const outcome = await processes.run({
    file,
    args: ["--version"],
    cwd: root,
    env: toPresent(env),
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  const version = /^v(\d+\.\d+\.\d+\S*)\s*$/.exec(outcome.stdout)?.[1];
  if (outcome.ending === "ok" && version !== undefined) return { kind: "found", file, version };
  return { kind: "silent", file, problem: (outcome.stderr || outcome.stdout).trim() || outcome.ending };
}

/** The environment without what is not set. */
export function toPresent(env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function toReal(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}
