import { lstat } from "node:fs/promises";
import path from "node:path";

import { findGitFolder } from "./io/git-folder.ts";

const SAID =
  "hi: a publication is under way here or was cut short, so files of hi may be half changed; hi check says which\n";

/**
 * What is said where the journal of a publication lies (src/adapters/journal-place.ts): a hook looks and never recovers.
 * Empty where there is none.
 */
export async function tellJournal(root: string): Promise<string> {
  const git = await findGitFolder(root);
  const folder =
    git === undefined ? path.join(root, ".hi/publication") : path.join(git, await toNameOfRoot(root, "hi-publication"));
  return (await isThere(path.join(folder, "journal"))) ? SAID : "";
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false
  );

/** A git directory may be that of several roots, one below another. */
async function toNameOfRoot(root: string, name: string): Promise<string> {
  if (await isThere(path.join(root, ".git"))) return name;
  let top = path.dirname(root);
  while (!(await isThere(path.join(top, ".git"))) && top !== path.dirname(top)) top = path.dirname(top);
  const { createHash } = await import("node:crypto");
  const inside = path.relative(top, root).split(path.sep).join("/");
  return `${name}-${createHash("sha256").update(inside).digest("hex").slice(0, 16)}`;
}
