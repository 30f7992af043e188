import type { FolderFacts } from "./detection.ts";
import { getAtPointer, toPointer } from "./json.ts";
import { findOxlintCommands, findUnreadCalls } from "./oxlint-command.ts";
import type { OxlintCommand, UnreadCall } from "./oxlint-command.ts";
import type { RelativePath, ScopePath } from "./paths.ts";
import { isRelativePath, joinScope } from "./paths.ts";
import { joinPath, toFolder } from "./policy/file-paths.ts";
import type { Receipt } from "./receipt.ts";

/** What is known of the files that scripts name. */
export interface NamingFacts {
  readonly receipt: Receipt | undefined;
  /** Whether a file stands at a path of {@link listNamedPaths}. */
  readonly isFile: (path: RelativePath) => boolean;
  /** The repository's root, for scripts that name a file by all of its path. */
  readonly root?: string | undefined;
}

/** A call of oxlint in a folder's script, and what it says of that folder's policy. */
export interface NamingCall {
  readonly command: OxlintCommand;
  /** The file of the repository that it names; absent where it names none, or none that is there. */
  readonly path?: RelativePath;
  /** It names what we generated. */
  readonly isOurs: boolean;
  /** All that it lints is in other packages, so it says nothing of the folder's own. */
  readonly isElsewhere: boolean;
}

/** The calls of oxlint in a folder's manifest, less what we put there. */
export function listTheirCommands(folder: FolderFacts, receipt: Receipt | undefined): readonly OxlintCommand[] {
  return findOxlintCommands(folder.manifest, toIsOurScript(folder, receipt));
}

/** Those that are not read. */
export function listTheirUnread(folder: FolderFacts, receipt: Receipt | undefined): readonly UnreadCall[] {
  return findUnreadCalls(folder.manifest, toIsOurScript(folder, receipt));
}

function toIsOurScript({ path, manifest }: FolderFacts, receipt: Receipt | undefined): (script: string) => boolean {
  const keys = receipt?.files[joinScope(path, "package.json")]?.keys ?? [];
  return (script) => {
    const pointer = toPointer(["scripts", script]);
    return keys.some((key) => key.pointer === pointer && key.value === getAtPointer(manifest, pointer));
  };
}

/** Whether we made the file, and it is not the project's since. */
export function isGenerated(receipt: Receipt | undefined, path: string): boolean {
  const owned = receipt?.files[path];
  return owned?.class === "generated" && owned.removedByUser !== true;
}

/** The calls of a folder's scripts, in the order of {@link listTheirCommands}. */
export function listNaming(folder: FolderFacts, { receipt, isFile, root }: NamingFacts): readonly NamingCall[] {
  return listTheirCommands(folder, receipt).map((command) => {
    const path = toNamed(folder.path, command, root);
    const places = toPlaces(folder.path, command);
    const isElsewhere = places.length > 0 && places.every((place) => place.isOutside || place.manifests.some(isFile));
    const isThere = path !== undefined && isFile(path);
    return {
      command,
      ...(isThere ? { path } : {}),
      isOurs: path !== undefined && isGenerated(receipt, path),
      isElsewhere,
    };
  });
}

/** The paths to look at before {@link listNaming} can tell: configurations, and manifests above what is linted. */
export function listNamedPaths(
  folder: FolderFacts,
  { receipt, root }: Pick<NamingFacts, "receipt" | "root">
): readonly RelativePath[] {
  return listTheirCommands(folder, receipt).flatMap((command) => [
    ...[toNamed(folder.path, command, root)].filter((path) => path !== undefined),
    ...toPlaces(folder.path, command).flatMap(({ manifests }) => manifests),
  ]);
}

/**
 * The call that decides a folder's policy: `lint` where all of it names one, before what oxlint `found` by itself; and
 * where there is nothing to find, what every call names. A side script displaces nothing.
 */
export function findDeciding(
  calls: readonly NamingCall[],
  found: RelativePath | undefined
): (NamingCall & { readonly path: RelativePath }) | undefined {
  const hasPath = (call: NamingCall): call is NamingCall & { readonly path: RelativePath } => call.path !== undefined;
  const lint = calls.filter(({ command }) => command.script === "lint");
  const byLint = lint.find(hasPath);
  if (byLint && (found === undefined || lint.every(({ path }) => path === byLint.path))) return byLint;
  const first = found === undefined ? calls.find(hasPath) : undefined;
  return first && calls.every(({ path }) => path === first.path) ? first : undefined;
}

