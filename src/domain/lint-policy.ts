import type { LintPolicy, ProjectPolicy } from "./answers.ts";
import type { FolderFacts } from "./detection.ts";
import { getAtPointer, toPointer } from "./json.ts";
import { findOxlintCommands } from "./oxlint-command.ts";
import type { OxlintCommand } from "./oxlint-command.ts";
import type { RelativePath, ScopePath } from "./paths.ts";
import { isRelativePath, isWithin, joinScope } from "./paths.ts";
import { joinPath } from "./policy/file-paths.ts";
import type { Receipt } from "./receipt.ts";

/** What oxlint finds by itself in a folder, of which it allows one. */
const MODULES = ["oxlint.config.ts", "oxlint.config.mts"];
const JSONS = [".oxlintrc.json", ".oxlintrc.jsonc"];
/** Where a policy goes that a project writes beside a configuration of ours. */
const NEW = ["oxlint.project.json", "oxlint.project.jsonc"];

/** The scope's lint configuration where no other policy of the project's reaches it: what oxlint finds by itself. */
const OWN_CONFIG = "oxlint.config.ts";
/**
 * The same beside a policy of the project's that oxlint finds by itself: it refuses a folder with two, and the project's
 * own calls of oxlint must go on as they were.
 */
const EFFECTIVE_CONFIG = "oxlint.effective.config.ts";

/** The file that holds a scope's effective lint policy, from the repository root. */
export function toLintConfig(scope: ScopePath, policy: LintPolicy): RelativePath {
  if (policy.kind === "project-module") return policy.path;
  return joinScope(scope, policy.project && !policy.project.isNew ? EFFECTIVE_CONFIG : OWN_CONFIG);
}

/** The same, from the scope's folder. */
export function toLintConfigName(scope: ScopePath, policy: LintPolicy): string {
  const path = toLintConfig(scope, policy);
  return scope === "." ? path : path.slice(scope.length + 1);
}

/** What is looked at to find who writes a scope's policy. */
interface PolicyQuestion {
  readonly folder: FolderFacts;
  /** The folders above the scope, nearest first, the repository root last. */
  readonly above: readonly FolderFacts[];
  readonly receipt: Receipt | undefined;
  /** Whether a file stands at a path that a script names. */
  readonly isFile: (path: RelativePath) => boolean;
}

/**
 * Who writes a scope's lint policy: the scope's own folder is asked first, then those above it, nearest first, since
 * that is how oxlint looks for a configuration. A module that we published whole is ours, so that our own publication
 * never turns `generated` into `project-module`.
 */
export function findLintPolicy({ folder, above, receipt, isFile }: PolicyQuestion): LintPolicy {
  const own = findIn(folder, { receipt, isFile });
  if (own?.kind === "module" && MODULES.some((name) => own.path === joinScope(folder.path, name))) {
    return { kind: "project-module", path: own.path };
  }
  const inherited = above.map((one) => findIn(one, { receipt, isFile })).find((one) => one !== undefined);
  const project = own ?? (inherited && { ...inherited, because: toInheritedReason(inherited.because) });
  if (project === undefined) return { kind: "generated" };
  const ownsTypes = isWithin(folder.path, project.path) || folder.names.has("tsconfig.json");
  return { kind: "generated", project: ownsTypes ? project : { ...project, types: false } };
}

const IN_ITS_FOLDER = "in the scope's own folder";

/** A file above is found by itself, or through a script there. */
function toInheritedReason(because: string): string {
  return because === IN_ITS_FOLDER ? "the nearest one above the scope" : `the nearest one above the scope: ${because}`;
}

function findIn(
  folder: FolderFacts,
  { receipt, isFile }: Pick<PolicyQuestion, "isFile" | "receipt">
): ProjectPolicy | undefined {
  const isOurs = (path: string): boolean => {
    const owned = receipt?.files[path];
    return owned?.class === "generated" && owned.removedByUser !== true;
  };
  const find = (names: readonly string[]): RelativePath | undefined =>
    names
      .filter((name) => folder.names.has(name))
      .map((name) => joinScope(folder.path, name))
      .find((path) => !isOurs(path));
  const module = find(MODULES);
  if (module !== undefined) return { kind: "module", path: module, because: IN_ITS_FOLDER };
  const commands = listTheirCommands(folder, receipt);
  for (const { script, config } of commands) {
    const path = config === undefined ? undefined : toNamed(folder.path, config);
    if (path === undefined || isOurs(path) || !isFile(path)) continue;
    const because = `script ${script} of ${joinScope(folder.path, "package.json")} names it`;
    return { kind: /\.jsonc?$/.test(path) ? "json" : "module", path, because, isAlone: true };
  }
  const json = find(JSONS);
  const isAlone = commands.some((command) => command.config === undefined && command.isAlone)
    ? { isAlone: true as const }
    : {};
  if (json !== undefined) return { kind: "json", path: json, because: IN_ITS_FOLDER, ...isAlone };
  const written = find(NEW);
  return written === undefined ? undefined : { kind: "json", path: written, because: IN_ITS_FOLDER, isNew: true };
}

/** The calls of oxlint in a folder's manifest, less what we put there. */
export function listTheirCommands(
  { path, manifest }: FolderFacts,
  receipt: Receipt | undefined
): readonly OxlintCommand[] {
  const keys = receipt?.files[joinScope(path, "package.json")]?.keys ?? [];
  const isOurs = (script: string): boolean => {
    const pointer = toPointer(["scripts", script]);
    return keys.some((key) => key.pointer === pointer && key.value === getAtPointer(manifest, pointer));
  };
  return findOxlintCommands(manifest, isOurs);
}

/** The repository's path of a configuration that a script in the folder names; undefined outside, or for no such file. */
export function toNamed(folder: ScopePath, config: string): RelativePath | undefined {
  if (!/\.(?:jsonc?|[cm]?[jt]s)$/.test(config) || /^(?:\/|[A-Za-z]:)/.test(config)) return undefined;
  const path = joinPath(folder, config.replaceAll("\\", "/"));
  return isRelativePath(path) ? path : undefined;
}
