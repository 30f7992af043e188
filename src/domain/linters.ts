/** What one run of a linter may take. */
export interface LinterLimits {
  readonly timeoutMs: number;
  /** The request without its final newline. */
  readonly maxInputBytes: number;
  readonly maxOutputBytes: number;
  readonly maxStderrBytes: number;
  readonly maxFindings: number;
}

/** The limits of the contract (seed 000), where a registration names no other. */
export const DEFAULT_LINTER_LIMITS: LinterLimits = {
  timeoutMs: 5000,
  maxInputBytes: 1024 * 1024,
  maxOutputBytes: 1024 * 1024,
  maxStderrBytes: 64 * 1024,
  maxFindings: 256,
};
