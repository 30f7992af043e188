import type { Candidate, CleanupEvidence, ContainmentEvidence } from "./candidate.ts";
import type { DebtVerdict } from "./debt-gate.ts";
import type { OwnedKey, Ownership } from "./desired.ts";
import type { DoctorReport } from "./doctor.ts";
import type { Finding } from "./finding.ts";
import type { FleetPlanReport, FleetReport } from "./fleet.ts";
import type { LinterReport } from "./linter-report.ts";
import type { RelativePath } from "./paths.ts";
import type { Action, KeyPlan, Plan, Reason } from "./plan.ts";
import type { PartialPreview, PreviewResult } from "./preview.ts";
import type { Recovery } from "./publication-journal.ts";
import type { ReceiptEntry } from "./receipt.ts";
import type { RefusalFacts } from "./refusal.ts";
import type { RecoveryRequest, Verb } from "./request.ts";
import type { SessionReport } from "./session-report.ts";
import type { InspectionReport, VerificationReport } from "./verification-report.ts";

/** Why nothing was published; `conflicts` are for a person to settle. */
type GateReason = "conflicts" | "debt" | "declined" | "dry-run" | "nothing-to-do" | "reads-only" | "refused";

/** Whether publication was allowed, and what stopped it where not; a verb that only reads never asks for it. */
export type Gate = { readonly open: true } | { readonly open: false; readonly because: GateReason };

/** What reached the disk. */
export interface Published {
  readonly written: readonly RelativePath[];
  readonly removed: readonly RelativePath[];
  readonly receiptSha256: string | undefined;
}

/** What one path is, in `hi diff` (at most one class a path) and `hi check`. */
export type DiffClass = "update-available" | "local-edit" | "conflict" | "missing" | "stale" | "orphan";

export interface DiffRow {
  readonly path: RelativePath;
  readonly class: DiffClass;
  readonly reason: string;
  /** Of what is no longer wanted: the choice that is no longer made. */
  readonly args?: Reason["args"];
  readonly keys?: readonly string[];
  /** Where a file stops being readable; 1-based, the column in UTF-16 code units. */
  readonly line?: number;
  readonly column?: number;
}

/** Everything a run of `init`, `update` or `restore` can say; also what `--json` prints (receipts/report-1.schema.json). */
export interface RunReport {
  readonly kind: "run";
  readonly verb: Verb;
  readonly dryRun: boolean;
  readonly plan?: Plan;
  readonly candidate?: Candidate;
  readonly containment?: ContainmentEvidence;
  /** Partial where the preview itself was refused. */
  readonly preview?: PreviewResult | PartialPreview;
  /** Only where the run was given a limit on lint debt, and a preview measured it. */
  readonly debtGate?: DebtVerdict;
  readonly gate: Gate;
  readonly cleanup?: CleanupEvidence;
  readonly published?: Published;
  readonly findings: readonly Finding[];
  readonly evidence: readonly { readonly about: string; readonly value: string; readonly because: string }[];
  /** Commands that a real run would start, or that this run started; argv. */
  readonly commands: readonly (readonly string[])[];
  /** The install command's outcome where `--install` was given. */
  readonly installed?: boolean;
}

export interface CheckReport {
  readonly kind: "check";
  readonly verb: "check" | "diff";
  readonly rows: readonly DiffRow[];
  readonly findings: readonly Finding[];
  readonly templateVersion: string;
  readonly checkedPaths: number;
  /** Of a `diff`: an update would write something, the receipt included. */
  readonly isPending?: boolean;
}

/** An owned path below the folder that was asked for, and what an update would do to it. */
export interface OwnedPath {
  readonly path: RelativePath;
  readonly class: Ownership;
  readonly action: Action;
  readonly reason: string;
  readonly args?: Reason["args"];
}

export interface ExplainReport {
  readonly kind: "explain";
  readonly verb: "explain";
  readonly path: RelativePath;
  readonly owner: "harness" | "harness-keys" | "harness-paths" | "project" | "harness-once" | "nobody";
  readonly entry?: ReceiptEntry;
  readonly keys?: readonly OwnedKey[];
  /** Keys of a merged file that are not as we want them: in conflict, edited, taken out, still to come. */
  readonly differs: readonly KeyPlan[];
  /** Where the path is a folder. */
  readonly paths: readonly OwnedPath[];
  /** A publication that was cut short here. */
  readonly findings?: readonly Finding[];
  readonly wouldDo: { readonly action: string; readonly reason: string; readonly args?: Reason["args"] };
}

/** What `hi resume`, `hi abort` and `hi undo` did, or in a dry run would do. */
export interface RecoveryReport {
  readonly kind: "recovery";
  readonly verb: RecoveryRequest["verb"];
  readonly dryRun: boolean;
  readonly recovery: Recovery;
}

/** A refusal keeps whatever evidence the run had gathered (plan, candidate, containment, preview, cleanup). */
export interface RefusedReport {
  readonly kind: "refused";
  readonly verb: Verb;
  readonly refusal: RefusalFacts;
  readonly partial?: Partial<RunReport>;
}

export type Report =
  | FleetPlanReport
  | FleetReport
  | RunReport
  | CheckReport
  | ExplainReport
  | DoctorReport
  | LinterReport
  | RecoveryReport
  | SessionReport
  | InspectionReport
  | VerificationReport
  | RefusedReport;
