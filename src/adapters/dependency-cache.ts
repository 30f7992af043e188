import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";

import type { PackageManager } from "../domain/answers.ts";
import type { DependencyInstall, StagedFile } from "../domain/dependency-install.ts";
import { isRewritten } from "../domain/dependency-install.ts";
import { canonicalJson } from "../domain/json.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import type { ProcessOutcome } from "../domain/process.ts";
import { Refusal } from "../domain/refusal.ts";
import type { DependencyCache, ProvidedInstall, ToolTable } from "../pipeline/world.ts";
import { bringToolTree, bringTree, placeToolLinks, toPackageName } from "./bring-modules.ts";
import { openCacheRoot, toStagingPrefix } from "./cache-root.ts";
import type { CacheRoot } from "./cache-root.ts";
import { sha256 } from "./hash.ts";
import { toFailedInstall, toFailedVersion, toOfflineMiss, toWrongVersion } from "./install-refusals.ts";
import { hasExactModules } from "./live-modules.ts";
import { isGeneration } from "./manager-on-path.ts";
import { openSealed, seal, toTree } from "./sealed-entry.ts";
import { toStagedFiles } from "./staged-files.ts";
import { toErrorCode } from "./system-error.ts";
import { toMissingManager } from "./tool-table.ts";

export interface DependencyCacheParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly table: ToolTable;
}

type Context = Parameters<DependencyCache["provide"]>[1];

/** One `provide` on its way. */
interface Providing {
  readonly install: DependencyInstall;
  readonly context: Context;
  readonly table: ToolTable;
  readonly cache: CacheRoot;
  readonly files: readonly StagedFile[];
}

/**
 * Installs by content: equal lockfile, manifests, manager, version and platform are installed once, by a frozen install
 * with scripts off in a staging folder that is renamed into place when it is whole.
 */
export function createDependencyCache({ env, table }: DependencyCacheParts): DependencyCache {
  return {
    provide: async (install, context) => {
      const cache = openCacheRoot(env, context.liveRoot);
      return provide({ install, context, table, cache, files: await toStagedFiles(install) });
    },
    bring: (provided, candidateRoot, at) => bring(provided, candidateRoot, at),
    bringTools: (provided, candidateRoot) => bringToolTree(provided.folder, candidateRoot),
    placeTools: async (placing) => placeToolLinks(placing),
  };
}

async function provide(providing: Providing): Promise<ProvidedInstall> {
  const { install, context, cache } = providing;
  const manager = await findVersion(providing);
  const entry = path.join(cache.entries, toKey(providing, manager.version));
  const cached = await openSealed(entry);
  if (cached !== undefined) return { source: "cache", ...toProvided(cached), outcomes: [] };
  if (install.kind === "project") {
    const folder = path.join(context.liveRoot, install.path);
    if (hasExactModules(install, folder)) return { source: "live", ...toProvided(readLive(folder)), outcomes: [] };
  }
  if (context.offline) throw toOfflineMiss(install, context.retry);
  return runInstall(providing, entry);
}

const toProvided = ({ folder, nodeModules }: { folder: string; nodeModules: readonly string[] }) => ({
  folder: folder as AbsolutePath,
  nodeModules,
});

