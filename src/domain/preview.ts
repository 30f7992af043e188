import type { ProcessOutcome } from "./process.ts";

/** One lint finding of the preview; line and column 1-based, column as the tool counts it (UTF-8 bytes). */
export interface LintFinding {
  readonly scope: string;
  /** Repository-relative. */
  readonly path: string;
  readonly rule: string;
  readonly severity: "error" | "warning";
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly help?: string;
  readonly url?: string;
}

export interface DebtRow {
  readonly scope: string;
  readonly rule: string;
  readonly severity: "error" | "warning";
  readonly count: number;
  /** How many `oxlint --fix` would take away, safe fixes only. */
  readonly fixable: number;
  /** Against the present configuration; `new` equals count where there is none. */
  readonly new: number;
  readonly same: number;
  readonly url?: string;
}

export interface LintDebt {
  readonly files: number;
  readonly findings: number;
  readonly rows: readonly DebtRow[];
  readonly baseline: "oxlint" | "none";
  /** Findings of the present configuration that the candidate no longer reports. */
  readonly gone: number;
  readonly format: { readonly checked: number; readonly unformatted: readonly string[] } | undefined;
}

/** One stage of the preview with its time, shown apart. */
export interface PreviewTiming {
  readonly stage: "copy" | "hash" | "install" | "lint" | "baseline" | "format" | "verify";
  readonly durationMs: number;
}

export type PreviewResult =
  | { readonly mode: "off" }
  | {
      readonly mode: "on";
      readonly debt: LintDebt;
      readonly timings: readonly PreviewTiming[];
      /** Every process that ran, output cut; argv as run. */
      readonly processes: readonly Pick<ProcessOutcome, "ending" | "command" | "cwd" | "exitCode" | "signal" | "durationMs">[];
      /** Project code that the preview executes: lint configuration modules and JS plugins. */
      readonly executes: readonly string[];
      readonly liveUnchanged: { readonly files: number; readonly dependencyRoots: number };
      /** Paths that no linter looked at, with the reason. */
      readonly notLinted: readonly string[];
    };
