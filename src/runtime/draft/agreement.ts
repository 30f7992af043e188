import { SYNTAX_ERROR_RULE } from "../../contracts/post-edit-result.ts";
import type { PostEditFinding } from "../../contracts/post-edit-result.ts";

/**
 * How far what the linter's server shows of a text agrees with what its command line said of the same bytes.
 * `exact`: in every word, so the server may speak for the command line. `enough`: every finding of a rule stands at the
 * same place, so the server has the same configuration and its fixes are the command line's. `none`: it must not fix.
 */
export type Agreement = "exact" | "enough" | "none";

/** The compiler's own errors are reported by the command line alone, and nothing fixes them. */
const COMPILER_ERROR = /^typescript\(TS\d+\)$/;

/** `elsewhere`: what the command line said of other files, which a server puts at the start of the one it is asked about. */
export function findAgreement(
  shown: readonly PostEditFinding[],
  told: readonly PostEditFinding[],
  elsewhere: readonly PostEditFinding[]
): Agreement {
  if (elsewhere.length === 0 && isSame(shown.map(toText), told.map(toText))) return "exact";
  const strangers = new Set(elsewhere.map(({ rule }) => rule));
  const own = shown.filter(({ rule, line, column }) => !(strangers.has(rule) && line === 1 && column === 1));
  return isSame(own.filter(isOfRule).map(toPlace), told.filter(isOfRule).map(toPlace)) ? "enough" : "none";
}

/** True for what a rule says: nothing else can have a fix. */
export function isOfRule({ rule }: PostEditFinding): boolean {
  return rule !== SYNTAX_ERROR_RULE && !COMPILER_ERROR.test(rule);
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.toSorted().join("\n") === right.toSorted().join("\n");
}

function toPlace({ rule, line, column }: PostEditFinding): string {
  return `${rule} ${line}:${column}`;
}

function toText({ rule, severity, line, column, endLine, endColumn, message, help, url }: PostEditFinding): string {
  return JSON.stringify([rule, severity, line, column, endLine, endColumn, message, help, url]);
}