/** npm puts a workspace's own packages into a `node_modules` beside its manifest. */
function readLive(folder: string): { folder: string; nodeModules: readonly string[] } {
  const record = JSON.parse(readFileSync(path.join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    packages: object;
  };
  const outermost = Object.keys(record.packages).map((name) =>
    name.slice(0, name.indexOf("node_modules") + "node_modules".length)
  );
  return {
    folder,
    nodeModules: [...new Set(["node_modules", ...outermost])]
      .filter((name) => existsSync(path.join(folder, name)))
      .toSorted(),
  };
}

/** The manager's version, by its own package or by asking it. @throws Refusal HI_PACKAGE_MANAGER_MISSING */
async function findVersion({ install, context, table, cache, files }: Providing): Promise<{ version: string }> {
  const roots = { liveRoot: context.liveRoot, stagingRoot: cache.staging as AbsolutePath };
  const { version } = await table.findManager(install.manager, roots);
  if (version !== undefined) return { version };
  return inStaging(cache, files, async (staging) => {
    const outcome = await run({ install, context, table, staging }, `${install.manager}-version`);
    const said = outcome.stdout.trim();
    if (outcome.ending !== "ok" || !/^\d+\.\d+/.test(said)) throw toFailedVersion(outcome);
    if (!isGeneration(install.manager, said)) throw toMissingManager(install.manager);
    return { version: said };
  });
}

/** Everything that decides which bytes an install gives. */
function toKey({ install, files }: Providing, version: string): string {
  const facts = {
    format: 1,
    kind: install.kind,
    manager: install.manager,
    version,
    platform: process.platform,
    arch: process.arch,
    libc: isMusl() ? "musl" : "other",
    node: process.versions.node.split(".")[0] ?? "",
    files: files.map((file) => [file.path, sha256(file.bytes)]),
  };
  return sha256(canonicalJson(facts));
}

const isMusl = (): boolean =>
  process.platform === "linux" && existsSync(`/lib/ld-musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`);

async function runInstall(providing: Providing, entry: string): Promise<ProvidedInstall> {
  const { install, context, table, cache, files } = providing;
  return inStaging(cache, files, async (staging) => {
    const outcome = await run({ install, context, table, staging }, toRow(install));
    if (outcome.ending !== "ok") throw toFailedInstall(install, outcome);
    const wrong = install.kind === "tools" ? findWrongVersion(staging, install.versions) : undefined;
    if (wrong !== undefined) throw toWrongVersion(wrong, outcome);
    await seal(staging);
    const sealed = await moveIntoPlace(staging, entry, cache);
    return { source: "installed", ...toProvided(sealed), outcomes: [outcome] };
  });
}

function toRow({ kind, manager }: DependencyInstall): `${PackageManager}-project` | `${PackageManager}-tools` {
  return kind === "project" ? `${manager}-project` : `${manager}-tools`;
}

interface StagedRun {
  readonly install: DependencyInstall;
  readonly context: Context;
  readonly table: ToolTable;
  readonly staging: string;
}

function run(
  { context, table, staging }: StagedRun,
  row: Parameters<ToolTable["run"]>[0]["row"]
): Promise<ProcessOutcome> {
  const roots = { liveRoot: context.liveRoot, stagingRoot: staging as AbsolutePath };
  return table.run({ row, cwd: toTree(staging) as AbsolutePath }, roots);
}

/** Fills a staging folder, lends it out, and removes it, whatever came of it. */
async function inStaging<Value>(
  { staging: parent }: CacheRoot,
  files: readonly StagedFile[],
  work: (staging: string) => Promise<Value>
): Promise<Value> {
  const staging = mkdtempSync(path.join(parent, toStagingPrefix()));
  try {
    mkdirSync(toTree(staging));
    for (const file of files) {
      const full = path.join(toTree(staging), file.path);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, file.bytes);
    }
    return await work(staging);
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 });
  }
}

function findWrongVersion(staging: string, versions: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(versions)
    .find(([name, version]) => {
      const manifest = path.join(toTree(staging), "node_modules", name, "package.json");
      return !existsSync(manifest) || JSON.parse(readFileSync(manifest, "utf8")).version !== version;
    })
    ?.join("@");
}

/** One rename, so an entry is there whole or not at all. Where another run was first, its entry is as good. */
async function moveIntoPlace(staging: string, entry: string, cache: CacheRoot) {
  rmSync(path.join(staging, "tmp"), { recursive: true, force: true });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (tryRename(staging, entry)) break;
    const other = await openSealed(entry);
    if (other !== undefined) return other;
    discard(entry, cache);
  }
  const sealed = await openSealed(entry);
  if (sealed === undefined) throw new Error(`the cache entry ${entry} could not be made`);
  return sealed;
}

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST", "EPERM"].includes(toErrorCode(error) ?? "")) return false;
    throw error;
  }
}

/** Half an install, or one that was changed: out of the way first, so that nobody finds it being removed. */
function discard(entry: string, { staging }: CacheRoot): void {
  const trash = path.join(mkdtempSync(path.join(staging, toStagingPrefix())), "trash");
  if (tryRename(entry, trash)) rmSync(path.dirname(trash), { recursive: true, force: true });
}

async function bring(provided: ProvidedInstall, candidateRoot: AbsolutePath, at: string): Promise<readonly string[]> {
  const toRoot = path.join(candidateRoot, at);
  const leftOut: string[] = [];
  try {
    for (const folder of provided.nodeModules) {
      const links = await bringTree({
        from: path.join(provided.folder, folder),
        to: path.join(toRoot, folder),
        fromRoot: provided.folder,
        toRoot,
        // The live tree is copied from and never linked to.
        isLinkable: (inside) => provided.source !== "live" && !isRewritten(toPackageName(inside)),
      });
      leftOut.push(...links.map((link) => path.posix.join(at, folder, link)));
    }
  } catch (error) {
    if (toErrorCode(error) !== "ENOENT") throw error;
    throw new Refusal({
      code: "HI_PREVIEW_DEPENDENCIES",
      message: "The installed dependencies changed while they were brought into the candidate.",
      next: "run the same command again",
      details: { from: provided.folder },
    });
  }
  return leftOut;
}
