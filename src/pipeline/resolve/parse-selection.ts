import type { ScopePath } from "../../domain/paths.ts";
import { SETTINGS_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { ScopeProblem } from "../../domain/selection.ts";
import { parseExclude, parseScopes, toScopeSentence } from "../../domain/selection.ts";

/** A selection as written down, and where: by flags or prompts, or in the settings file. */
export interface Selection {
  readonly scopes: readonly string[];
  readonly exclude: readonly string[];
  readonly isFromSettings: boolean;
}

export interface RefusedScope {
  readonly scope: string;
  readonly problem: ScopeProblem;
}

/** A selection in one spelling: sorted, each once. What is no path is left to be refused together with the rest. */
export interface ParsedSelection {
  readonly scopes: readonly ScopePath[];
  readonly exclude: readonly string[];
  readonly refused: readonly RefusedScope[];
}

/** Normalises a selection, lexically. @throws Refusal HI_EXCLUDE_REFUSED */
export function parseSelection(selection: Selection): ParsedSelection {
  const { exclude, refused: patterns } = parseExclude(selection.exclude);
  const [first] = patterns;
  if (first) throw toPatternRefusal(first, selection);
  const { scopes, refused } = parseScopes(selection.scopes);
  return { scopes, exclude, refused: refused.map(({ text, problem }) => ({ scope: text, problem })) };
}

/** Names every refused scope at once. */
export function toScopeRefusal(problems: readonly RefusedScope[], { isFromSettings }: Selection): Refusal {
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
  { isFromSettings }: Selection
): Refusal {
  return new Refusal({
    code: "HI_EXCLUDE_REFUSED",
    message: `${JSON.stringify(refused.text)} is no exclusion pattern (${refused.problem}).`,
    ...(isFromSettings ? { where: { path: SETTINGS_PATH } } : {}),
    next: "use repository-relative globs of *, **, ?, [] and {}: hi init --exclude 'examples/**'",
    details: { pattern: refused.text, problem: refused.problem },
  });
}
