import path from "node:path";

import type { Answers, ScopeAnswers } from "../src/domain/answers.ts";
import { toLintConfig } from "../src/domain/lint-policy.ts";
import { listLeftOut } from "../src/domain/ownership-of-scopes.ts";
import type { RelativePath, ScopePath } from "../src/domain/paths.ts";
import { joinScope } from "../src/domain/paths.ts";
import { LINT_RUNTIME_PATH } from "../src/domain/receipt.ts";

/** The file that holds the scope's effective lint policy, ours or the project's. */
export function findLintConfig({ path: scope, policy }: ScopeAnswers): RelativePath {
  return toLintConfig(scope, policy);
}

/**
 * The configuration that the scope's routes go by: the effective one, or the project's own policy alone where the project
 * has a file of its own at the effective one's path. No route ever goes by that.
 */
export function findRouteConfig(scope: ScopeAnswers, { theirs }: Pick<Answers, "theirs">): RelativePath {
  const config = findLintConfig(scope);
  const project = scope.policy.kind === "generated" ? scope.policy.project : undefined;
  return project && theirs.includes(config) ? project.path : config;
}

/** Some scope's configuration is composed of a policy of the project's. */
export function isComposed({ scopes }: Answers): boolean {
  return scopes.some(({ policy }) => policy.kind === "project-module" || policy.project !== undefined);
}

/** The formatter's configuration, where oxfmt formats the scope. */
export function findFormatConfig({ path: scope, format }: ScopeAnswers): RelativePath | undefined {
  return format ? joinScope(scope, "oxfmt.config.ts") : undefined;
}

/**
 * What the tools leave out in the scope, as gitignore-style patterns anchored to the scope: a bare name would be left out
 * in every folder. A name needs no second pattern for what is in it.
 */
export function toIgnorePatterns(scope: ScopeAnswers): readonly string[] {
  const left = listLeftOut(scope);
  const names = new Set(left);
  return left
    .filter((pattern) => !(pattern.endsWith("/**") && names.has(pattern.slice(0, -3))))
    .map((pattern) => (/^(?:\/|\*\*\/)/.test(pattern) ? pattern : `/${pattern}`));
}

/** The scope's one way to be checked, as a shell command in the scope's folder; flags and paths may be appended. */
export function toScopeCommand({ path: scope }: Pick<ScopeAnswers, "path">): string {
  return `${toProgramCommand(scope)} --scope=${toArgument(scope)}`;
}

/** All scopes' way to be checked, each once, from the repository root. */
export const ALL_SCOPES_COMMAND = toProgramCommand("." as ScopePath);

/** Added to a command: the formatter is asked, not the linter. */
export const FORMAT = "--check format";

function toProgramCommand(scope: ScopePath): string {
  return `node ${path.posix.relative(scope, LINT_RUNTIME_PATH)}`;
}

/** Quoted where a shell would split or expand it. */
function toArgument(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `"${text.replaceAll(/["$`\\]/g, String.raw`\$&`)}"`;
}
