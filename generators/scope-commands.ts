import path from "node:path";

import type { ScopeAnswers } from "../src/domain/answers.ts";
import type { RelativePath } from "../src/domain/paths.ts";
import { joinScope } from "../src/domain/paths.ts";

/** The file that holds the scope's effective lint policy, ours or the project's. */
export function findLintConfig({ path: scope, policy }: ScopeAnswers): RelativePath {
  return policy.kind === "generated" ? joinScope(scope, "oxlint.config.ts") : policy.path;
}

/** The formatter's configuration, where oxfmt formats the scope. */
export function findFormatConfig({ path: scope, format }: ScopeAnswers): RelativePath | undefined {
  return format ? joinScope(scope, "oxfmt.config.ts") : undefined;
}

/** A scope without a lintable file, and a commit of ignored files only, are no errors. */
const UNMATCHED = "--no-error-on-unmatched-pattern";

/** The scope's one way to lint, as a shell command in the scope's folder; paths may be appended. */
export function toLintCommand(scope: ScopeAnswers): string {
  const config = toArgument(scope, findLintConfig(scope));
  return `oxlint -c ${config} --disable-nested-config ${UNMATCHED} --max-warnings 0`;
}

/** Every scope's one way to format, as a shell command in the scope's folder; paths may be appended. */
export const FORMAT_COMMAND = `oxfmt -c oxfmt.config.ts ${UNMATCHED}`;

/** A path as seen from the scope, quoted where a shell would split or expand it. */
function toArgument({ path: scope }: ScopeAnswers, file: RelativePath): string {
  const relative = path.posix.relative(scope, file);
  return /^[\w./@-]+$/.test(relative) ? relative : `"${relative.replaceAll(/["$`\\]/g, String.raw`\$&`)}"`;
}