/** Whether oxlint looks for no configuration below: as `lint` says, or any call where no `lint` calls it. */
export function isSearchOff(commands: readonly OxlintCommand[]): boolean {
  const lint = commands.filter(({ script }) => script === "lint");
  return (lint.length > 0 ? lint : commands).some(({ isAlone }) => isAlone);
}

/** What scripts say of a folder's policy that was not taken up, each with its script. */
export interface Untaken {
  /** Policies that are there, beside the one taken. */
  readonly others: readonly string[];
  /** Calls whose configuration is not known. */
  readonly unread: readonly string[];
}

/** Names what of a folder's calls is not in the policy `taken`. */
export function findUntaken(folder: FolderFacts, taken: RelativePath | undefined, facts: NamingFacts): Untaken {
  const calls = listNaming(folder, facts).filter(({ isOurs }) => !isOurs);
  const others = calls
    .filter(({ path, isElsewhere }) => !(isElsewhere && path !== undefined && FOUND_ALONE.test(path)))
    .flatMap(({ path, command }) =>
      path === undefined || path === taken ? [] : [`${path} (script ${command.script})`]
    );
  const unread = [
    ...calls.flatMap(({ path, command: { script, config } }) =>
      path === undefined && config !== undefined ? [`-c ${config} (script ${script})`] : []
    ),
    ...listTheirUnread(folder, facts.receipt).flatMap(({ script, hasConfig }) =>
      hasConfig ? [`script ${script}`] : []
    ),
  ];
  return { others: [...new Set(others)], unread: [...new Set(unread)] };
}

const FOUND_ALONE = /(?:^|\/)(?:\.oxlintrc\.jsonc?|oxlint\.config\.m?ts)$/;

/** The repository's path of what a call names; undefined outside, for what a shell makes, or for no configuration. */
function toNamed(scope: ScopePath, command: OxlintCommand, root: string | undefined): RelativePath | undefined {
  const config = command.config?.replaceAll("\\", "/");
  const folder = toStart(scope, command);
  // oxlint reads a file without an ending as JSON.
  if (
    config === undefined ||
    folder === undefined ||
    !/(?:\.(?:jsonc?|[cm]?[jt]s)|(?:^|\/)[^./][^./]*)$/.test(config)
  ) {
    return undefined;
  }
  if (/[$`*]/.test(config)) return undefined;
  const inside = root !== undefined && config.startsWith(`${root}/`) ? config.slice(root.length + 1) : undefined;
  if (inside === undefined && /^(?:\/|[A-Za-z]:)/.test(config)) return undefined;
  const path = inside === undefined ? joinPath(folder, config) : joinPath(".", inside);
  return isRelativePath(path) ? path : undefined;
}

/** The folder that a call runs in; undefined where only a shell could tell, or outside. */
function toStart(scope: ScopePath, { folder }: OxlintCommand): string | undefined {
  if (folder === undefined) return scope;
  return /[$`~*]|^(?:\/|-|[A-Za-z]:)/.test(folder) ? undefined : joinPath(scope, folder.replaceAll("\\", "/"));
}

interface Place {
  readonly isOutside: boolean;
  /** Manifests that would make it another package's. */
  readonly manifests: readonly RelativePath[];
}

/** What a call lints, where it says so. */
function toPlaces(scope: ScopePath, command: OxlintCommand): readonly Place[] {
  const start = toStart(scope, command);
  if (start === undefined) return [];
  const paths = command.paths ?? (command.folder === undefined ? [] : ["."]);
  return paths.map((written) => {
    const place = joinPath(start, written.replaceAll("\\", "/").replace(/(?:^|\/)[^/]*[*?{[$][^]*$/, "") || ".");
    const isOutside =
      place === ".." || place.startsWith("../") || (scope !== "." && !`${place}/`.startsWith(`${scope}/`));
    return { isOutside, manifests: isOutside ? [] : listManifests(place, scope) };
  });
}

/** The manifests from a place up to, and without, the scope's own. */
function listManifests(place: string, scope: ScopePath): readonly RelativePath[] {
  const manifests: RelativePath[] = [];
  for (let at = place; at !== scope && at !== "." && at !== "/"; at = toFolder(at)) {
    const manifest = `${at}/package.json`;
    if (isRelativePath(manifest)) manifests.push(manifest);
  }
  return manifests;
}
