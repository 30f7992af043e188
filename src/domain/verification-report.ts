/**
 * Why a verification does not count. `policy`: the inspection blocks. `command`: one failed. `state-changed`: files, the
 * index or HEAD changed while it ran. `superseded`: a newer one, or another session, began meanwhile.
 * `inspection-only`: CI ran no command, and the policy does not let that count. `released-unverified`: an agent was let go
 * here without a pass, and none has settled that since.
 */
export type VerificationFailure =
  | "policy"
  | "command"
  | "state-changed"
  | "superseded"
  | "inspection-only"
  | "released-unverified"
  | "interrupted";

/** A change since the baseline, as the inspection lists it. */
interface ReportedChange {
  readonly kind: string;
  readonly path: string;
  readonly oldPath?: string;
  readonly layers: readonly string[];
}

/** A finding of the inspection; its texts may hold names of files. */
export interface ReportedFinding {
  readonly severity: "blocking" | "warning";
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly explanation: string;
  readonly remediation: string;
  readonly confidence: string;
}

/** What `hi inspect` found; also what its `--json` prints (receipts/inspection-1.schema.json). */
export interface InspectionReport {
  readonly kind: "inspection";
  readonly verb: "inspect";
  readonly schemaVersion: 1;
  readonly status: "passed" | "blocked";
  readonly baselineCommit: string;
  readonly currentHead: string;
  readonly trustedPolicyHash: string;
  readonly repositoryStateFingerprint: string;
  readonly changedFiles: readonly ReportedChange[];
  readonly violations: readonly ReportedFinding[];
  readonly warnings: readonly ReportedFinding[];
}

/** One stream of a command, as it is kept: bounded and redacted. */
interface VerifiedStream {
  readonly sha256: string;
  readonly byteCount: number;
  readonly retained: string;
  readonly truncated: boolean;
}

/** How a command ended, as people say it. */
export const STATUS_WORDS: Readonly<Record<VerifiedCommand["status"], string>> = {
  passed: "passed",
  failed: "failed",
  "timed-out": "timed out",
  "spawn-error": "not started",
};

/** How one command ended. */
export interface VerifiedCommand {
  readonly name: string;
  readonly command: string;
  readonly status: "passed" | "failed" | "timed-out" | "spawn-error";
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timeoutSeconds: number;
  readonly durationMs: number;
  readonly stdout: VerifiedStream;
  readonly stderr: VerifiedStream;
}

/** What `hi verify` and `hi ci` found; also what their `--json` prints (receipts/verification-report-1.schema.json). */
export interface VerificationReport {
  readonly kind: "verification";
  readonly verb: "verify" | "ci";
  readonly mode: "local" | "ci";
  readonly finalStatus: "passed" | "failed" | "inspection_only";
  readonly failureKind?: VerificationFailure;
  /** Whether an agent may stop now; of `hi ci`, whether it passes. */
  readonly completionAuthorized: boolean;
  readonly baselineCommit: string;
  readonly policySourceCommit: string;
  readonly currentHead: string;
  readonly trustedPolicyHash: string;
  readonly repositoryStateFingerprint: string;
  readonly inspection: "passed" | "blocked";
  readonly changedFiles: readonly ReportedChange[];
  readonly violations: readonly ReportedFinding[];
  readonly warnings: readonly ReportedFinding[];
  readonly commands: readonly VerifiedCommand[];
  /** The policy's commands that were not run, since one before them failed or the inspection blocks. */
  readonly notRun: readonly string[];
  readonly durationMs: number;
  /** The seal, from the git root where it lies below it; only of a pass that counts. */
  readonly receiptPath?: string;
}
