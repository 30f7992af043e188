/** Why a write is allowed or denied (seed 004). A closed set; the first that holds, in this order. */
export type WriteReason =
  | "NO_ACTIVE_SESSION"
  | "SESSION_STATE_CORRUPT"
  | "PATH_OUTSIDE_REPOSITORY"
  | "JUDGE_CONFIGURATION_PROTECTED"
  | "PROTECTED_PATH_CHANGED"
  | "SNAPSHOT_CHANGED"
  | "EXISTING_TEST_MODIFIED"
  | "NEW_TEST_NOT_ALLOWED"
  | "WRITE_ALLOWED"
  | "COULD_NOT_DECIDE";

/** What `hi hook can-write` answers; schema: receipts/write-decision-1.schema.json. */
export interface HookWriteDecision {
  readonly schemaVersion: 1;
  readonly decision: "allow" | "deny";
  readonly reasonCode: WriteReason;
  /** From the git root, POSIX separators; what was asked where it lies outside. */
  readonly path: string;
  /** One or two sentences, without an absolute path. */
  readonly explanation: string;
}
