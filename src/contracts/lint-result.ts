import type { CheckKind } from "../domain/check-kind.ts";
import { CHECKS } from "../domain/check-kind.ts";
import type { PostEditFailure, PostEditFinding } from "./post-edit-result.ts";
import { boundFailure, comparePlaces } from "./post-edit-result.ts";

/** The contract's name and version; its JSON Schema is receipts/lint-result-1.schema.json. */
const LINT_SCHEMA = "hi-lint/1";

/**
 * `clean`: checked, nothing left. `passed`: only warnings, and no more than the scope lets through. `findings`: more than
 * that. `empty`: no file was checked. `failed`: a configuration, a tool or a process did not work.
 */
export type LintStatus = "clean" | "passed" | "findings" | "empty" | "failed";

/** One scope under one check. */
export interface LintedScope {
  readonly path: string;
  readonly check: CheckKind;
  readonly status: LintStatus;
  /** Files that the tool says it looked at. */
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  /** The threshold that the warnings were held against. */
  readonly maxWarnings: number;
  /** All of the scope was looked at, not only files that were named. */
  readonly whole: boolean;
  /** What was named and made it all of the scope: a changed policy, manifest or lockfile. */
  readonly because?: string;
}

/** A finding of the hook's contract, and the scope whose tool said it. */
export interface LintFinding extends PostEditFinding {
  readonly scope: string;
}

/** A failure of the hook's contract, and what could not be checked for it; without a scope, nothing could. */
export interface LintFailure extends PostEditFailure {
  readonly scope?: string;
  readonly check?: CheckKind;
}

export const LEFT_REASONS = ["gone", "outside", "unusual", "unowned", "ignored", "unsupported", "not-asked"] as const;
/**
 * Why a name that was given is not checked: no file is there; it is none of the repository; it holds what no path of ours
 * may (a line break, a backslash); no scope owns it; an ignore file names it; no tool reads it; it is another scope's than
 * those asked for.
 */
export type LeftReason = (typeof LEFT_REASONS)[number];

/** The names that are not checked for one reason; `count` is all of them, `names` the first. */
export interface LeftNames {
  readonly reason: LeftReason;
  readonly count: number;
  readonly names: readonly string[];
}

/** What a run over the recorded routes found; the same for a script, CI and the commit gate. */
export interface LintResult {
  readonly schema: typeof LINT_SCHEMA;
  readonly status: LintStatus;
  /** 0 clean, passed or empty; 1 findings; 2 failed. */
  readonly exitCode: 0 | 1 | 2;
  readonly checks: readonly CheckKind[];
  /** How many names were given to choose from; undefined where everything was asked for. */
  readonly given?: number;
  /** Each scope that was asked, once a check, sorted. */
  readonly scopes: readonly LintedScope[];
  readonly findings: readonly LintFinding[];
  readonly failures: readonly LintFailure[];
  /** Files that a fix or the formatter changed. */
  readonly changed: readonly string[];
  readonly left: readonly LeftNames[];
  /** What a reader must know of what was judged: staged files whose content on disk is another. */
  readonly notes: readonly string[];
}

/** Builds a result: decides the status and the exit code, and puts everything into one order. */
export function toLintResult(parts: Omit<LintResult, "schema" | "status" | "exitCode">): LintResult {
  const status = toStatus(parts);
  const { checks, given, left, notes } = parts;
  return {
    schema: LINT_SCHEMA,
    status,
    exitCode: EXIT_CODES[status],
    checks: CHECKS.filter((check) => checks.includes(check)),
    ...(given === undefined ? {} : { given }),
    scopes: parts.scopes.toSorted(
      (one, other) => compareText(one.path, other.path) || compareText(one.check, other.check)
    ),
    findings: sortFindings(parts.findings),
    failures: parts.failures.map(boundFailure),
    changed: [...new Set(parts.changed)].toSorted(),
    left,
    notes,
  };
}

const EXIT_CODES = { clean: 0, passed: 0, empty: 0, findings: 1, failed: 2 } as const;

function toStatus({ scopes, failures }: Pick<LintResult, "failures" | "scopes">): LintStatus {
  const has = (status: LintStatus): boolean => scopes.some((scope) => scope.status === status);
  if (failures.length > 0 || has("failed")) return "failed";
  return (["findings", "passed", "clean"] as const).find(has) ?? "empty";
}

/** The status of one scope that was looked at to the end. */
export function toScopeStatus({
  files,
  errors,
  warnings,
  maxWarnings,
}: Pick<LintedScope, "errors" | "files" | "maxWarnings" | "warnings">): LintStatus {
  if (errors > 0 || warnings > maxWarnings) return "findings";
  if (warnings > 0) return "passed";
  return files > 0 ? "clean" : "empty";
}

/** By file, then by place. */
export function sortFindings(findings: readonly LintFinding[]): readonly LintFinding[] {
  return findings.toSorted(compareFindings);
}

function compareFindings(left: LintFinding, right: LintFinding): number {
  return comparePlaces(left, right) || compareText(left.rule, right.rule) || compareText(left.message, right.message);
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
