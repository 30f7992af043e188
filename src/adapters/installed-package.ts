import path from "node:path";

import type { AbsolutePath, ScopePath } from "../domain/paths.ts";
import type { InstalledPackage } from "../pipeline/doctor/machine.ts";
import { readJson } from "../runtime/io/read-json.ts";

/**
 * The package that a scope's tools would find, as the hook's runtime looks for it: in the scope's `node_modules`, then
 * folder by folder up to the root. Its version is read, nothing of it is started. Undefined where there is none.
 */
export async function findInstalledPackage(
  root: AbsolutePath,
  scope: ScopePath,
  name: string
): Promise<InstalledPackage | undefined> {
  for (const from of listUpward(scope)) {
    const file = await readJson(path.join(root, from, "node_modules", name, "package.json"));
    if (file.kind === "absent") continue;
    const { version } = (file.kind === "value" ? file.value : {}) as { readonly version?: unknown };
    return { from, version: typeof version === "string" ? version : "unreadable" };
  }
  return undefined;
}

function* listUpward(scope: ScopePath): Generator<ScopePath> {
  for (let here: string = scope; here !== "."; here = path.posix.dirname(here)) yield here as ScopePath;
  yield "." as ScopePath;
}
