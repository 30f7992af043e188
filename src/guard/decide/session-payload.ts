import type { ExistingTests, PolicyFile } from "../../contracts/guard.ts";

/** What a volume does to names and modes, tried out when the session began. */
export interface VolumeTraits {
  /** `A` and `a` are one name. */
  readonly foldsCase: boolean;
  /** A letter with its accent, and the letter and the accent, are one name. */
  readonly foldsForm: boolean;
  /** An executable bit that is set stays set. */
  readonly keepsModes: boolean;
}

/** The trusted policy as a write is judged by it: nothing is left to be parsed. */
export interface SessionRules {
  readonly existingTests: ExistingTests;
  readonly allowNewTests: boolean;
  readonly blockSnapshotChanges: boolean;
  readonly allowInspectionOnlyCompletion: boolean;
  /** Sources of regular expressions over a path from the git root; flags `s`, and `i` where names fold. */
  readonly patterns: {
    readonly test: readonly string[];
    readonly snapshot: readonly string[];
    readonly protected: readonly string[];
    readonly ignored: readonly string[];
  };
  /** Paths from the git root that are the guard's own settings: whole folders (with all below them), and files. */
  readonly configuration: { readonly folders: readonly string[]; readonly files: readonly string[] };
  readonly commands: readonly SessionCommand[];
}

/** A command of the trusted policy as a verification must have run it. */
export interface SessionCommand {
  readonly name: string;
  /** SHA-256 of the canonical JSON of what is run. */
  readonly sha256: string;
  readonly timeoutSeconds: number;
}

/**
 * What a session is. Kept in `<common git directory>/hi-guard/session.json`, sealed with the user's key
 * (receipts/guard-session-1.schema.json).
 */
export interface SessionPayload {
  readonly schemaVersion: 1;
  /** A UUID; names the session's other files as well. */
  readonly sessionId: string;
  readonly task: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The version of `hi` that began it. */
  readonly hiVersion: string;
  /** SHA-256 over the root commits of the baseline: the same for every whole clone. */
  readonly repositoryId: string;
  /** Which repository on this machine: a hash of the common git directory's real path. */
  readonly place: string;
  readonly baselineCommit: string;
  readonly policySourceCommit: string;
  readonly policyFile: PolicyFile;
  readonly trustedPolicyHash: string;
  readonly rules: SessionRules;
  readonly volume: VolumeTraits;
  /** The private index that differences are found by, SHA-256 of its bytes; and of the exclusions beside it. */
  readonly treeSha256: string;
  readonly excludesSha256: string;
  /** Paths of submodules of the baseline. */
  readonly submodules: readonly string[];
}

/** What the user's state says of a repository with a session, so that a session that is gone is missed. */
export interface SessionRecord {
  readonly schemaVersion: 1;
  readonly sessionId: string;
  readonly place: string;
}

/** What the user's state says of the verification of a work tree that began last; sealed as `run-record`. */
export interface RunRecord {
  readonly schemaVersion: 1;
  readonly sessionId: string;
  readonly place: string;
  readonly workTree: string;
  readonly runId: string;
}
