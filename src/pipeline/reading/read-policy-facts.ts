import type { LintPolicy } from "../../domain/answers.ts";
import type { FolderFacts } from "../../domain/detection.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Json } from "../../domain/json.ts";
import { isJsonEqual } from "../../domain/json.ts";
import { findLintPolicy } from "../../domain/lint-policy.ts";
import { decideThreshold } from "../../domain/lint-threshold.ts";
import type { NamingFacts } from "../../domain/named-policies.ts";
import { findUntaken, listNamedPaths, listTheirCommands, listTheirUnread } from "../../domain/named-policies.ts";
import type { AbsolutePath, RelativePath, ScopePath } from "../../domain/paths.ts";
import { isRelativePath } from "../../domain/paths.ts";
import type { ReadPolicy } from "../../domain/policy-findings.ts";
import type { Policy } from "../../domain/policy/policy.ts";
import { listExtended, readPolicy } from "../../domain/policy/read-policy.ts";
import type { Receipt } from "../../domain/receipt.ts";
import { decodeText } from "../../domain/text-encoding.ts";
import type { World } from "../world.ts";
import { readFolder } from "./read-folder.ts";

/** Where policies are looked for. */
export interface PolicySite {
  readonly root: AbsolutePath;
  readonly receipt: Receipt | undefined;
  readonly rootFolder: FolderFacts;
}

/** Longer than any chain of configurations that people keep. */
const MOST_FILES = 100;
const LARGEST_BYTES = 1024 * 1024;

/**
 * Who writes the policy of each folder, in their order, and what it says that a plan has to know. Reads the folders above
 * them, each once, what scripts name, and the policies themselves.
 */
export async function readPolicies(
  folders: readonly FolderFacts[],
  site: PolicySite,
  world: World
): Promise<readonly ReadPolicy[]> {
  const known = await readAround(folders, site, world);
  const files = await findNamed([...known.values()], site, world);
  const facts = { receipt: site.receipt, root: site.root, isFile: (path: RelativePath): boolean => files.has(path) };
  const readings: ReadPolicy[] = [];
  for (const folder of folders) {
    const above = listAbove(folder.path).flatMap((path) => known.get(path) ?? []);
    const policy = findLintPolicy({ folder, above, ...facts });
    readings.push(await readOne(folder, policy, { site, world, facts }));
  }
  return readings;
}

async function readAround(
  folders: readonly FolderFacts[],
  { root, rootFolder }: PolicySite,
  world: World
): Promise<ReadonlyMap<ScopePath, FolderFacts>> {
  const known = new Map<ScopePath, FolderFacts>([[rootFolder.path, rootFolder]]);
  for (const folder of folders) known.set(folder.path, folder);
  for (const path of folders.flatMap((folder) => listAbove(folder.path))) {
    if (!known.has(path)) known.set(path, await readFolder(root, path, world));
  }
  return known;
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
  const named = folders.flatMap((folder) => listNamedPaths(folder, { receipt, root }));
  const files = new Set<RelativePath>();
  for (const path of new Set(named)) {
    if ((await readText(root, path, world)) !== undefined) files.add(path);
  }
  return files;
}

async function readOne(
  folder: FolderFacts,
  policy: LintPolicy,
  { site, world, facts: naming }: { readonly site: PolicySite; readonly world: World; readonly facts: NamingFacts }
): Promise<ReadPolicy> {
  const commands = listTheirCommands(folder, site.receipt);
  const project = policy.kind === "generated" ? policy.project : ({ kind: "module", path: policy.path } as const);
  const unread = listTheirUnread(folder, site.receipt);
  const untaken = findUntaken(folder, project?.path, naming);
  const facts = { scope: folder.path, policy, commands, untaken };
  if (project === undefined) return { ...facts, threshold: decideThreshold({ commands, unread }) };
  if (project.kind === "module") {
    const options = await readModuleOptions(site.root, project.path, world);
    return { ...facts, threshold: decideThreshold({ commands, unread, options }) };
  }
  const reading = await readChain(site.root, project.path, world);
  return { ...facts, ...reading, threshold: decideThreshold({ commands, unread, options: reading.flat?.options }) };
}

/** The policy with all that it extends; a file outside of the repository is not read here. */
async function readChain(
  root: AbsolutePath,
  path: RelativePath,
  world: World
): Promise<{ readonly flat?: Policy; readonly problem?: string }> {
  const texts = new Map<string, string>();
  const pending: string[] = [path];
  try {
    for (let next = pending.pop(); next !== undefined && texts.size < MOST_FILES; next = pending.pop()) {
      if (texts.has(next)) continue;
      const text = isRelativePath(next) ? await readText(root, next, world) : undefined;
      if (text === undefined) throw new Error(`${next} is not there, or not in the repository`);
      texts.set(next, text);
      pending.push(...listExtended(next, text));
    }
    return { flat: readPolicy(path, { read: (file) => texts.get(file) ?? "" }) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Policies of folders below a scope's whose `settings` are other than the scope's own, which stand there all the same:
 * oxlint takes none by folder.
 */
export async function findNestedSettings(
  reads: readonly ReadPolicy[],
  root: AbsolutePath,
  world: World
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { scope, policy, flat } of reads) {
    const files: RelativePath[] = [];
    for (const path of (policy.kind === "generated" && policy.project?.nested) || []) {
      const settings = (await readChain(root, path, world)).flat?.settings ?? {};
      if (!isJsonEqual(settings, flat?.settings ?? {})) files.push(path);
    }
    if (files.length > 0) {
      findings.push({ code: "policy-nested-settings", severity: "warning", path: scope, args: { files } });
    }
  }
  return findings;
}

/** Its `options`, where they stand there in so many words. Most modules have none, and are not parsed. */
async function readModuleOptions(
  root: AbsolutePath,
  path: RelativePath,
  world: World
): Promise<Readonly<Record<string, Json>> | "unread" | undefined> {
  const text = (await readText(root, path, world)) ?? "";
  if (!/\b(?:maxWarnings|denyWarnings)\b/.test(text)) return undefined;
  const parsed = (await world.readers("module")).parse(text);
  const options = parsed.ok ? parsed.get("/options") : undefined;
  const isRead = typeof options === "object" && options !== null && !Array.isArray(options);
  return isRead ? (options as Readonly<Record<string, Json>>) : "unread";
}

async function readText(
  root: AbsolutePath,
  path: RelativePath,
  { disk }: Pick<World, "disk">
): Promise<string | undefined> {
  const state = await disk.inspect(root, path);
  const file = state.kind === "link" ? state.file : state;
  if (file?.kind !== "file" || file.bytes.length > LARGEST_BYTES) return undefined;
  const decoded = decodeText(file.bytes);
  return decoded.ok ? decoded.text : undefined;
}
