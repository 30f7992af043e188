import type { AbsolutePath, ScopePath } from "../../domain/paths.ts";
import { joinScope } from "../../domain/paths.ts";
import { SETTINGS_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { ManifestState, ScopeFacts, ScopeProblem } from "../../domain/selection.ts";
import { findScopeProblem, parseExclude, parseScopes, toScopeSentence } from "../../domain/selection.ts";
import type { World } from "../world.ts";

/** A selection as written down, and where: by flags or prompts, or in the settings file. */
export interface Selection {
  readonly scopes: readonly string[];
  readonly exclude: readonly string[];
  readonly isFromSettings: boolean;
}

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
  world: World,
): Promise<{ readonly scopes: readonly ScopePath[]; readonly exclude: readonly string[] }> {
  const { exclude, refused: refusedPatterns } = parseExclude(selection.exclude);
  const [firstPattern] = refusedPatterns;
  if (firstPattern) throw toPatternRefusal(firstPattern, selection);
  const parsed = parseScopes(selection.scopes);
  const problems = parsed.refused.map(({ text, problem }) => ({ scope: text, problem }));
  for (const scope of parsed.scopes) {
    const facts = await readScopeFacts(scope, { site, selected: parsed.scopes, world });
    const problem = findScopeProblem(scope, exclude, facts);
    if (problem) problems.push({ scope, problem });
  }
  if (problems.length > 0) throw toScopeRefusal(problems, selection);
  return { scopes: parsed.scopes, exclude };
}

interface ScopeQuestion {
  readonly site: SelectionSite;
  readonly selected: readonly ScopePath[];
  readonly world: World;
}

async function readScopeFacts(scope: ScopePath, { site, selected, world }: ScopeQuestion): Promise<ScopeFacts> {
  const folder = await world.surroundings.inspectFolder(site.root, scope);
  const name = toLastSegment(scope);
  const isElsewhere = (path: string): boolean =>
    path !== scope && toLastSegment(path) === name && !selected.includes(path as ScopePath);
  const movedTo = folder.kind === "absent" ? site.packages.filter(isElsewhere) : [];
  const manifest = folder.kind === "folder" ? await readManifestState(site.root, scope, world) : "absent";
  return { folder, manifest, movedTo };
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

function toScopeRefusal(
  problems: readonly { readonly scope: string; readonly problem: ScopeProblem }[],
  { isFromSettings }: Selection,
): Refusal {
  const sentences = problems.map(({ scope, problem }) => toScopeSentence(scope, problem));
  return new Refusal({
    code: "HI_SCOPE_REFUSED",
    message: `${problems.length === 1 ? "A scope is" : "Scopes are"} refused: ${sentences.join("; ")}.`,
    ...(isFromSettings ? { where: { path: SETTINGS_PATH } } : {}),
    next: isFromSettings
      ? "hi init --scopes A,B selects again"
      : "name folders with a package.json, from the repository root: hi init --scopes A,B",
    details: {
      scopes: problems.map(({ scope }) => scope),
      problems: problems.map(({ problem }) => problem.kind),
    },
  });
}

function toPatternRefusal(
  refused: { readonly text: string; readonly problem: string },
  { isFromSettings }: Selection,
): Refusal {
  return new Refusal({
    code: "HI_EXCLUDE_REFUSED",
    message: `${JSON.stringify(refused.text)} is no exclusion pattern (${refused.problem}).`,
    ...(isFromSettings ? { where: { path: SETTINGS_PATH } } : {}),
    next: "use repository-relative globs of *, **, ?, [] and {}: hi init --exclude 'examples/**'",
    details: { pattern: refused.text, problem: refused.problem },
  });
}
