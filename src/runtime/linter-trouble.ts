import type { PostEditFailure, PostEditFinding } from "../contracts/post-edit-result.ts";
import { isRelativePath } from "../domain/paths.ts";

/** The linter's own rule for a compiler configuration that it cannot use; rules that need types say nothing then. */
const BAD_COMPILER_CONFIGURATION = "typescript(tsconfig-error)";
/** How it begins to say that a plugin threw; none of the plugins' rules has spoken of the file then. */
const BROKEN_PLUGIN = "Error running JS plugin";

/** What a report comes to: what is to be repaired, and what kept the linter from its work. */
export interface SortedReport {
  readonly findings: readonly PostEditFinding[];
  readonly failures: readonly PostEditFailure[];
}

/**
 * Tells apart what the linter reports in one list: findings, and that it could not do all of its work (seed 003 AC-002:
 * a failure is never findings and never clean). What it says of a file outside the repository is none to repair either.
 */
export function sortReport(reported: readonly PostEditFinding[]): SortedReport {
  const failures = reported.map(toFailure);
  return {
    findings: reported.filter((_, at) => failures[at] === undefined),
    failures: failures.filter((failure) => failure !== undefined),
  };
}

function toFailure({ file, rule, line, column, message, help }: PostEditFinding): PostEditFailure | undefined {
  const isPlugin = message.startsWith(BROKEN_PLUGIN);
  if (!isPlugin && rule !== BAD_COMPILER_CONFIGURATION && isRelativePath(file)) return undefined;
  return {
    kind: isPlugin ? "process" : "configuration",
    command: ["oxlint", file],
    exitCode: null,
    signal: null,
    output: [`${file}:${line}:${column} ${message}`, help].filter((text) => text !== undefined).join("\n"),
  };
}
