import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import { readStart } from "./file-start.ts";
import { findGitDirectory } from "./git-layout.ts";

/** A hook or a configuration is a few lines; more of it is not looked at. */
const MAX_BYTES = 64 * 1024;

/**
 * True where git's pre-commit hook of this work tree names the program. From the disk alone, so that a check starts no
 * process. Note: a `core.hooksPath` of the user's or the machine's own configuration is not seen.
 */
export function hasCommitHook(root: AbsolutePath, program: string): boolean {
  const gitDirectory = findGitDirectory(root);
  if (gitDirectory === undefined) return false;
  const common = path.resolve(gitDirectory, readText(path.join(gitDirectory, "commondir")).trim());
  const configured = readHooksPath(path.join(common, "config"));
  const hooks = configured === undefined ? path.join(common, "hooks") : path.resolve(root, configured);
  return readText(path.join(hooks, "pre-commit")).includes(program);
}

const readText = (file: string): string => readStart(file, MAX_BYTES);

/** The last `hooksPath` of the sections `[core]` (git-config(1): names are read without regard to case). */
function readHooksPath(config: string): string | undefined {
  const sections = readText(config).split(/^(?=[ \t]*\[)/m);
  const core = sections.filter((section) => /^[ \t]*\[core\]/i.test(section)).join("\n");
  return [...core.matchAll(/^[ \t]*hooksPath[ \t]*=[ \t]*"?(.*?)"?[ \t]*\r?$/gim)].at(-1)?.[1];
}
