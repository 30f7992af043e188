import type { Answers } from "./answers.ts";
import type { Conflict } from "./conflict.ts";
import type { OwnedKey, Ownership } from "./desired.ts";
import type { Finding } from "./finding.ts";
import type { AbsolutePath, RelativePath } from "./paths.ts";
import type { Receipt, ReceiptEntry } from "./receipt.ts";
import type { ToolPlace } from "./tool-rows.ts";

export type Action = "create" | "update" | "delete" | "keep" | "conflict";

/** A regular file as it was read: `mode` is its permission bits, `links` its hard link count. */
export interface FileSnapshot {
  readonly kind: "file";
  readonly sha256: string;
  readonly mode: number;
  readonly bytes: Uint8Array;
  readonly links: number;
}

/** What stood at a path when the plan looked; publication refuses when it no longer does. */
export type FileState =
  | { readonly kind: "absent" }
  | FileSnapshot
  | { readonly kind: "directory" }
  /**
   * The path is, or passes through, a symbolic link. `inside` is the contained real path it leads to, undefined where
   * it leaves the root, dangles or loops; `file` is what stands there, undefined where that is not a file.
   */
  | { readonly kind: "link"; readonly target: string; readonly inside?: RelativePath; readonly file?: FileSnapshot }
  | { readonly kind: "other" };

/** Why an entry has its action; worded in cli/render by `code`. */
export interface Reason {
  readonly code:
    | "new"
    | "same"
    | "template-changed"
    | "inputs-changed"
    | "keys-missing"
    | "keys-changed"
    | "local-edit"
    | "local-edit-and-template-changed"
    | "both-changed"
    | "merged"
    | "taken"
    | "marked"
    | "marks-left"
    | "base"
    | "base-unneeded"
    | "plain"
    | "unmarked"
    | "ours-alone"
    | "project-file"
    | "case-twin"
    | "project-value"
    | "calls-ours"
    | "shape-unsupported"
    | "removed-by-user"
    | "restored"
    | "orphan-unchanged"
    | "orphan-edited"
    | "orphan-theirs"
    | "orphan-keys"
    | "foreign-claim"
    | "already-gone"
    | "link-outside"
    | "not-a-file"
    | "settings"
    | "receipt";
  readonly args?: Readonly<Record<string, string>>;
}

/** What happens to one owned key of a merged file. */
export interface KeyPlan {
  readonly key: OwnedKey;
  readonly action: Action;
  readonly reason: Reason;
  /** The project's value where it differs from ours. */
  readonly theirs?: string;
  /** Of a conflict: what was published last. */
  readonly base?: string;
  /** What will not work until the user takes ours, where we know it. */
  readonly consequence?: string;
}

export interface PlanEntry {
  readonly path: RelativePath;
  readonly action: Action;
  readonly ownership: Ownership;
  readonly generator: string;
  readonly reason: Reason;
  readonly before: FileState;
  /** The exact bytes that will stand there; undefined for delete and where nothing is written. */
  readonly after?: Uint8Array;
  readonly afterSha256?: string;
  /** Permission bits for a new file. */
  readonly mode: number;
  readonly keys?: readonly KeyPlan[];
  /** Lines a person should add by hand where we could not edit byte-safely. */
  readonly manual?: readonly string[];
  /** Conflicts of it that nothing has settled yet: no run that has one publishes. */
  readonly conflicts?: readonly Conflict[];
  /** What the receipt says of this path after publication; undefined drops it. */
  readonly receipt?: ReceiptEntry;
}

/** A process that a run of this plan starts: a row of the tool table, or the install command at its end. */
export interface PlannedCommand {
  /** A row's name (src/domain/tool-rows.ts), or `install`. */
  readonly row: string;
  /** FILE, FOLDER and PATTERN stand where a value goes. */
  readonly command: readonly string[];
  readonly place: ToolPlace | "repository";
  /** Folders of the repository that it is started for, once each; the root alone where it is started once. */
  readonly folders: readonly string[];
  readonly when: "always" | "unless-known" | "unless-cached" | "if-findings" | "if-fixable" | "with-install";
  /** Of the install command: code of the project's own that it runs, though lifecycle scripts are off. */
  readonly executes?: readonly string[];
}

/** What a plan makes run, known before anything of it runs (seed 003 AC-011). */
export interface Foreseen {
  /** `off`: what is listed would run without it, and does not. */
  readonly preview: "on" | "off";
  /** Code of the project's own that the linter would execute: its configuration modules, plugins and what they import. */
  readonly executes: readonly string[];
  readonly commands: readonly PlannedCommand[];
}

/** Everything a run will do, decided without an effect; dry run and publication use this one value. */
export interface Plan {
  readonly root: AbsolutePath;
  readonly answers: Answers;
  readonly inputsDigest: string;
  readonly templateVersion: string;
  readonly templateDigest: string;
  readonly entries: readonly PlanEntry[];
  readonly receiptBefore?: Receipt;
  readonly findings: readonly Finding[];
  /** The install command that makes a frozen install work afterwards; argv. */
  readonly install: readonly string[];
  /** Undefined where nothing changes: then nothing runs. */
  readonly foreseen?: Foreseen;
}

/** A manifest changes, so what is installed no longer fits. */
export function needsInstall({ entries }: Pick<Plan, "entries">): boolean {
  return entries.some((entry) => isChange(entry) && entry.path.endsWith("package.json"));
}

/** Entries that change a byte on disk. */
export function isChange({ action }: Pick<PlanEntry, "action">): boolean {
  return action === "create" || action === "update" || action === "delete";
}
