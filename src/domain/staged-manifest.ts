import type { PackageManager } from "./answers.ts";
import type { Json } from "./json.ts";

/** What an install resolves by. Scripts, hooks and tool settings are left out: nothing of them may run or redirect. */
const KEPT = new Set([
  "name",
  "version",
  "private",
  "type",
  "workspaces",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "dependenciesMeta",
  "bundleDependencies",
  "bundledDependencies",
  "overrides",
  "resolutions",
  "patchedDependencies",
  "catalog",
  "catalogs",
  "os",
  "cpu",
  "libc",
]);

/** The settings below `pnpm` that a frozen install compares with the lockfile; all of them data. */
const KEPT_OF_PNPM = new Set([
  "overrides",
  "packageExtensions",
  "patchedDependencies",
  "peerDependencyRules",
  "ignoredOptionalDependencies",
  "supportedArchitectures",
]);

/** The same, and the layout of `node_modules`, as pnpm-workspace.yaml has them. */
export const KEPT_OF_PNPM_WORKSPACE: ReadonlySet<string> = new Set([
  ...KEPT_OF_PNPM,
  "packages",
  "catalog",
  "catalogs",
  "autoInstallPeers",
  "dedupePeerDependents",
  "excludeLinksFromLockfile",
  "hoist",
  "hoistPattern",
  "injectWorkspacePackages",
  "linkWorkspacePackages",
  "peersSuffixMaxLength",
  "preferWorkspacePackages",
  "publicHoistPattern",
  "sharedWorkspaceLockfile",
  "shamefullyHoist",
]);

/** What of `.yarnrc.yml` decides how a lockfile reads; no path, no plugin, no registry. */
export const KEPT_OF_YARNRC: ReadonlySet<string> = new Set([
  "catalog",
  "catalogs",
  "compressionLevel",
  "nmHoistingLimits",
  "packageExtensions",
  "supportedArchitectures",
]);

/** A manifest as a staging folder gets it. Yarn alone keeps `packageManager`: a shim chooses the generation by it. */
export function toStagedManifest(manifest: Json, manager: PackageManager): Json {
  const kept = pick(manifest, KEPT);
  const pnpm = getMember(manifest, "pnpm");
  const field = getMember(manifest, "packageManager");
  return {
    ...kept,
    ...(pnpm === undefined ? {} : { pnpm: pick(pnpm, KEPT_OF_PNPM) }),
    ...(manager.startsWith("yarn") && typeof field === "string" ? { packageManager: field } : {}),
    // Its lockfile repeats the binaries of workspace members, and a frozen install compares.
    ...(manager === "yarn-berry" ? pick(manifest, new Set(["bin"])) : {}),
  };
}

/** The members of an object whose names are kept, in their order; nothing of anything else. */
export function pick(value: Json, names: ReadonlySet<string>): { readonly [key: string]: Json } {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

function getMember(value: Json, name: string): Json | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value) || !Object.hasOwn(value, name)) {
    return undefined;
  }
  return (value as { readonly [key: string]: Json })[name];
}

/**
 * Takes out of pnpm-lock.yaml what speaks of the machine that wrote it: the checksum of a pnpmfile that is not run
 * here, and the settings of an `.npmrc` that is not read here. Both would stop a frozen install; neither says which
 * packages are installed.
 */
export function toStagedPnpmLock(text: string): string {
  return text.replace(/^pnpmfileChecksum:.*\r?\n/m, "").replace(/^settings:[ \t]*\r?\n(?:[ \t].*\r?\n)*/m, "");
}
