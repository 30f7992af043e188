import { lstatSync } from "node:fs";

import type { AbsolutePath } from "../domain/paths.ts";
import { toInvalid } from "./journal-document.ts";
import { findOwnFolder, toNameOfRoot } from "./own-folder.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** Without endings, so that outside git neither is taken for a source or a configuration. */
export const JOURNAL = "journal";
export const LAST = "last";

/** Where the journal of a repository's publications is; it need not be there. @throws Refusal HI_LINK_OUTSIDE */
export function findJournalFolder(root: AbsolutePath): AbsolutePath {
  return findOwnFolder(root, toNameOfRoot(root, "hi-publication"), "publication");
}

/** Through a link the journal would be someone else's. @throws Refusal HI_JOURNAL_INVALID */
export function refuseUnlessOwnFolder(folder: AbsolutePath): void {
  const stats = orUndefined(ABSENCE, () => lstatSync(folder));
  if (stats?.isDirectory() !== true) throw toInvalid(`${folder}/journal`, "its folder is a link, or no folder");
}
