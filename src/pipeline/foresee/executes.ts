import type { ConfigText } from "../../domain/executed-code.ts";
import { listBrought, listExecuted, listPlaces } from "../../domain/executed-code.ts";
import type { RelativePath } from "../../domain/paths.ts";
import { isRelativePath, joinScope } from "../../domain/paths.ts";
import type { Plan } from "../../domain/plan.ts";
import { listPresentConfigs } from "../preview/baseline.ts";
import type { Foresight } from "./foresight.ts";

/** Most files that are followed, a bound against chains without end. */
const MOST_FILES = 300;
/** A module larger than this is a bundle: it is listed, and not read. */
const LARGEST_BYTES = 1024 * 1024;

/**
 * The project's own code that a preview of the plan makes a tool execute: configuration modules and plugins, as they are
 * now and as they will be, and what these import by a relative path, followed to the end. Ours are not among them.
 */
export async function listExecutes(foresight: Foresight): Promise<readonly string[]> {
  const { plan } = foresight;
  if (plan.answers.scopes.length === 0) return [];
  const roots = listRoots(foresight).filter((path) => !isOurs(plan, path));
  const configs = await readAll(foresight, roots);
  const followed = await follow(foresight, configs);
  return [...new Set([...listExecuted([...configs, ...followed.configs]), ...followed.executed])].toSorted();
}

function listRoots({ plan, listed }: Foresight): readonly RelativePath[] {
  const { scopes } = plan.answers;
  const effective = scopes.flatMap(({ policy }) =>
    policy.kind === "generated" ? (policy.project?.path ?? []) : [policy.path]
  );
  const formats = scopes.filter(({ format }) => format).map(({ path }) => joinScope(path, "oxfmt.config.ts"));
  return [...new Set([...listPresentConfigs(listed, plan), ...effective, ...formats])] as RelativePath[];
}

/** A file that we generate, as we generate it: one that was edited here runs what the project wrote. */
function isOurs({ entries, receiptBefore }: Plan, path: string): boolean {
  const entry = entries.find((one) => one.path === path);
  if (entry?.reason.code.startsWith("local-edit")) return false;
  return entry?.action === "create" || receiptBefore?.files[path]?.class === "generated";
}

async function readAll(foresight: Foresight, paths: readonly RelativePath[]): Promise<readonly ConfigText[]> {
  return (await Promise.all(paths.map((path) => readVersions(foresight, path)))).flat();
}

/** The file as it is and as it will be, once where the two are the same. */
async function readVersions({ readPresent, readPlanned }: Foresight, path: RelativePath): Promise<ConfigText[]> {
  const versions = [await readPresent(path), await readPlanned(path)];
  const texts = versions.flatMap((bytes) =>
    bytes === undefined || bytes.length > LARGEST_BYTES ? [] : [new TextDecoder().decode(bytes)]
  );
  return [...new Set(texts)].map((text) => ({ path, text }));
}

interface Followed {
  /** Configurations that another one extends: not code, but they may name plugins. */
  readonly configs: readonly ConfigText[];
  readonly executed: readonly string[];
}

async function follow(foresight: Foresight, roots: readonly ConfigText[]): Promise<Followed> {
  const configs: ConfigText[] = [];
  const executed: string[] = [];
  const known = new Set<string>(roots.map(({ path }) => path));
  const pending = [...roots];
  for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
    const { relative, isComputed } = listBrought(from);
    if (isComputed) executed.push(`${from.path}: and what it imports by a computed name`);
    for (const name of relative) {
      const place = await findPlace(foresight, from.path, name);
      if (place === undefined || known.has(place) || isOurs(foresight.plan, place)) continue;
      if (known.size >= MOST_FILES) return { configs, executed: [...executed, `${from.path}: and what it imports`] };
      known.add(place);
      const versions = await readVersions(foresight, place);
      pending.push(...versions);
      if (/\.jsonc?$/.test(place)) configs.push(...versions);
      else if (!isPlugin(from, name)) executed.push(`${place} (${from.path})`);
    }
  }
  return { configs, executed };
}

/** A plugin is listed already, by the name that its configuration gives it. */
function isPlugin(from: ConfigText, name: string): boolean {
  return listExecuted([from]).includes(`${name} (${from.path})`);
}

/** Where a relative name leads, inside the repository and outside `node_modules`; undefined where no file stands. */
async function findPlace(foresight: Foresight, from: string, name: string): Promise<RelativePath | undefined> {
  for (const path of listPlaces(from, name)) {
    if (!isRelativePath(path)) continue;
    if ((await foresight.readPlanned(path)) ?? (await foresight.readPresent(path))) return path;
  }
  return undefined;
}
