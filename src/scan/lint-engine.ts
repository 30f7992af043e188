import type { ScannerFinding, SkippedFile } from "../contracts/scanner.ts";

/** Files for the linter. */
export interface LintAsk {
  /** The folder that is scanned, or the one that the file lies in; a real path. */
  readonly folder: string;
  /** Real paths, each with the name that findings give it. */
  readonly files: readonly { readonly place: string; readonly shown: string }[];
  /** What the linter may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Told once the linter runs: what is started after it takes nobody's time. */
  readonly onStarted: () => void;
}

export interface LintAnswer {
  readonly findings: readonly ScannerFinding[];
  readonly skipped: readonly SkippedFile[];
  /** For people: that nothing is set up here, or what did not work. */
  readonly notices: readonly string[];
}

/**
 * Lints files by the route that the repository records for them. Given by whoever starts the adapter, as a scanner engine
 * knows nothing of routes. It never rejects: without a route, or where the linter fails, it says so in notices.
 */
export type LintEngine = (ask: LintAsk) => Promise<LintAnswer>;
