import { SYNTAX_ERROR_RULE } from "../../contracts/post-edit-result.ts";
import type { PostEditFinding } from "../../contracts/post-edit-result.ts";
import { PLUGIN_ERROR_RULE } from "../../domain/oxlint-report.ts";
import { isTyped } from "./typed-rules.ts";

/**
 * How far what the linter's server shows of a text agrees with what its command line said of the same bytes.
 * `exact`: in every word, so the server may speak for the command line. `enough`: every finding of a rule stands at the
 * same place, so the server has the same configuration and its fixes are the command line's. `none`: it must not fix.
 */
export type Agreement = "exact" | "enough" | "none";

/** What there is to compare. */
export interface Accounts {
  readonly shown: readonly PostEditFinding[];
  readonly told: readonly PostEditFinding[];
  /** What the command line said of other files: a server puts it at the start of the file that it is asked about. */
  readonly elsewhere: readonly PostEditFinding[];
  /** False for a server that was started without types. */
  readonly hasTypes: boolean;
  /** The text starts with a byte order mark, which the command line's type checker does not count (oxlint 1.80.0). */
  readonly hasMark: boolean;
}

/** The compiler's own errors are reported by the command line alone, and nothing fixes them. */
const COMPILER_ERROR = /^typescript\(TS\d+\)$/;

export function findAgreement({ shown, told, elsewhere, hasTypes, hasMark }: Accounts): Agreement {
  if (elsewhere.length === 0 && isSame(shown.map(toText), told.map(toText))) return "exact";
  const strangers = new Set(elsewhere.map(({ rule }) => rule));
  const own = shown.filter(({ rule, line, column }) => !(strangers.has(rule) && line === 1 && column === 1));
  const comparable = told.filter((finding) => isOfRule(finding) && (hasTypes || !isTyped(finding.rule)));
  const toPlace = ({ rule, line, column }: PostEditFinding): string =>
    hasMark && isTyped(rule) ? rule : `${rule} ${line}:${column}`;
  return isSame(own.filter(isOfRule).map(toPlace), comparable.map(toPlace)) ? "enough" : "none";
}

/** True for what a rule says: nothing else can have a fix. */
export function isOfRule({ rule }: PostEditFinding): boolean {
  return rule !== SYNTAX_ERROR_RULE && rule !== PLUGIN_ERROR_RULE && !COMPILER_ERROR.test(rule);
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.toSorted().join("\n") === right.toSorted().join("\n");
}

function toText({ rule, severity, line, column, endLine, endColumn, message, help, url }: PostEditFinding): string {
  return JSON.stringify([rule, severity, line, column, endLine, endColumn, message, help, url]);
}
