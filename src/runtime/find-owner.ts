import path from "node:path";

import type { OwnerFinder } from "../domain/file-owner.ts";
import { createOwnerFinder } from "../domain/file-owner.ts";
import type { Route } from "../domain/route.ts";
import { readFolderKind } from "./io/folder-kind.ts";

/** Who owns a file of the repository, by the selection and by what its folders are now. `root` is a real path. */
export function findOwnersOnDisk(root: string, routes: readonly Route[]): OwnerFinder<Route> {
  return createOwnerFinder(routes, (folder) => readFolderKind(path.join(root, folder)));
}
