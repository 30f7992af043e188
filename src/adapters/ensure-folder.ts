import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import { orUndefined, toErrorCode } from "./system-error.ts";

const PRIVATE_FOLDER = 0o700;

/**
 * Makes a folder below a candidate's root and those on the way, private whatever the umask is. `folder` is relative,
 * POSIX separators, without links on the way.
 */
export function ensureFolder(root: AbsolutePath, folder: string): void {
  if (folder === "." || folder === "") return;
  const full = path.join(root, folder);
  if (orUndefined(["ENOENT"], () => lstatSync(full))?.isDirectory()) return;
  ensureFolder(root, path.posix.dirname(folder));
  try {
    mkdirSync(full, PRIVATE_FOLDER);
  } catch (error) {
    if (toErrorCode(error) !== "EEXIST") throw error;
    return;
  }
  chmodSync(full, PRIVATE_FOLDER);
}
