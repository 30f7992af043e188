/** A guard session as people and programs are told of it. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly task: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly baselineCommit: string;
  readonly policyFile: string;
  readonly trustedPolicyHash: string;
  readonly existingTests: string;
  /** Names of the policy's commands, in their order. */
  readonly commands: readonly string[];
}

/** Whether an agent could stop now. */
export interface SessionCompletion {
  readonly decision: "allow" | "deny";
  readonly reasonCode: string;
  readonly explanation: string;
  readonly receiptPath?: string;
}

/** An agent that was let go without a passing verification, which no pass has settled since. */
export interface SessionRelease {
  readonly provider: string;
  readonly blocks: number;
  /** ISO 8601, UTC. */
  readonly releasedAt: string;
}

/** What `hi session start|status|end` say; also what their `--json` prints (receipts/session-report-1.schema.json). */
export interface SessionReport {
  readonly kind: "session";
  readonly verb: "session start" | "session status" | "session end";
  /** How it stands after the verb. */
  readonly state: "active" | "none" | "corrupt";
  /** What is wrong, where it is corrupt. */
  readonly problem?: string;
  readonly session?: SessionFacts;
  /** Of `session start`: how many of the baseline's files are tests. */
  readonly tests?: number;
  /** Of `session status`, in a session; of `session start` only where no verification could ever let an agent stop. */
  readonly completion?: SessionCompletion;
  /** Where there are any: neither an end nor another start takes them away. */
  readonly releases?: readonly SessionRelease[];
  /** Of `session start` and `session end`: another session, or what was left of one, is put aside. */
  readonly putAside?: boolean;
}
