import { lstat, mkdir } from "node:fs/promises";

/** A place that this user cannot write at all: another one is looked for. */
const NO_PLACE = new Set(["EACCES", "ENOENT", "ENOTDIR", "EPERM", "EROFS"]);

/**
 * `made` and `found`: a folder of this user's own. `elsewhere`: nothing of ours can stand here. `unusable`: it could,
 * and something is wrong (a link, a file, a full disk).
 */
export type FolderState = "made" | "found" | "elsewhere" | "unusable";

/** Makes a folder that only this user can enter, inside one that exists; a link in its place is never followed. */
export async function makePrivateFolder(folder: string): Promise<FolderState> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return "made";
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "EEXIST") return lookAt(folder);
    return NO_PLACE.has(code) ? "elsewhere" : "unusable";
  }
}

async function lookAt(folder: string): Promise<FolderState> {
  const facts = await lstat(folder).catch(() => undefined);
  if (!facts?.isDirectory()) return "unusable";
  const isOurs = process.getuid === undefined || facts.uid === process.getuid();
  return isOurs ? "found" : "elsewhere";
}
