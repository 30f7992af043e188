/** A process to start: argv only, never a shell text. */
export interface ProcessRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child; nothing ambient is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** For each of stdout and stderr. */
  readonly maxOutputBytes: number;
  readonly input?: string | Uint8Array;
  /**
   * An open file that stdout goes to instead: nothing waits for a reader, and the outcome's stdout is empty. The limit is
   * then looked after from time to time.
   */
  readonly stdoutTo?: number;
  /** Takes stdout as it comes; the outcome then keeps only its first 64 KiB. The limit holds all the same. */
  readonly onStdout?: (chunk: Uint8Array) => void;
  /** Told once the process has been started. */
  readonly onStarted?: () => void;
  /**
   * The name of an environment variable whose value no other process has. Where the system shows environments (Linux),
   * processes that left the group are found by it and killed.
   */
  readonly mark?: string;
}

export const PROCESS_ENDINGS = [
  "ok",
  "exited",
  "signalled",
  "timed-out",
  "too-much-output",
  "not-found",
  "interrupted",
] as const;
/** The closed set of ways a foreign process ends. `bad-reply` is the reader's, not the process's. */
export type ProcessEnding = (typeof PROCESS_ENDINGS)[number];

/** Success and failure carry the same fields. */
export interface ProcessOutcome {
  readonly ending: ProcessEnding;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  /** Bounded by maxOutputBytes; decoded as UTF-8. */
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}
