/** The contract's name and version; its JSON Schema is receipts/post-edit-result-1.schema.json (seed 003 AC-002). */
const POST_EDIT_SCHEMA = "hi-post-edit/1";

/**
 * `clean`: verified, nothing left. `findings`: the tool worked and has something to say. `skipped`: no file of ours.
 * `failed`: a tool or a configuration did not work; findings of other files may stand beside it.
 * `exhausted`: findings, and repair of every one was asked for as often as is allowed (seed 003 AC-004).
 */
export type PostEditStatus = "clean" | "findings" | "skipped" | "failed" | "exhausted";

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
  /** Told only: its repair is not asked for. */
  readonly isAdvice?: true;
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

/** How often one session may be asked to repair the same findings of the same file (seed 003 AC-004). */
export const MAX_REPAIR_REQUESTS = 3;

/**
 * What becomes of the findings of one file. `asked`: repair is asked for. `exhausted`: it was asked for as often as is
 * allowed, which is said this once. `silent`: that has been said too. `unrecorded`: requests cannot be counted here,
 * so the findings are told and nothing is asked for.
 */
type PostEditRepairState = "asked" | "exhausted" | "silent" | "unrecorded";

export interface PostEditRepair {
  /** Repository-relative, POSIX separators. */
  readonly file: string;
  readonly state: PostEditRepairState;
  /** 1 to MAX_REPAIR_REQUESTS; there exactly where the state is `asked`. */
  readonly request?: number;
}

/** What one speaker has to say of an edit; the parts of all speakers make the result. */
export type PostEditPart = Omit<PostEditResult, "schema" | "status" | "repair">;

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
  /** One entry a file with findings, sorted; empty where nothing can be asked for, since no answer is heard. */
  readonly repair: readonly PostEditRepair[];
}

/** Most of a failure's output that is kept, in UTF-16 code units. */
const MAX_FAILURE_OUTPUT = 4096;

/** What is said of an edit that concerns no file of ours. */
export const NOTHING_TO_SAY: PostEditPart = { files: [], findings: [], failures: [], changed: [], rerun: [] };

/** Puts together what several speakers say of one edit. */
export function mergeParts(parts: readonly PostEditPart[]): PostEditPart {
  return {
    files: parts.flatMap((part) => part.files),
    findings: parts.flatMap((part) => part.findings),
    failures: parts.flatMap((part) => part.failures),
    changed: parts.flatMap((part) => part.changed),
    rerun: parts.flatMap((part) => part.rerun),
  };
}

/** Builds a result: decides the status, orders by place and bounds the failures' output. */
export function toPostEditResult(part: PostEditPart, repair: readonly PostEditRepair[] = []): PostEditResult {
  return {
    schema: POST_EDIT_SCHEMA,
    status: toStatus(part, repair),
    files: toSorted(part.files),
    findings: part.findings.toSorted(comparePlaces),
    failures: part.failures.map(boundFailure),
    changed: toSorted(part.changed),
    rerun: part.rerun,
    repair,
  };
}

function toStatus(part: PostEditPart, repair: readonly PostEditRepair[]): PostEditStatus {
  if (part.failures.length > 0) return "failed";
  if (part.findings.length === 0) return part.files.length > 0 ? "clean" : "skipped";
  const isOver = repair.length > 0 && repair.every(({ state }) => state === "exhausted" || state === "silent");
  return isOver ? "exhausted" : "findings";
}

function toSorted(files: readonly string[]): readonly string[] {
  return [...new Set(files)].toSorted();
}

/** By file, then by place. */
export function comparePlaces(left: PostEditFinding, right: PostEditFinding): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}

/** A failure with the end of its output, as much as is kept. */
export function boundFailure<Failure extends PostEditFailure>(failure: Failure): Failure {
  return { ...failure, output: failure.output.slice(-MAX_FAILURE_OUTPUT) };
}
