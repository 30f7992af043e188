import path from "node:path";

import type { Answers, ScopeAnswers } from "../src/domain/answers.ts";
import { toLintConfig } from "../src/domain/lint-policy.ts";
import { listLeftOut } from "../src/domain/ownership-of-scopes.ts";
import type { RelativePath } from "../src/domain/paths.ts";
import { joinScope } from "../src/domain/paths.ts";

/** The file that holds the scope's effective lint policy, ours or the project's. */
export function findLintConfig({ path: scope, policy }: ScopeAnswers): RelativePath {
  return toLintConfig(scope, policy);
}

/** Some scope's configuration is composed of a policy of the project's. */
export function isComposed({ scopes }: Answers): boolean {
  return scopes.some(({ policy }) => policy.kind === "project-module" || policy.project !== undefined);
}

/** The formatter's configuration, where oxfmt formats the scope. */
export function findFormatConfig({ path: scope, format }: ScopeAnswers): RelativePath | undefined {
  return format ? joinScope(scope, "oxfmt.config.ts") : undefined;
}

/** A scope without a lintable file, and a commit of ignored files only, are no errors. */
const UNMATCHED = "--no-error-on-unmatched-pattern";

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

/** The scope's one way to lint, as a shell command in the scope's folder; paths may be appended. */
export function toLintCommand(scope: ScopeAnswers): string {
  const config = toArgument(path.posix.relative(scope.path, findLintConfig(scope)));
  // A generated policy leaves out by itself what is ours or others'; the project's is not touched.
  const patterns = scope.policy.kind === "generated" ? [] : toIgnorePatterns(scope);
  const left = patterns.map((pattern) => ` --ignore-pattern=${toArgument(pattern)}`).join("");
  return `oxlint -c ${config} --disable-nested-config ${UNMATCHED} --max-warnings ${scope.maxWarnings ?? 0}${left}`;
}

/** Every scope's one way to format, as a shell command in the scope's folder; paths may be appended. */
export const FORMAT_COMMAND = `oxfmt -c oxfmt.config.ts ${UNMATCHED}`;

/** Quoted where a shell would split or expand it. */
function toArgument(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `"${text.replaceAll(/["$`\\]/g, String.raw`\$&`)}"`;
}
