import type { ContainmentEvidence } from "./candidate.ts";
import type { InstallSource } from "./dependency-install.ts";
import type { Finding } from "./finding.ts";
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
  /** What it is known again by in another run, and wherever the lines have gone (src/domain/finding-fingerprint.ts). */
  readonly fingerprint: string;
}

/** A finding of the candidate's, as far as findings are kept one by one. */
export interface DebtResult extends LintFinding {
  /** False for everything where there is nothing to compare with. */
  readonly isSame: boolean;
}

export interface DebtRow {
  readonly scope: string;
  readonly rule: string;
  readonly severity: "error" | "warning";
  /** It needs types: where they cannot be had, it says nothing. */
  readonly typed: boolean;
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
  /** `failed`: the present configuration does not load under the pinned oxlint, so nothing can be compared. */
  readonly baseline: "oxlint" | "none" | "failed";
  /** Findings of the present configuration that the candidate no longer reports. */
  readonly gone: number;
  /** The same by scope and rule, the most first. */
  readonly goneRows: readonly { readonly scope: string; readonly rule: string; readonly gone: number }[];
  /** Findings one by one, new ones first, at most 5,000 of them; by path and place. */
  readonly results: readonly DebtResult[];
  /** Files that no rule has judged: they do not parse, or a plugin fell over them. */
  readonly unlinted: readonly { readonly path: string; readonly why: "encoding" | "plugin" | "syntax" }[];
  /** `checked`: files that oxfmt looked at, 0 where it did not say; `unparsed`: files it could not read as code. */
  readonly format:
    | { readonly checked: number; readonly unformatted: readonly string[]; readonly unparsed?: readonly string[] }
    | undefined;
}

/** One stage of the preview with its time, shown apart. */
export interface PreviewTiming {
  readonly stage: "copy" | "hash" | "install" | "bring" | "prove" | "lint" | "baseline" | "fix" | "format" | "verify";
  readonly durationMs: number;
}

/** Two digests of the same things, taken before and after the tools ran. */
interface BeforeAndAfter {
  readonly before: string;
  readonly after: string;
}

/** Evidence that the live repository is as it was (seed 003 AC-011). */
export interface LiveEvidence {
  readonly files: number;
  /** How many `node_modules` there are; each is in `roots`. */
  readonly dependencyRoots: number;
  /** SHA-256 over the sorted list of paths and their content hashes: sources, manifests and lockfiles. */
  readonly sources: BeforeAndAfter;
  /** SHA-256 over inode, size, mtime and mode of every dependency root and of each package directly in it. */
  readonly packages: BeforeAndAfter;
  /** Inode, size, mtime and mode of each dependency root, as text. */
  readonly roots: readonly (BeforeAndAfter & { readonly path: string })[];
}

/** A preview that was refused on its way: what it had gathered until then, and no verdict. */
export interface PartialPreview extends Pick<
  Extract<PreviewResult, { mode: "on" }>,
  "executes" | "findings" | "installs" | "notLinted" | "processes" | "proofs" | "timings"
> {
  readonly mode: "on";
  readonly partial: true;
}

export type PreviewResult =
  | { readonly mode: "off" }
  | {
      readonly mode: "on";
      readonly debt: LintDebt;
      /** Containment with the dependencies in it, and again with the tools in it. */
      readonly proofs?: readonly ContainmentEvidence[];
      readonly timings: readonly PreviewTiming[];
      /** Every process that ran, output cut; argv as run. */
      readonly processes: readonly Pick<
        ProcessOutcome,
        "ending" | "command" | "cwd" | "exitCode" | "signal" | "durationMs"
      >[];
      /** Project code that the preview executes: lint configuration modules and JS plugins. */
      readonly executes: readonly string[];
      readonly liveUnchanged: LiveEvidence;
      /** Paths that no linter looked at, with the reason. */
      readonly notLinted: readonly string[];
      /** Where the dependencies came from: one row a lockfile, one for the tool tuple. */
      readonly installs?: readonly { readonly what: string; readonly source: InstallSource }[];
      /** What a person should know of how far the preview reaches; never blocks. */
      readonly findings?: readonly Finding[];
    };
