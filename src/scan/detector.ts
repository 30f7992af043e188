import type { ScannerFinding, SkippedFile } from "../contracts/scanner.ts";

/** A text file that is to be looked at, read once for all detectors. */
export interface SourceFile {
  /** As findings name it. */
  readonly path: string;
  /** Decoded UTF-8 without a byte order mark; line ends as they are. */
  readonly text: string;
  /** The bytes on disk, for what is no text (certificates). */
  readonly bytes: Uint8Array;
}

export interface DetectOptions {
  /** The most hops that a taint finding may have; undefined for no limit. */
  readonly maxHops?: number;
  /** The least length of a literal that counts as a hard-coded secret; the reference's default is 4. */
  readonly minSecretLength?: number;
  /** The least entropy (bits a character) of the same; undefined for none. */
  readonly minSecretEntropy?: number;
  /** Rules that do not run unless asked for (`pq-ready`, `hardcoded-crypto-algorithm`). */
  readonly withOptIn?: boolean;
}

/** What one detector says of one file. Suppressions, thresholds and baselines are applied by the caller, after it. */
export interface Detection {
  readonly findings: readonly ScannerFinding[];
  readonly skipped: readonly SkippedFile[];
}

/** One way of looking at one file. It never throws for what a file holds, and never reports a secret's text. */
export type Detector = (file: SourceFile, options: DetectOptions) => Detection | Promise<Detection>;
