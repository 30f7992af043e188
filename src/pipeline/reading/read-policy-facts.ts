import type { LintPolicy } from "../../domain/answers.ts";
import type { FolderFacts } from "../../domain/detection.ts";
import { findLintPolicy, listTheirCommands, toNamed } from "../../domain/lint-policy.ts";
import type { AbsolutePath, RelativePath, ScopePath } from "../../domain/paths.ts";
import type { Receipt } from "../../domain/receipt.ts";
import type { World } from "../world.ts";
import { readFolder } from "./read-folder.ts";

/** Where policies are looked for. */
export interface PolicySite {
  readonly root: AbsolutePath;
  readonly receipt: Receipt | undefined;
  readonly rootFolder: FolderFacts;
}

/** Who writes the policy of each folder, in their order. Reads the folders above them, each once, and what scripts name. */
export async function readLintPolicies(
  folders: readonly FolderFacts[],
  site: PolicySite,
  world: World
): Promise<readonly LintPolicy[]> {
  const known = new Map<ScopePath, FolderFacts>([[site.rootFolder.path, site.rootFolder]]);
  for (const folder of folders) known.set(folder.path, folder);
  for (const path of folders.flatMap((folder) => listAbove(folder.path))) {
    if (!known.has(path)) known.set(path, await readFolder(site.root, path, world));
  }
  const files = await findNamed([...known.values()], site, world);
  const isFile = (path: RelativePath): boolean => files.has(path);
  return folders.map((folder) => {
    const above = listAbove(folder.path).flatMap((path) => known.get(path) ?? []);
    return findLintPolicy({ folder, above, receipt: site.receipt, isFile });
  });
}

/** The folders above a scope, nearest first, the root last. */
function listAbove(scope: ScopePath): readonly ScopePath[] {
  if (scope === ".") return [];
  const parts = scope.split("/").slice(0, -1);
  const above = parts.map((_part, index) => parts.slice(0, index + 1).join("/") as ScopePath);
  return [...above.toReversed(), "." as ScopePath];
}

async function findNamed(
  folders: readonly FolderFacts[],
  { root, receipt }: PolicySite,
  world: World
): Promise<ReadonlySet<RelativePath>> {
  const named = folders.flatMap((folder) =>
    listTheirCommands(folder, receipt).flatMap(({ config }) => (config && toNamed(folder.path, config)) || [])
  );
  const files = new Set<RelativePath>();
  for (const path of new Set(named)) {
    const state = await world.disk.inspect(root, path);
    if (state.kind === "file" || (state.kind === "link" && state.file)) files.add(path);
  }
  return files;
}
