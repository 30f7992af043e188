import type { RelativePath } from "./paths.ts";
import type { FileState } from "./plan.ts";
import type { Verb } from "./request.ts";

export const JOURNAL_SCHEMA_VERSION = 1;

/** Where a stretch of saved bytes lies in the journal's one file of them. */
export interface SavedRange {
  readonly at: number;
  readonly length: number;
}

/** What stood at a place before: nothing, a file whose bytes are saved, or a link that was to be deleted. */
export type JournalBefore =
  | null
  | ({ readonly sha256: string; readonly mode: number } & SavedRange)
  | { readonly link: string };

/** One name that a publication changes. */
export interface JournalEntry {
  /** As it was planned. */
  readonly path: RelativePath;
  /** The name that changes: the path itself, or the contained file that a link leads to. */
  readonly place: RelativePath;
  readonly before: JournalBefore;
  /** Null where the file goes. */
  readonly after: { readonly sha256: string; readonly mode: number } | null;
  /** A name beside `place`: the staged bytes, or what was set aside. */
  readonly temporary: string;
}

/**
 * What a publication writes down before it touches the first name (receipts/journal-1.schema.json). While it runs, and
 * after a crash, it is the journal; of the last finished one it is what `hi undo` goes back by.
 */
export interface Journal {
  readonly schemaVersion: number;
  /** 16 hexadecimal digits; the saved bytes carry them in their name. */
  readonly id: string;
  readonly verb: Verb;
  /** ISO 8601. */
  readonly startedAt: string;
  /** In the order in which names change: the receipt last. */
  readonly entries: readonly JournalEntry[];
  /** Folders that were not there, outermost first. */
  readonly folders: readonly RelativePath[];
  /** The receipt that is to be published; null where it stays as it is. */
  readonly receipt: SavedRange | null;
  readonly saved: { readonly length: number; readonly sha256: string };
}

/** What stands at an entry's place now, held against its journal. */
export type Standing = "before" | "after" | "theirs";

/** Anything that is neither as before nor as published is someone's, and is never written over. */
export function toStanding({ before, after }: Pick<JournalEntry, "before" | "after">, now: FileState): Standing {
  if (after === null ? now.kind === "absent" : now.kind === "file" && now.sha256 === after.sha256) return "after";
  if (before === null) return now.kind === "absent" ? "before" : "theirs";
  if ("link" in before) return now.kind === "link" && now.target === before.link ? "before" : "theirs";
  return now.kind === "file" && now.sha256 === before.sha256 ? "before" : "theirs";
}

/** The state that an entry's place had, as a publication looks for it. */
export function toStateBefore({ before }: Pick<JournalEntry, "before">): FileState {
  if (before === null) return { kind: "absent" };
  if ("link" in before) return { kind: "link", target: before.link };
  return { kind: "file", sha256: before.sha256, mode: before.mode, bytes: new Uint8Array(), links: 1 };
}

/** What is to be said of a journal that was found. */
export interface JournalFacts {
  readonly verb: Verb;
  readonly startedAt: string;
  readonly count: number;
}

export function toJournalFacts({ verb, startedAt, entries }: Journal): JournalFacts {
  return { verb, startedAt, count: entries.length };
}

/** Whether a repository has a journal, and whose. */
export type JournalState =
  | { readonly kind: "none" }
  /** A run holds the repository and publishes right now. */
  | { readonly kind: "running" }
  | { readonly kind: "unfinished"; readonly facts: JournalFacts }
  | { readonly kind: "unusable"; readonly path: string; readonly message: string; readonly next: string };

/** What was done, or in a dry run would be done, with one path. */
export interface RecoveredPath {
  readonly path: RelativePath;
  /**
   * `in-place`: it was there already. `kept`: someone changed it since, so it stays. `taken-out`: so it is, but for
   * keys of ours, which are out of it. `left`: the system did not let it be changed.
   */
  readonly outcome: "in-place" | "put-back" | "finished" | "kept" | "taken-out" | "left";
  /** Of what someone changed since: pointers of our keys that are taken out, and of those that were edited and stay. */
  readonly keys?: { readonly out: readonly string[]; readonly kept: readonly string[] };
  /** Of `left`: the system's error name, or a refusal's code. */
  readonly error?: string;
}

/** What recovery, or an undo, came to. */
export interface Recovery extends JournalFacts {
  readonly to: "before" | "after";
  readonly paths: readonly RecoveredPath[];
}
