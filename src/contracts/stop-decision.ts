/** Why an agent may stop, or not yet (seed 004). */
export type StopReason =
  | "NO_ACTIVE_SESSION"
  | "COMPLETION_ALLOWED"
  | "COMPLETION_BLOCKED"
  | "SESSION_STATE_CORRUPT"
  | "COULD_NOT_DECIDE";

/** What `hi hook can-stop` answers; schema: receipts/stop-decision-1.schema.json. */
export interface HookStopDecision {
  readonly schemaVersion: 1;
  readonly decision: "allow" | "deny";
  readonly reasonCode: StopReason;
  readonly explanation: string;
  /** The seal of the verification that counts; only where it allows. Relative to the git root where it lies below. */
  readonly receiptPath?: string;
}
