import type { PostEditFailure } from "../contracts/post-edit-result.ts";
import type { ProcessOutcome } from "../domain/process.ts";
import { findProcessFailure, toFailure } from "./run-tool.ts";

/** The linter says this line before its report when nothing it was given is left to lint. */
const NOTHING_TO_LINT = "No files found to lint. Please check your paths and ignore patterns.";
const BAD_CONFIGURATION = "Failed to parse oxlint configuration file.";
const OLD_NODE = /Unknown file extension|TypeScript config files require Node\.js/;
const NO_TYPE_CHECKER = "Failed to find tsgolint executable";

const SEVERITIES = new Set<unknown>(["error", "warning", "advice"]);

/** One diagnostic of the linter's JSON report; offsets and lengths are UTF-8 bytes. */
export interface OxlintDiagnostic {
  readonly message: string;
  /** Absent for a syntax error. */
  readonly code?: string;
  readonly severity: string;
  readonly url?: string;
  readonly help?: string;
  /** Relative to the folder the linter ran in. */
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly offset: number; readonly length: number } }[];
}

interface OxlintReport {
  readonly diagnostics: readonly OxlintDiagnostic[];
  readonly files: number;
}

export type OxlintReply =
  /** `fileCount`: how many of the files were looked at. */
  | { readonly kind: "report"; readonly diagnostics: readonly OxlintDiagnostic[]; readonly fileCount: number }
  /** Every file is ignored by the configuration. */
  | { readonly kind: "nothing" }
  | { readonly kind: "failure"; readonly failure: PostEditFailure };

/**
 * Reads the linter's reply to `--format json` strictly: its JSON after at most one known notice. Anything else is a
 * failure, never "no findings", since the exit code is 1 for findings, bad configuration and bad flags alike.
 */
export function parseOxlint(outcome: ProcessOutcome): OxlintReply {
  const failure = findProcessFailure(outcome) ?? findKnownFailure(outcome);
  if (failure) return { kind: "failure", failure };
  const text = outcome.stdout.trim();
  const isNothing = text.startsWith(NOTHING_TO_LINT);
  const report = parseReport(isNothing ? text.slice(NOTHING_TO_LINT.length) : text);
  if (!report || !isEnding(outcome, report, isNothing)) {
    const kind = outcome.exitCode === 0 || text !== "" ? "malformed-output" : "process";
    return { kind: "failure", failure: toFailure(kind, outcome) };
  }
  if (report.files === 0 && report.diagnostics.length === 0) return { kind: "nothing" };
  return { kind: "report", diagnostics: report.diagnostics, fileCount: report.files };
}

/** What the linter says in words when it could not start to lint. */
function findKnownFailure(outcome: ProcessOutcome): PostEditFailure | undefined {
  if (outcome.ending === "ok") return undefined;
  const text = `${outcome.stdout}\n${outcome.stderr}`;
  if (outcome.stdout.startsWith(BAD_CONFIGURATION)) {
    return toFailure(OLD_NODE.test(text) ? "node-version" : "configuration", outcome);
  }
  return text.includes(NO_TYPE_CHECKER) && !outcome.stdout.startsWith("{")
    ? toFailure("tool-missing", outcome)
    : undefined;
}

function parseReport(text: string): OxlintReport | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const report = value as { readonly diagnostics?: unknown; readonly number_of_files?: unknown } | null;
  if (!Array.isArray(report?.diagnostics) || !isCount(report.number_of_files)) return undefined;
  return report.diagnostics.every(isDiagnostic)
    ? { diagnostics: report.diagnostics, files: report.number_of_files }
    : undefined;
}

/** It ends with 1 where it has something to say or nothing to lint, else with 0; the notice and the report agree. */
function isEnding({ exitCode = 0 }: ProcessOutcome, { diagnostics, files }: OxlintReport, isNothing: boolean): boolean {
  if (isNothing) return exitCode <= 1 && files === 0 && diagnostics.length === 0;
  return exitCode === 0 || (exitCode === 1 && diagnostics.length > 0);
}

function isDiagnostic(value: unknown): value is OxlintDiagnostic {
  const diagnostic = value as Partial<Record<keyof OxlintDiagnostic, unknown>> | null;
  return (
    typeof diagnostic?.message === "string" &&
    SEVERITIES.has(diagnostic.severity) &&
    typeof diagnostic.filename === "string" &&
    diagnostic.filename !== "" &&
    isOptionalText(diagnostic.code) &&
    isOptionalText(diagnostic.url) &&
    isOptionalText(diagnostic.help) &&
    Array.isArray(diagnostic.labels) &&
    diagnostic.labels.every(isLabel)
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}

function isLabel(value: unknown): boolean {
  const span = (value as { readonly span?: { readonly offset?: unknown; readonly length?: unknown } } | null)?.span;
  return isCount(span?.offset) && isCount(span.length);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
