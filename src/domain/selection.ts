import { findExclusion } from "./ownership-of-scopes.ts";
import type { PatternProblem } from "./path-pattern.ts";
import { parsePattern } from "./path-pattern.ts";
import type { PathProblem, ScopePath } from "./paths.ts";
import { parseRelativePath } from "./paths.ts";

/** What the disk says of a folder that a scope names. */
export type ScopeFolder =
  /** `real` is the folder's own name, links resolved and the disk's spelling; it differs for an alias. */
  | { readonly kind: "folder"; readonly real: ScopePath }
  | { readonly kind: "absent" }
  | { readonly kind: "not-a-folder" }
  | { readonly kind: "outside" }
  /** It is, or lies in, a repository of its own below the root: a submodule, a worktree, a clone. */
  | { readonly kind: "embedded"; readonly repository: string };

/** What stands at the scope's package.json. */
export type ManifestState = "file" | "absent" | "not-a-file" | "outside";

export interface ScopeFacts {
  readonly folder: ScopeFolder;
  readonly manifest: ManifestState;
  /** Packages elsewhere with the folder's name: where it may have moved to. */
  readonly movedTo: readonly string[];
}

/** Why a scope is refused; worded by `toScopeSentence`. */
export type ScopeProblem =
  | { readonly kind: "path"; readonly problem: PathProblem }
  | { readonly kind: "missing" }
  | { readonly kind: "moved"; readonly to: readonly string[] }
  | { readonly kind: "not-a-folder" }
  | { readonly kind: "outside" }
  | { readonly kind: "embedded"; readonly repository: string }
  | { readonly kind: "aliased"; readonly real: string }
  | { readonly kind: "excluded"; readonly by: string }
  | { readonly kind: "no-manifest" }
  | { readonly kind: "manifest-not-a-file" }
  | { readonly kind: "manifest-outside" };

/** Normalises the text of one scope: `./packages/a/` is `packages/a`, and `./` is `.`. Lexical. */
export function parseScope(text: string): { readonly scope: ScopePath } | { readonly problem: ScopeProblem } {
  const trimmed = text
    .trim()
    .replace(/^(?:\.\/+)+/, "")
    .replace(/\/+$/, "");
  const isRoot = trimmed === "." || (trimmed === "" && text.trim() !== "" && !text.trim().startsWith("/"));
  if (isRoot) return { scope: "." as ScopePath };
  const path = parseRelativePath(text.trim().startsWith("/") ? text.trim() : trimmed);
  if (typeof path === "string") return { scope: path };
  return { problem: { kind: "path", problem: path.problem } };
}

/** Normalises scopes: sorted, each once; every text that is no scope is named. */
export function parseScopes(texts: readonly string[]): {
  readonly scopes: readonly ScopePath[];
  readonly refused: readonly { readonly text: string; readonly problem: ScopeProblem }[];
} {
  const parsed = texts.map((text) => ({ text, ...parseScope(text) }));
  const scopes = parsed.flatMap((one) => ("scope" in one ? [one.scope] : []));
  const refused = parsed.flatMap((one) => ("problem" in one ? [{ text: one.text, problem: one.problem }] : []));
  return { scopes: [...new Set(scopes)].toSorted(), refused };
}

/** Normalises exclusions: sorted, each once; every text that is no pattern is named. */
export function parseExclude(texts: readonly string[]): {
  readonly exclude: readonly string[];
  readonly refused: readonly { readonly text: string; readonly problem: PatternProblem }[];
} {
  const parsed = texts.map((text) => ({ text, ...parsePattern(text) }));
  const exclude = parsed.flatMap((one) => ("pattern" in one ? [one.pattern] : []));
  const refused = parsed.flatMap((one) => ("problem" in one ? [{ text: one.text, problem: one.problem }] : []));
  return { exclude: [...new Set(exclude)].toSorted(), refused };
}

/** What is wrong with a selected scope, given what the disk says; undefined for a good one. */
export function findScopeProblem(
  scope: ScopePath,
  exclude: readonly string[],
  { folder, manifest, movedTo }: ScopeFacts
): ScopeProblem | undefined {
  const exclusion = scope === "." ? undefined : findExclusion(scope, exclude);
  if (exclusion !== undefined) return { kind: "excluded", by: exclusion };
  if (folder.kind === "absent") return movedTo.length > 0 ? { kind: "moved", to: movedTo } : { kind: "missing" };
  if (folder.kind === "embedded") return folder;
  if (folder.kind !== "folder") return { kind: folder.kind };
  if (folder.real !== scope) return { kind: "aliased", real: folder.real };
  if (manifest === "file") return undefined;
  if (manifest === "absent") return { kind: "no-manifest" };
  return { kind: manifest === "outside" ? "manifest-outside" : "manifest-not-a-file" };
}

/** One scope's refusal in words: what is wrong with it, for the person who wrote it. */
export function toScopeSentence(scope: string, problem: ScopeProblem): string {
  const name = JSON.stringify(scope);
  switch (problem.kind) {
    case "path":
      return `${name} is not a folder path inside the repository (${problem.problem})`;
    case "missing":
      return `${name} does not exist`;
    case "moved":
      return `${name} does not exist; a package with that folder name is at ${problem.to.join(", ")}`;
    case "not-a-folder":
      return `${name} is not a folder`;
    case "outside":
      return `${name} is a link that leads out of the repository`;
    case "embedded":
      return problem.repository === scope
        ? `${name} is a repository of its own`
        : `${name} lies in ${JSON.stringify(problem.repository)}, a repository of its own`;
    case "aliased":
      return `${name} is another name of ${JSON.stringify(problem.real)}; select that one`;
    case "excluded":
      return `${name} lies inside the exclusion ${JSON.stringify(problem.by)}`;
    case "no-manifest":
      return `${name} has no package.json`;
    case "manifest-not-a-file":
      return `${name} has a package.json that is not a file`;
    case "manifest-outside":
      return `${name} has a package.json that is a link out of the repository`;
    default:
      return `${name} cannot be a scope`;
  }
}
