/** The contract's name and version; its JSON Schema is receipts/post-edit-result-1.schema.json (seed 003 AC-002). */
const POST_EDIT_SCHEMA = "hi-post-edit/1";

/**
 * `clean`: verified, nothing left. `findings`: the tool worked and has something to say. `skipped`: no file of ours.
 * `failed`: a tool or a configuration did not work; findings of other files may stand beside it.
 * `exhausted` is part of the contract and not said yet: repair was asked for as often as is allowed (AC-004).
 */
type PostEditStatus = "clean" | "findings" | "skipped" | "failed" | "exhausted";

type PostEditSeverity = "error" | "warning";

/** The rule of a finding that is no rule's: the file does not parse. */
export const SYNTAX_ERROR_RULE = "syntax-error";

/** One thing that the linter still reports. Lines and columns are 1-based, columns in UTF-16 code units. */
export interface PostEditFinding {
  /** Repository-relative, POSIX separators. */
  readonly file: string;
  /** As the tool names it, `plugin(rule)`. */
  readonly rule: string;
  readonly severity: PostEditSeverity;
  readonly line: number;
  readonly column: number;
  /** The end is exclusive, and only there together with `endColumn`. */
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly message: string;
  readonly help?: string;
  readonly url?: string;
}

/** Why a tool said nothing that counts. A closed set: a reader may switch over it. */
export type PostEditFailureKind =
  | "tool-missing"
  | "tool-version"
  | "node-version"
  | "configuration"
  | "process"
  | "timeout"
  | "malformed-output";

export interface PostEditFailure {
  readonly kind: PostEditFailureKind;
  /** What was run, as argv; where nothing could be run, the tool or file that it is about. */
  readonly command: readonly string[];
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** What it printed, or what is wrong; at most MAX_FAILURE_OUTPUT UTF-16 code units, the end kept. */
  readonly output: string;
}

/** A command that verifies files again: argv without a shell, run in `cwd` (repository-relative). */
export interface PostEditRerun {
  readonly cwd: string;
  readonly command: readonly string[];
}

/** The provider-neutral result of one edit; every provider's answer is a translation of it. */
export interface PostEditResult {
  readonly schema: typeof POST_EDIT_SCHEMA;
  readonly status: PostEditStatus;
  /** Files that were looked at; repository-relative, sorted. */
  readonly files: readonly string[];
  readonly findings: readonly PostEditFinding[];
  readonly failures: readonly PostEditFailure[];
  /** Files whose bytes the formatter or a safe fix changed; a subset of `files`. */
  readonly changed: readonly string[];
  readonly rerun: readonly PostEditRerun[];
}

/** Most of a failure's output that is kept, in UTF-16 code units. */
const MAX_FAILURE_OUTPUT = 4096;

/** Builds a result: decides the status, orders by place and bounds the failures' output. */
export function toPostEditResult(parts: Omit<PostEditResult, "schema" | "status">): PostEditResult {
  return {
    schema: POST_EDIT_SCHEMA,
    status: toStatus(parts),
    files: toSorted(parts.files),
    findings: parts.findings.toSorted(compareFindings),
    failures: parts.failures.map(boundFailure),
    changed: toSorted(parts.changed),
    rerun: parts.rerun,
  };
}

/** What an edit comes to that concerns no file of ours. */
export const SKIPPED_RESULT: PostEditResult = {
  schema: POST_EDIT_SCHEMA,
  status: "skipped",
  files: [],
  findings: [],
  failures: [],
  changed: [],
  rerun: [],
};

function toStatus(parts: Omit<PostEditResult, "schema" | "status">): PostEditStatus {
  if (parts.failures.length > 0) return "failed";
  if (parts.findings.length > 0) return "findings";
  return parts.files.length > 0 ? "clean" : "skipped";
}

function toSorted(files: readonly string[]): readonly string[] {
  return [...new Set(files)].toSorted();
}

function compareFindings(left: PostEditFinding, right: PostEditFinding): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}

function boundFailure(failure: PostEditFailure): PostEditFailure {
  return { ...failure, output: failure.output.slice(-MAX_FAILURE_OUTPUT) };
}
