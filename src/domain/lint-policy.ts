import type { LintPolicy, ProjectPolicy } from "./answers.ts";
import type { FolderFacts } from "./detection.ts";
import type { NamingFacts } from "./named-policies.ts";
import { findDeciding, isGenerated, isSearchOff, listNaming } from "./named-policies.ts";
import type { RelativePath, ScopePath } from "./paths.ts";
import { isWithin, joinScope } from "./paths.ts";

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
export const EFFECTIVE_CONFIG = "oxlint.effective.config.ts";

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
interface PolicyQuestion extends NamingFacts {
  readonly folder: FolderFacts;
  /** The folders above the scope, nearest first, the repository root last. */
  readonly above: readonly FolderFacts[];
}

/**
 * Who writes a scope's lint policy: the scope's own folder is asked first, then those above it, nearest first, since
 * that is how oxlint looks for a configuration. A module that we published whole is ours, so that our own publication
 * never turns `generated` into `project-module`.
 */
export function findLintPolicy({ folder, above, ...facts }: PolicyQuestion): LintPolicy {
  const own = findIn(folder, facts);
  if (own?.kind === "module" && MODULES.some((name) => own.path === joinScope(folder.path, name))) {
    return { kind: "project-module", path: own.path };
  }
  const inherited = above.map((one) => findIn(one, facts)).find((one) => one !== undefined);
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

function findIn(folder: FolderFacts, facts: NamingFacts): ProjectPolicy | undefined {
  const find = (names: readonly string[]): RelativePath | undefined =>
    names
      .filter((name) => folder.names.has(name))
      .map((name) => joinScope(folder.path, name))
      .find((path) => !isGenerated(facts.receipt, path));
  const module = find(MODULES);
  const found = module ?? find(JSONS);
  const calls = listNaming(folder, facts).filter(({ isElsewhere, isOurs }) => !isElsewhere && !isOurs);
  const named = findDeciding(calls, found);
  if (named && named.path !== module) {
    const because = `script ${named.command.script} of ${joinScope(folder.path, "package.json")} names it`;
    return { kind: toKind(named.path), path: named.path, because, isAlone: true };
  }
  if (module !== undefined) return { kind: "module", path: module, because: IN_ITS_FOLDER };
  if (found !== undefined) {
    const about = calls.filter(({ path, command }) => command.config === undefined || path === found);
    const isAlone = isSearchOff(about.map(({ command }) => command)) ? { isAlone: true as const } : {};
    return { kind: "json", path: found, because: IN_ITS_FOLDER, ...isAlone };
  }
  const written = find(NEW);
  return written === undefined ? undefined : { kind: "json", path: written, because: IN_ITS_FOLDER, isNew: true };
}

function toKind(path: RelativePath): ProjectPolicy["kind"] {
  return /\.[cm]?[jt]s$/.test(path) ? "module" : "json";
}
