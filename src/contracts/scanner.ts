/** The contract's version (seed 002); schemas: receipts/scanner-{request,response}-1.schema.json. */
export const SCANNER_SCHEMA_VERSION = "1.0.0";

export const SCANNER_COMMANDS = [
  "scan-file",
  "scan-workspace",
  "diff",
  "secrets",
  "pqc",
  "explain",
  "suppress",
] as const;
export type ScannerCommand = (typeof SCANNER_COMMANDS)[number];

/** In rising order. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
export type ScannerSeverity = (typeof SEVERITIES)[number];

export const CHANGE_MODES = ["none", "changed", "staged", "unstaged", "all-changes"] as const;
export type ChangeMode = (typeof CHANGE_MODES)[number];

export const SUPPRESSION_KINDS = ["inline", "config", "baseline"] as const;
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number];

/** Who looks: the peer's program where it is found, else what this package holds; or one of them by name. */
export const ENGINES = ["auto", "embedded", "foxguard"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Names findings for `explain`, and one for `suppress`; what is absent matches all. */
export interface FindingSelector {
  readonly rule_id?: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 code units. */
  readonly column?: number;
}

/** One request, one JSON value on stdin. Members that are not named here are ignored. */
export interface ScannerRequest {
  readonly schema_version?: string;
  readonly request_id?: string;
  readonly command: ScannerCommand;
  readonly path?: string;
  readonly workspace_root?: string;
  readonly base?: string;
  readonly severity?: ScannerSeverity;
  readonly config?: string;
  readonly rules?: string;
  readonly no_builtins?: boolean;
  readonly change_mode?: ChangeMode;
  readonly exclude?: readonly string[];
  readonly baseline?: string;
  readonly explain?: boolean;
  readonly max_file_size?: number;
  readonly min_confidence?: number;
  readonly finding?: FindingSelector;
  readonly suppression?: SuppressionKind;
}

/** Lines and columns are 1-based, columns in UTF-16 code units, the end exclusive. */
export interface ScannerFinding {
  readonly rule_id: string;
  readonly severity: ScannerSeverity;
  readonly cwe: string | null;
  readonly description: string;
  /** As the request named it: joined with the workspace root where it was relative to it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  /** The first line of the match; what is secret in it is replaced. */
  readonly snippet: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly source_line?: number;
  readonly source_description?: string;
  readonly sink_line?: number;
  readonly sink_description?: string;
  readonly sink_start_byte?: number;
  readonly sink_end_byte?: number;
  readonly taint_hops?: number;
  readonly fix_suggestion?: string;
  readonly tags?: readonly string[];
  readonly crypto_algorithm?: string;
  readonly cnsa2_deadline?: string;
  readonly dep_name?: string;
  readonly dep_version?: string;
  readonly dep_ecosystem?: string;
  readonly dep_purl?: string;
  readonly dep_path?: readonly string[];
  readonly crypto_material?: CryptoMaterial;
}

export interface CryptoMaterial {
  readonly asset_kind: "certificate" | "related-crypto-material";
  readonly subject_public_key_algorithm: string;
  readonly signature_algorithm?: string;
  readonly format: "PEM" | "DER";
  readonly not_valid_after?: string;
  readonly quantum_vulnerable: boolean;
}

/** Why a file, or a part of one, was not looked at: a closed set, so that a host may switch over it. */
export type SkipReason =
  | "too-large"
  | "binary"
  | "not-utf8"
  | "unreadable"
  | "not-a-file"
  | "unsupported"
  | "ignored"
  | "minified"
  | "partial-parse"
  | "link-outside"
  | "out-of-time"
  | "engine-failed";

/** What was to be looked at and could not be: a gate must not take it for looked at. */
export const BLIND_REASONS: ReadonlySet<SkipReason> = new Set(["engine-failed", "unreadable", "out-of-time"]);

/** A file that was not scanned, or not whole. A response with one of these is never plainly clean. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: SkipReason;
  /** One line for people, without any of the file's text. */
  readonly detail?: string;
}

export interface ScannerSummary {
  readonly findings_total: number;
  readonly files_scanned: number;
  readonly duration_ms: number;
  readonly by_severity: Readonly<Record<ScannerSeverity, number>>;
}

interface ScannerDiff {
  readonly base: string;
  readonly total_current: number;
  readonly existing_count: number;
}

export interface ScannerSuppression {
  readonly kind: SuppressionKind;
  readonly rule_id: string;
  readonly file: string;
  readonly line?: number;
  readonly snippet?: string;
  readonly config_snippet?: string;
  readonly command?: string;
}

/** One response, one JSON value on stdout; the process then ends 0, whatever `exit_code` says. */
export interface ScannerResponse {
  readonly schema_version: typeof SCANNER_SCHEMA_VERSION;
  readonly request_id?: string;
  /** null where the request did not parse. */
  readonly command: ScannerCommand | null;
  readonly ok: boolean;
  /** 0 clean, 1 findings, 2 the adapter or the scanner failed. */
  readonly exit_code: 0 | 1 | 2;
  readonly summary?: ScannerSummary;
  /** Always there, unlike the peer's. */
  readonly findings: readonly ScannerFinding[];
  /** Always there: the engine and its version, skipped files, warnings; for people. */
  readonly notices: readonly string[];
  /** The machine-readable side of the notices; absent where nothing was skipped. */
  readonly skipped?: readonly SkippedFile[];
  readonly diff?: ScannerDiff;
  readonly suppression?: ScannerSuppression;
  readonly error?: string;
}

/** What a request may ask for, and what one is bounded by. */
export const SCANNER_LIMITS = {
  /** Bytes of a request on stdin. */
  maxRequestBytes: 1024 * 1024,
  /** Levels of objects and lists in a request. */
  maxRequestDepth: 128,
  /** How long a stdin that says nothing is waited for, and one that goes on speaking. */
  stdinSilenceMs: 10_000,
  stdinTotalMs: 30_000,
  /** Bytes of a file where a request says nothing: a larger one is skipped, and that is said. */
  maxFileBytes: 1_048_576,
  /** Entries of `skipped` in one response; what is beyond them is counted in a notice. */
  maxSkipped: 1000,
} as const;
