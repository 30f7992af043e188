import type { PackageManager } from "./answers.ts";
import type { ConflictChoice } from "./conflict.ts";
import type { DebtLimits } from "./debt-gate.ts";
import type { FailurePolicy, LinterEvent, LinterLanguage } from "./linters.ts";
import type { CommitGate, PackName, ProviderName } from "./settings.ts";

/** Those of two words come first: their second is the first of another. */
export const VERBS = [
  "linter init",
  "linter check",
  "linter run",
  "session start",
  "session status",
  "session end",
  "fleet plan",
  "fleet report",
  "init",
  "update",
  "check",
  "diff",
  "explain",
  "restore",
  "doctor",
  "resume",
  "abort",
  "undo",
  "show",
  "eject",
  "inspect",
  "verify",
  "ci",
] as const;
export type Verb = (typeof VERBS)[number];

/** Words for a person, or a document: JSON for programs, Markdown and a page for review, SARIF for code scanning. */
export const OUTPUT_FORMATS = ["human", "json", "markdown", "html", "sarif"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
export type DocumentFormat = Exclude<OutputFormat, "human">;

/** A report that is written to a file, beside what is printed. */
export interface ReportTarget {
  readonly format: DocumentFormat;
  /** From the current folder. */
  readonly file: string;
}

/** What every verb is told. */
interface CommonRequest {
  readonly verb: Verb;
  readonly format: OutputFormat;
  /** Exit 1 when changes or conflicts are pending. */
  readonly exitCode: boolean;
}

/** What `init` and `update` share: the flags of a run that may publish. */
export interface RunRequest extends CommonRequest {
  readonly dryRun: boolean;
  readonly offline: boolean;
  readonly yes: boolean;
  readonly preview: "on" | "off";
  readonly install: boolean;
  /** devDependency names for which ours is taken over the project's version. */
  readonly take: readonly string[];
  readonly packageManager?: PackageManager;
  /** Reports for files, beside what is printed. */
  readonly outputs?: readonly ReportTarget[];
  /** Only where lint debt may block. */
  readonly debtLimits?: DebtLimits;
  /** Of `init` and `update`: what becomes of an edit of what is ours that ours meets; undefined where no flag says so. */
  readonly onConflict?: ConflictChoice;
}

export interface InitRequest extends RunRequest {
  readonly verb: "init";
  /** What the flags say; what is undefined comes from the existing settings, then from detection, then from the prompts. */
  readonly providers?: readonly ProviderName[];
  readonly packs?: readonly PackName[];
  readonly scopes?: readonly string[];
  readonly exclude?: readonly string[];
  readonly commitGate?: CommitGate;
}

export interface UpdateRequest extends RunRequest {
  readonly verb: "update";
  /** Where the plan is written instead of being published, from the current folder. */
  readonly planOut?: string;
  /** The plan that is published, and no other. */
  readonly plan?: string;
}

export interface EjectRequest extends RunRequest {
  readonly verb: "eject";
}

export interface ShowRequest extends CommonRequest {
  readonly verb: "show";
  /** A plan, from the current folder. */
  readonly file: string;
  readonly outputs?: readonly ReportTarget[];
}

export interface CheckRequest extends CommonRequest {
  readonly verb: "check";
}

export interface DiffRequest extends CommonRequest {
  readonly verb: "diff";
}

export interface DoctorRequest extends CommonRequest {
  readonly verb: "doctor";
}

export interface ExplainRequest extends CommonRequest {
  readonly verb: "explain";
  readonly path: string;
}

export interface RestoreRequest extends RunRequest {
  readonly verb: "restore";
  readonly path: string;
}

/** What the verbs that go back or forward are told. */
interface WayRequest extends CommonRequest {
  readonly dryRun: boolean;
}

export interface ResumeRequest extends WayRequest {
  readonly verb: "resume";
}

export interface AbortRequest extends WayRequest {
  readonly verb: "abort";
}

export interface UndoRequest extends WayRequest {
  readonly verb: "undo";
}

export type RecoveryRequest = ResumeRequest | AbortRequest | UndoRequest;

export interface LinterInitRequest extends RunRequest {
  readonly verb: "linter init";
  readonly name: string;
  readonly language: LinterLanguage;
  readonly events: readonly LinterEvent[];
  readonly onFailure: FailurePolicy;
}

export interface LinterCheckRequest extends CommonRequest {
  readonly verb: "linter check";
  readonly name: string;
}

export interface LinterRunRequest extends CommonRequest {
  readonly verb: "linter run";
  readonly name: string;
  /** A file, from the current folder. */
  readonly request: string;
}

export interface FleetPlanRequest extends CommonRequest {
  readonly verb: "fleet plan";
  /** A file, from the current folder. */
  readonly repos: string;
  readonly isMatrix: boolean;
}

export interface FleetReportRequest extends CommonRequest {
  readonly verb: "fleet report";
  /** From the current folder. */
  readonly folder: string;
  readonly repos?: string;
}

export interface SessionRequest extends CommonRequest {
  readonly verb: "session start" | "session status" | "session end";
  /** Of `session start`. */
  readonly task?: string;
}

export interface InspectRequest extends CommonRequest {
  readonly verb: "inspect";
}

export interface VerifyRequest extends CommonRequest {
  readonly verb: "verify";
  readonly continueOnFailure: boolean;
}

export interface CiRequest extends CommonRequest {
  readonly verb: "ci";
  readonly baseRef: string;
  readonly continueOnFailure: boolean;
}

export type Request =
  | InspectRequest
  | VerifyRequest
  | CiRequest
  | SessionRequest
  | FleetPlanRequest
  | FleetReportRequest
  | LinterInitRequest
  | LinterCheckRequest
  | LinterRunRequest
  | InitRequest
  | UpdateRequest
  | CheckRequest
  | DiffRequest
  | ExplainRequest
  | RestoreRequest
  | ShowRequest
  | EjectRequest
  | DoctorRequest
  | RecoveryRequest;
