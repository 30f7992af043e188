/** The values that the guard's parts hand to each other (seed 004): policy, changes, inspection, verification. */

export const POLICY_FILES = ["hi.policy.yml", "judgelock.yml"] as const;
export type PolicyFile = (typeof POLICY_FILES)[number];

export type ExistingTests = "immutable" | "guarded" | "allowed";

/** A command of the policy: an argv list, or (of a judgelock.yml alone) a line for the shell. */
export interface PolicyCommand {
  readonly name: string;
  readonly run: { readonly argv: readonly string[] } | { readonly shell: string };
  /** Seconds, 1 to 86,400. */
  readonly timeoutSeconds: number;
}

/** What is trusted: read from the baseline commit and never from the work tree. */
export interface GuardPolicy {
  readonly file: PolicyFile;
  /** SHA-256 of the file's bytes at the baseline. */
  readonly sha256: string;
  readonly testIntegrity: {
    readonly existingTests: ExistingTests;
    readonly allowNewTests: boolean;
    readonly blockDeletedTests: boolean;
    readonly blockSnapshotChanges: boolean;
    readonly blockSkippedTests: boolean;
    readonly blockFocusedTests: boolean;
    readonly blockAssertionRemoval: boolean;
    readonly blockAssertionWeakening: boolean;
    readonly blockTimeoutIncreases: boolean;
  };
  readonly coverage: { readonly blockThresholdReductions: boolean; readonly blockNewExclusions: boolean };
  readonly validation: {
    readonly protectScripts: boolean;
    readonly allowInspectionOnlyCompletion: boolean;
    readonly commands: readonly PolicyCommand[];
  };
  /** Glob patterns, relative to the git root. */
  readonly paths: {
    readonly testPatterns: readonly string[];
    readonly snapshotPatterns: readonly string[];
    readonly protectedPatterns: readonly string[];
    readonly ignoredPatterns: readonly string[];
  };
  readonly retainCommandOutputCharacters: number;
  readonly ci: { readonly allowPolicyChanges: boolean };
}

/** Where a difference stands: between the baseline and HEAD, HEAD and index, index and work tree, or in no commit. */
export type ChangeLayer = "committed" | "staged" | "unstaged" | "untracked";

export interface ChangedFile {
  readonly kind: "added" | "modified" | "deleted" | "renamed" | "type-changed" | "unmerged";
  /** From the git root, POSIX separators. */
  readonly path: string;
  readonly oldPath?: string;
  readonly layers: readonly ChangeLayer[];
}

/** A text that a changed path has in a layer after the baseline; the same bytes are given once. */
export interface FileVersion {
  readonly layer: "head" | "index" | "worktree";
  readonly bytes: Uint8Array;
}

/** What an inspection asks of the repository; of a path that is a link or no file, nothing. */
export interface InspectedRepository {
  readonly baselineCommit: string;
  readonly currentHead: string;
  readonly fingerprint: string;
  readonly changedFiles: readonly ChangedFile[];
  /** Every path that the baseline has; what is new is among the changed files. */
  readonly baselinePaths: readonly string[];
  readonly readBaseline: (path: string) => Promise<Uint8Array | undefined>;
  /** Many at once, by their paths; those that are files. */
  readonly readBaselines: (paths: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly readVersions: (path: string) => Promise<readonly FileVersion[]>;
}

export type InspectionCode =
  | "CONFIG_CHANGED"
  | "EXISTING_TEST_MODIFIED"
  | "TEST_RENAMED"
  | "TEST_DELETED"
  | "NEW_TEST_NOT_ALLOWED"
  | "SNAPSHOT_CHANGED"
  | "SKIPPED_TEST_ADDED"
  | "FOCUSED_TEST_ADDED"
  | "TEST_CASE_REMOVED"
  | "ASSERTION_REMOVED"
  | "ASSERTION_WEAKENED"
  | "ASSERTION_MISSING"
  | "EXPECTATION_CHANGED"
  | "TEST_BODY_EMPTIED"
  | "SUBJECT_MOCKED"
  | "TIMEOUT_INCREASED"
  | "RETRIES_ADDED"
  | "COVERAGE_THRESHOLD_REDUCED"
  | "COVERAGE_EXCLUSION_ADDED"
  | "LINT_WEAKENED"
  | "SUPPRESSION_ADDED"
  | "TEST_DISCOVERY_NARROWED"
  | "VALIDATION_SCRIPT_CHANGED"
  | "PROTECTED_PATH_CHANGED"
  | "INTEGRATION_CONFIG_CHANGED"
  | "TEST_ANALYSIS_FAILED"
  | "ANALYSIS_INCONCLUSIVE"
  | "HIDDEN_FROM_GIT"
  | "UNMERGED_PATH";

export interface InspectionFinding {
  readonly severity: "blocking" | "warning";
  readonly code: InspectionCode;
  readonly path: string;
  /** 1-based; the column in UTF-16 code units. */
  readonly line?: number;
  readonly column?: number;
  readonly explanation: string;
  readonly remediation: string;
  readonly confidence: "high" | "medium" | "low";
}

/** What changed since the baseline, and whether tests, configuration or the policy were weakened. */
export interface Inspection {
  readonly schemaVersion: 1;
  readonly status: "passed" | "blocked";
  readonly baselineCommit: string;
  readonly currentHead: string;
  readonly trustedPolicyHash: string;
  readonly repositoryStateFingerprint: string;
  readonly changedFiles: readonly ChangedFile[];
  readonly violations: readonly InspectionFinding[];
  readonly warnings: readonly InspectionFinding[];
}
