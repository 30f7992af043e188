import type { GuardSettings } from "./guard-record.ts";
import type { RegisteredLinter } from "./linters.ts";
import type { ScopePath } from "./paths.ts";
import type { ScanChoices } from "./scan-record.ts";

export const PROVIDERS = ["claude", "codex", "cursor", "opencode"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * The named selections of what is generated. `base`: runtime, projections, lint; `format`: oxfmt;
 * `typed`: type-aware rules; `effect`: the Effect language service's rules (implies typed); `guard`: agents are asked
 * before they write and when they stop; `update-workflow`: a scheduled workflow for GitHub that opens update pull
 * requests; `scan-hook`: edits are scanned for security problems; `scan-commands`: commands for Claude Code;
 * `scan-save`: a hook that editors run on save; `scan-vscode`: VS Code's tasks.
 * The commit gate is chosen by `commitGate`, since it also names the hook manager.
 */
export const PACKS = [
  "base",
  "format",
  "typed",
  "effect",
  "guard",
  "update-workflow",
  "scan-hook",
  "scan-commands",
  "scan-save",
  "scan-vscode",
] as const;
export type PackName = (typeof PACKS)[number];

export const COMMIT_GATES = ["disabled", "lefthook"] as const;
export type CommitGate = (typeof COMMIT_GATES)[number];

export const SETTINGS_SCHEMA_VERSION = 1;

/** What `.hi/settings.json` says: intent only, never state. Arrays are sorted and without duplicates. */
export interface Settings {
  readonly schemaVersion: typeof SETTINGS_SCHEMA_VERSION;
  readonly providers: readonly ProviderName[];
  readonly packs: readonly PackName[];
  readonly lint: {
    /** Package roots that the harness owns; `[]` means deliberately none. */
    readonly scopes: readonly ScopePath[];
    /** Repository-relative glob patterns that no scope owns. */
    readonly exclude: readonly string[];
  };
  readonly commitGate: CommitGate;
  /** Only where it differs from the usual (src/domain/hook-deadline.ts); milliseconds. */
  readonly hook?: { readonly deadlineMs: number };
  /** Only where it differs from the usual (src/domain/guard-record.ts). */
  readonly guard?: GuardSettings;
  /** How edits are scanned, where it is said; whether they are, the pack scan-hook says. */
  readonly scan?: ScanChoices;
  /** Only where there are any; sorted by name. */
  readonly linters?: readonly RegisteredLinter[];
}
