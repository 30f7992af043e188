import type { LinterLimits } from "../domain/linters.ts";
import { DEFAULT_LINTER_LIMITS, MAX_LINTER_LIMITS } from "../domain/linters.ts";

/** The contract's name and version (seed 000); schemas: receipts/custom-lint-{request,response}-1.schema.json. */
export const CUSTOM_LINT_SCHEMA = "fak-custom-lint/1";

/** What a linter reads from stdin, one line of JSON and then the end of the input. */
export interface CustomLintRequest {
  /** Filled in where it is left out; any other value than the contract's is refused. */
  readonly schema?: string;
  readonly hook: string;
  /** Any JSON value; of the hooks it is `{tool, args}`. */
  readonly subject: unknown;
}

export type CustomLintDisposition = "allow" | "advisory" | "deny";

export interface CustomLintLocation {
  readonly path?: string;
  /** As the linter counts; 0 is the same as none. */
  readonly line?: number;
  readonly column?: number;
}

export interface CustomLintFinding {
  readonly id: string;
  /** Free text. */
  readonly severity: string;
  readonly message: string;
  readonly location?: CustomLintLocation;
  readonly evidence?: string;
}

/** What a linter writes to stdout: exactly one JSON value. The texts are untrusted; whoever shows them neutralises. */
export interface CustomLintResponse {
  readonly schema: typeof CUSTOM_LINT_SCHEMA;
  readonly disposition: CustomLintDisposition;
  readonly findings: readonly CustomLintFinding[];
}

/** Why there is no verdict of the linter's own: the contract's kinds, and `cancelled`. */
export type CustomLintErrorKind =
  | "invalid_spec"
  | "invalid_request"
  | "input_overflow"
  | "timeout"
  | "output_overflow"
  | "crash"
  | "malformed_output"
  | "invalid_response"
  | "cancelled";

/** The cause within a kind: a closed set, so that a reader may switch over it. */
export type CustomLintReason =
  // invalid_spec
  | "blank-name"
  | "no-command"
  | "unknown-policy"
  | "bad-variable"
  | "reserved-variable"
  | "dir-outside"
  // invalid_request
  | "other-schema"
  | "blank-hook"
  | "no-json-subject"
  // input_overflow, timeout, output_overflow, cancelled
  | "request-too-large"
  | "deadline"
  | "stdout-limit"
  | "stderr-limit"
  | "cancelled"
  // crash
  | "not-started"
  | "exit-code"
  | "signal"
  // malformed_output
  | "empty"
  | "not-utf8"
  | "byte-order-mark"
  | "syntax"
  | "too-deep"
  | "duplicate-key"
  | "reserved-key"
  | "second-value"
  | "wrong-type"
  | "unknown-field"
  | "no-integer"
  | "unsafe-integer"
  // invalid_response
  | "response-schema"
  | "unknown-disposition"
  | "too-many-findings"
  | "incomplete-finding"
  | "negative-location";

/** A fault of the linter, its registration or its request; never a verdict on the operation. */
export interface CustomLintFailure {
  readonly kind: CustomLintErrorKind;
  readonly reason: CustomLintReason;
  readonly message: string;
}

/** A process that left the linter's group and still ran when the linter had ended. */
export interface LeftBehind {
  readonly pid: number;
  /** The program's name as the system has it, at most 15 characters. */
  readonly program: string;
}

/** What one run of a linter came to. */
export interface CustomLintResult {
  readonly name: string;
  /** The linter's own, or a synthetic one with exactly one finding where there is a failure. */
  readonly response: CustomLintResponse;
  readonly failure?: CustomLintFailure;
  /** The linter's own answer where it can be read but does not count, beside the failure. */
  readonly discarded?: CustomLintResponse;
  /** Beside a failure: the linter had said deny all the same, so that is no matter of policy. */
  readonly saidDeny?: true;
  /** What it wrote there, at most the limit; a diagnostic for people, not part of any answer to an agent. */
  readonly stderr: string;
  /** Bytes of stdout and stderr that reached us. */
  readonly receivedBytes: number;
  /** Only where the system shows processes' environments (Linux). */
  readonly leftBehind: readonly LeftBehind[];
  readonly durationMs: number;
}

/** What a run depends on, as far as the contract goes. It may come from a damaged record, so nothing is taken for valid. */
export interface CustomLintSpec {
  readonly name: string;
  readonly argv: readonly string[];
  /** `open` or `closed`; anything else is a fault, and `closed`. */
  readonly onFailure: string;
  readonly limits?: Partial<LinterLimits>;
  readonly env?: readonly string[];
  /** From the repository root; the root where it is left out. */
  readonly dir?: string;
}

/** True unless the disposition is `deny`. */
export function isAllowed({ response }: Pick<CustomLintResult, "response">): boolean {
  return response.disposition !== "deny";
}

const FROM_STRICT_TO_MILD = ["deny", "advisory", "allow"] as const;

/** The strictest: deny before advisory before allow; allow where there is none. */
export function mergeDispositions(dispositions: readonly CustomLintDisposition[]): CustomLintDisposition {
  return FROM_STRICT_TO_MILD.find((one) => dispositions.includes(one)) ?? "allow";
}

/**
 * The answer that stands in for a linter's own. Any policy but exactly `open` denies; so does a linter that had said
 * deny, since no other fault of its answer turns that into an allow.
 */
export function toSyntheticResponse(
  { name, onFailure }: Pick<CustomLintSpec, "name" | "onFailure">,
  { kind, message }: CustomLintFailure,
  saidDeny: boolean
): CustomLintResponse {
  return {
    schema: CUSTOM_LINT_SCHEMA,
    disposition: onFailure === "open" && !saidDeny ? "advisory" : "deny",
    findings: [{ id: `fak.custom-lint.${kind}`, severity: "error", message: `${name}: ${message}` }],
  };
}

/**
 * The limits in force: what is no positive whole number, or not there, is the contract's default. A record that was
 * edited by hand asks for no more than a registration may: a timer of more than 24 days fires at once.
 */
export function toLimits(limits: Partial<LinterLimits> = {}): LinterLimits {
  const pick = (name: keyof LinterLimits): number => {
    const value = limits[name];
    const isLimit = Number.isSafeInteger(value) && Number(value) > 0;
    return isLimit ? Math.min(Number(value), MAX_LINTER_LIMITS[name]) : DEFAULT_LINTER_LIMITS[name];
  };
  return {
    timeoutMs: pick("timeoutMs"),
    maxInputBytes: pick("maxInputBytes"),
    maxOutputBytes: pick("maxOutputBytes"),
    maxStderrBytes: pick("maxStderrBytes"),
    maxFindings: pick("maxFindings"),
  };
}
