import type { AbsolutePath, RelativePath, ScopePath } from "../../domain/paths.ts";
import { joinScope, relativePath } from "../../domain/paths.ts";
import type { ManifestState, ScopeFacts } from "../../domain/selection.ts";
import { findScopeProblem } from "../../domain/selection.ts";
import type { World } from "../world.ts";
import type { Selection } from "./parse-selection.ts";
import { parseSelection, toScopeRefusal } from "./parse-selection.ts";

/** What the disk is asked about the selection. */
export interface SelectionSite {
  readonly root: AbsolutePath;
  /** Every folder with a package of its own, to name where a missing scope may have moved to. */
  readonly packages: readonly string[];
}

/**
 * Normalises the selection and proves every scope: a real folder of the repository, under its own name, outside every
 * exclusion, with a package.json. All refused scopes are named at once. @throws Refusal HI_SCOPE_REFUSED, HI_EXCLUDE_REFUSED
 */
export async function checkSelection(
  selection: Selection,
  site: SelectionSite,
  world: World
): Promise<{ readonly scopes: readonly ScopePath[]; readonly exclude: readonly string[] }> {
  const { scopes, exclude, refused } = parseSelection(selection);
  const problems = [...refused];
  for (const scope of scopes) {
    const facts = await readScopeFacts(scope, { site, selected: scopes, world });
    const problem = findScopeProblem(scope, exclude, facts);
    if (problem) problems.push({ scope, problem });
  }
  if (problems.length > 0) throw toScopeRefusal(problems, selection);
  return { scopes, exclude };
}

interface ScopeQuestion {
  readonly site: SelectionSite;
  readonly selected: readonly ScopePath[];
  readonly world: World;
}

async function readScopeFacts(scope: ScopePath, { site, selected, world }: ScopeQuestion): Promise<ScopeFacts> {
  const folder = await world.surroundings.inspectFolder(site.root, await findSpelling(site.root, scope, world));
  const name = toLastSegment(scope);
  const isElsewhere = (path: string): boolean =>
    path !== scope && toLastSegment(path) === name && !selected.includes(path as ScopePath);
  const movedTo = folder.kind === "absent" ? site.packages.filter(isElsewhere) : [];
  const manifest = folder.kind === "folder" ? await readManifestState(site.root, scope, world) : "absent";
  return { folder, manifest, movedTo };
}

/** The scope as the disk spells it: on some disks a name that differs only in case is the same folder, so it is on all. */
async function findSpelling(root: AbsolutePath, scope: ScopePath, world: World): Promise<ScopePath> {
  if (scope === ".") return scope;
  let spelled = scope as RelativePath;
  for (const _ of scope.split("/")) {
    const twin = await world.disk.findCaseTwin(root, spelled);
    if (twin === undefined) break;
    spelled = relativePath(twin + spelled.slice(twin.length));
  }
  return spelled;
}

async function readManifestState(root: AbsolutePath, scope: ScopePath, world: World): Promise<ManifestState> {
  const state = await world.disk.inspect(root, joinScope(scope, "package.json"));
  if (state.kind === "file" || state.kind === "absent") return state.kind;
  if (state.kind !== "link") return "not-a-file";
  const inside = state.inside && (await world.disk.inspect(root, state.inside));
  if (inside === undefined) return "outside";
  return inside.kind === "file" ? "file" : "not-a-file";
}

const toLastSegment = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
