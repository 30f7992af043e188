import type { AbsolutePath } from "../domain/paths.ts";
import { findOwnFolder, toNameOfRoot } from "./own-folder.ts";

// Apart from what reads a journal: most runs only look whether there is one.

/** Without endings, so that outside git neither is taken for a source or a configuration. */
export const JOURNAL = "journal";
export const LAST = "last";

/** Where the journal of a repository's publications is; it need not be there. @throws Refusal HI_LINK_OUTSIDE */
export function findJournalFolder(root: AbsolutePath): AbsolutePath {
  return findOwnFolder(root, toNameOfRoot(root, "hi-publication"), "publication");
}
