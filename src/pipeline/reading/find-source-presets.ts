import type { FolderFacts } from "../../domain/detection.ts";
import { createOwnerFinder } from "../../domain/file-owner.ts";
import { isExcludedBy } from "../../domain/path-pattern.ts";
import type { AbsolutePath, RelativePath, ScopePath } from "../../domain/paths.ts";
import { planSourceSearch, toPackageName } from "../../domain/presets.ts";
import type { ScopePreset, SourceSearch } from "../../domain/presets.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";

/** Most sources that one run reads for this, and the largest: a framework shows early, or is in a manifest. */
const MOST_SOURCES = 2000;
const LARGEST_BYTES = 256 * 1024;

/** The scopes whose sources are looked at, and what they may contain. */
export interface SourcesQuestion {
  readonly root: AbsolutePath;
  readonly rootFolder: FolderFacts;
  /** The repository's lintable files. */
  readonly sources: readonly RelativePath[];
  readonly scopes: readonly ScannedScope[];
  /** Packages that are not selected. */
  readonly embedded: readonly string[];
}

interface ScannedScope {
  readonly folder: FolderFacts;
  /** What the scope leaves out, as globs relative to it. */
  readonly ignore: readonly string[];
  /** Presets that its manifest, files and scripts show already. */
  readonly known: readonly ScopePreset[];
}

/**
 * Presets that only a scope's own sources show, by scope: a component's file, or an import, confirmed by a parser. Of a
 * large scope the first files by path are read.
 */
export async function findSourcePresets(
  question: SourcesQuestion,
  world: Pick<World, "disk" | "imports">
): Promise<ReadonlyMap<ScopePath, readonly ScopePreset[]>> {
  const { root, rootFolder, scopes } = question;
  const dealt = dealOut(question);
  const around = [rootFolder.manifest, ...scopes.map(({ folder }) => folder.manifest)];
  const budget = Math.ceil(MOST_SOURCES / Math.max(1, scopes.length));
  const found = new Map<ScopePath, readonly ScopePreset[]>();
  for (const { folder, known } of scopes) {
    const sources = dealt.get(folder.path) ?? [];
    const search = planSourceSearch(known, sources, around);
    const imported = await findImported({ root, sources: sources.slice(0, budget), search }, world);
    const presets = [...search.byExtension, ...imported];
    if (presets.length > 0) found.set(folder.path, presets);
  }
  return found;
}

function dealOut({ sources, scopes, embedded }: SourcesQuestion): ReadonlyMap<ScopePath, readonly RelativePath[]> {
  const packages = new Set(embedded);
  const owning = scopes.map(({ folder, ignore }) => ({
    path: folder.path,
    leavesOut: (inside: string): boolean => ignore.some((pattern) => isExcludedBy(pattern, inside)),
  }));
  const owners = createOwnerFinder(owning, (folder) => (packages.has(folder) ? "package" : "plain"));
  const dealt = new Map<ScopePath, RelativePath[]>();
  for (const { path } of owning) dealt.set(path, []);
  for (const source of sources.toSorted()) dealt.get(owners.ofFile(source)?.path as ScopePath)?.push(source);
  return dealt;
}

interface ImportSearch {
  readonly root: AbsolutePath;
  readonly sources: readonly RelativePath[];
  readonly search: SourceSearch;
}

async function findImported(
  { root, sources, search }: ImportSearch,
  world: Pick<World, "disk" | "imports">
): Promise<readonly ScopePreset[]> {
  const open = new Map(search.byImport.map(({ name, packages }) => [name, packages]));
  const found: ScopePreset[] = [];
  for (const source of sources) {
    if (open.size === 0) break;
    const text = await readText(root, source, world);
    const mentioned = [...open].filter(([, packages]) => listQuoted(text).some((name) => packages.test(name)));
    if (mentioned.length === 0) continue;
    const imported = (await world.imports(text)).map((name) => toPackageName(name) ?? "");
    for (const [name, packages] of mentioned) {
      const seen = imported.find((one) => packages.test(one));
      if (seen === undefined) continue;
      found.push({ name, because: `${source} imports ${seen}`, isFromSource: true });
      open.delete(name);
    }
  }
  return found;
}

/** What cannot be read shows nothing here: whether it may be is not asked. */
async function readText(root: AbsolutePath, path: RelativePath, { disk }: Pick<World, "disk">): Promise<string> {
  const state = await disk.inspect(root, path).catch(() => undefined);
  if (state?.kind !== "file" || state.bytes.length > LARGEST_BYTES) return "";
  const decoded = decodeText(state.bytes);
  return decoded.ok ? decoded.text : "";
}

/** The packages that quoted names could lead to: what is worth a parse. */
function listQuoted(text: string): readonly string[] {
  return [...text.matchAll(/["']([@\w][^"'\n]*)["']/g)].flatMap(([, name = ""]) => toPackageName(name) ?? []);
}
