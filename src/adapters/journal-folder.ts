import { lstatSync } from "node:fs";

import type { AbsolutePath } from "../domain/paths.ts";
import { toInvalid } from "./journal-document.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** Through a link the journal would be someone else's. @throws Refusal HI_JOURNAL_INVALID */
export function refuseUnlessOwnFolder(folder: AbsolutePath): void {
  const stats = orUndefined(ABSENCE, () => lstatSync(folder));
  if (stats?.isDirectory() !== true) throw toInvalid(`${folder}/journal`, "its folder is a link, or no folder");
}
