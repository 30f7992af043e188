import { accessSync, constants, existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

import { isSameOrBelow } from "./is-same-or-below.ts";

/** Where git is, and the PATH that it is started with. */
export interface FoundGit {
  /** Absolute; undefined where no trusted folder holds one. */
  readonly program: string | undefined;
  readonly path: string;
}

/**
 * Finds git outside of every repository that a folder lies in: `npx` and `npm run` put the project's own
 * `node_modules/.bin` first, and a program named git in it must not be started by looking at the project.
 */
export function findGit(env: Readonly<Record<string, string | undefined>>, cwd: string): FoundGit {
  const repositories = listRepositories(toReal(cwd));
  const isOutside = (folder: string): boolean =>
    path.isAbsolute(folder) && !repositories.some((root) => isSameOrBelow(root, toReal(folder)));
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(path.delimiter).filter(isOutside);
  const name = process.platform === "win32" ? "git.exe" : "git";
  return {
    program: folders.map((folder) => path.join(folder, name)).find(isProgram),
    path: folders.join(path.delimiter),
  };
}

/** Every folder above that carries `.git`, and the folder itself where none does. */
function listRepositories(folder: string): readonly string[] {
  const found: string[] = [];
  for (let here = folder; ; here = path.dirname(here)) {
    if (existsSync(path.join(here, ".git"))) found.push(here);
    if (path.dirname(here) === here) return found.length === 0 ? [folder] : found;
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Itself where nothing stands there, or where it may not be looked at. */
function toReal(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
