import type { GateNames } from "./gate-config.ts";
import type { GuardSettings } from "./guard-record.ts";
import type { Linter, NewLinter } from "./linters.ts";
import type { RelativePath, ScopePath } from "./paths.ts";
import type { ScopePreset } from "./presets.ts";
import type { ScanChoices } from "./scan-record.ts";
import type { CommitGate, PackName, ProviderName } from "./settings.ts";

export const PACKAGE_MANAGERS = ["npm", "pnpm", "yarn", "yarn-berry", "bun"] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** Formatters other than oxfmt whose configuration was found. */
export type ProjectFormatter = "prettier" | "biome" | "dprint" | "eslint-stylistic";

/** A lint policy that the project wrote, and what says that it is the scope's. */
export interface ProjectPolicy {
  readonly path: RelativePath;
  readonly kind: "json" | "module";
  /** The folder that has it, or the script that names it. */
  readonly because: string;
  /** Written for us (`oxlint.project.json`): no tool of the project's finds it by itself. */
  readonly isNew?: true;
  /** Nothing is written at the path yet: only folders below the scope's have a policy. */
  readonly isAbsent?: true;
  /** Policies of the project's in folders below the scope's, sorted, which oxlint would use there instead. */
  readonly nested?: readonly RelativePath[];
  /** Calls of the project's name it or turn the search off, so that oxlint looks for none below. */
  readonly isAlone?: true;
  /** It stands above a scope that owns no tsconfig.json: what it says of type-aware linting stays there. */
  readonly types?: false;
}

/**
 * Who writes a scope's effective lint policy: we, composing the project's own where there is one, or the project, in an
 * `oxlint.config.ts` that the defaults are put into.
 */
export type LintPolicy =
  | { readonly kind: "generated"; readonly project?: ProjectPolicy }
  | { readonly kind: "project-module"; readonly path: RelativePath };

/** One selected package root, as the generators see it. */
export interface ScopeAnswers {
  readonly path: ScopePath;
  /** Folders and globs below the scope, relative to it, that it does not own: nested packages, exclusions. */
  readonly ignore: readonly string[];
  readonly policy: LintPolicy;
  /** The warnings that every route lets through, where the project has a threshold; none where it is not given. */
  readonly maxWarnings?: number;
  /** Presets of the frameworks that the scope's own evidence shows, sorted by name; absent where there are none. */
  readonly presets?: readonly ScopePreset[];
  /** A configuration of ours in the scope said it already: `no-unused-vars` stays a warning (seed 003 AC-007). */
  readonly keepsUnusedVars?: true;
  /** The scope has a tsconfig.json of its own and a pack that wants type-aware rules is selected. */
  readonly typed: boolean;
  /** oxfmt formats this scope. */
  readonly format: boolean;
  /** The scope's package.json says `"type": "commonjs"`: Node then loads a `.ts` configuration as CommonJS. */
  readonly commonjs?: boolean;
  /** The repository root only: code at a path of ours, scope-relative, that the project made. */
  readonly theirs?: readonly string[];
}

/**
 * The normalised planning inputs: settings plus what was detected, and nothing that a publication of ours changes.
 * Its canonical JSON's SHA-256 is the receipt's inputs digest, so `hi check` can tell "inputs changed" without planning.
 */
export interface Answers {
  readonly providers: readonly ProviderName[];
  readonly packs: readonly PackName[];
  readonly commitGate: CommitGate;
  /** lefthook's configuration, where it is the gate and the project has it in another file than `lefthook.yml`. */
  readonly gateConfig?: RelativePath;
  /** What the gate's commands are called where the project has one of the usual name, which ours would replace. */
  readonly gateNames?: GateNames;
  readonly packageManager: PackageManager;
  readonly formatters: readonly ProjectFormatter[];
  /** The file that names what the other formatters skip (`.prettierignore`, `biome.json`), where there is one to edit. */
  readonly isGit: boolean;
  readonly scopes: readonly ScopeAnswers[];
  /**
   * Files at paths of ours that the project made, sorted: projections of the selected providers, OpenCode's plugin of any,
   * format configurations, and effective lint configurations. They are left out of nothing that the project checks.
   */
  readonly theirs: readonly RelativePath[];
  /** What one hook run may take, in milliseconds; undefined is the usual. */
  readonly hook?: { readonly deadlineMs: number };
  /** How the guard is tuned where it is chosen; undefined is the usual. */
  readonly guard?: GuardSettings;
  /** How edits are scanned; undefined is the usual. */
  readonly scan?: ScanChoices;
  /** devDependency names for which `--take` was given. Not part of the digest. */
  readonly take: readonly string[];
  /** The custom linters, sorted by name; only where there are any. */
  readonly linters?: readonly Linter[];
  /** The linter that `hi linter init` makes in this run. Not part of the digest. */
  readonly newLinter?: NewLinter;
}
