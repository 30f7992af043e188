import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import type { FileState } from "../../domain/plan.ts";
import type { Journal, JournalEntry, JournalState } from "../../domain/publication-journal.ts";
import type { Verb } from "../../domain/request.ts";

/** One file to write to the live repository. */
export interface PlannedWrite {
  readonly path: RelativePath;
  readonly before: FileState;
  readonly bytes: Uint8Array;
  /** Permission bits of a new file; an existing file keeps its own. */
  readonly mode: number;
  /** The name beside the target that the bytes are staged under, as the journal has it; else one that nobody has. */
  readonly temporary?: string;
}

/** A write whose bytes lie in a temporary file beside the target; the target is still as it was. */
export interface StagedWrite {
  readonly write: PlannedWrite;
  /** Where the bytes land: the path itself, or the contained file that a link leads to. */
  readonly target: RelativePath;
  readonly temporary: AbsolutePath;
  /** Folders made for it, outermost first. */
  readonly madeFolders: readonly AbsolutePath[];
}

/** What was removed from a path, under another name in the same folder. */
export interface RemovedFile {
  readonly file: AbsolutePath;
  readonly aside: AbsolutePath;
}

/** Where a change of a path lands. */
export interface Place {
  /** The file behind the path: the path itself, or the contained file that a link leads to. */
  readonly target: RelativePath;
  /** The name that changes: the target, or, where a link goes, the link. */
  readonly place: RelativePath;
  /** Folders on the way that are not there, outermost first. */
  readonly missing: readonly RelativePath[];
}

/** What is to be removed, and the name beside it that it is set aside under. */
export interface Removal {
  readonly path: RelativePath;
  readonly before: FileState;
  readonly temporary?: string;
}

/**
 * Writes to the live repository: temporary file beside the target, rename, mode kept, links never followed out. Nothing
 * is sure to be on the disk before `flush`, but the bytes of what is staged.
 * Every method @throws Refusal HI_STALE_PLAN when the target is no longer what `before` says, HI_LINK_OUTSIDE,
 * HI_NOT_A_FILE, HI_LINK_NOT_READ; errors of the system are thrown as they are, with `code` and `path`.
 */
export interface Publisher {
  /** Looks only. */
  readonly locate: (root: AbsolutePath, path: RelativePath, before: FileState) => Promise<Place>;
  readonly stage: (root: AbsolutePath, write: PlannedWrite) => Promise<StagedWrite>;
  /** Checks once more, then renames. */
  readonly commit: (root: AbsolutePath, staged: StagedWrite) => Promise<void>;
  /** A write that was staged under a name beside `place`, by this run or an earlier one; undefined where it is not there. */
  readonly findStaged: (
    root: AbsolutePath,
    write: Required<PlannedWrite>,
    sha256: string
  ) => Promise<StagedWrite | undefined>;
  /** Takes the name away, of a link the link; what stood there lies beside it until it is forgotten or put back. */
  readonly remove: (root: AbsolutePath, removal: Removal) => Promise<RemovedFile>;
  readonly putBack: (removed: RemovedFile) => Promise<void>;
  readonly forget: (removed: RemovedFile) => Promise<void>;
  /** Puts what was set aside beside `path` back where it is what `before` says; false where it is not there. */
  readonly restoreAside: (root: AbsolutePath, removal: Required<Removal>) => Promise<boolean>;
  /** Makes a link anew. @throws HI_LINK_OUTSIDE where it would lead out */
  readonly link: (root: AbsolutePath, path: RelativePath, target: string) => Promise<void>;
  /** Removes a temporary file of ours beside `place`, if it is there. */
  readonly sweep: (root: AbsolutePath, place: RelativePath, temporary: string) => Promise<void>;
  /** Takes folders back, innermost first, where they are empty. */
  readonly removeFolders: (root: AbsolutePath, folders: readonly RelativePath[]) => Promise<void>;
  /** Returns once every name that changed beside these places is on the disk; each folder is flushed once. */
  readonly flush: (root: AbsolutePath, places: readonly RelativePath[]) => Promise<void>;
}

/** What a publication is about to do, before it does anything. */
export interface JournalDraft {
  readonly verb: Verb;
  /** In the order in which names change. */
  readonly entries: readonly {
    readonly path: RelativePath;
    readonly place: RelativePath;
    /** What stands at the place. */
    readonly before: FileState;
    readonly after: Journal["entries"][number]["after"];
  }[];
  readonly folders: readonly RelativePath[];
  /** The bytes of the receipt that is to be published. */
  readonly receipt: Uint8Array | undefined;
}

/**
 * The journal of a publication. What a method has written is on the disk when it returns.
 * Writing @throws Refusal HI_JOURNAL_FAILED; reading HI_JOURNAL_INVALID, HI_JOURNAL_NEWER
 */
export interface PublicationJournal {
  /** Whether there is one; reads only, and costs one look where there is none. */
  readonly look: (root: AbsolutePath) => Promise<JournalState>;
  /** Saves what stands at every place and writes the journal. @throws Refusal HI_UNFINISHED where there is one already */
  readonly open: (root: AbsolutePath, draft: JournalDraft) => Promise<Journal>;
  /** The journal of a publication that was cut short, or of the last finished one. */
  readonly read: (root: AbsolutePath, which: "unfinished" | "last") => Promise<Journal | undefined>;
  readonly readSaved: (root: AbsolutePath, journal: Journal, entry: JournalEntry) => Promise<Uint8Array>;
  /** The receipt from before and the one that was published, where the publication changes it. */
  readonly readReceipts: (
    root: AbsolutePath,
    journal: Journal
  ) => Promise<{ readonly before: Uint8Array | undefined; readonly after: Uint8Array | undefined }>;
  /** Makes the last finished publication an unfinished one, to go back from. */
  readonly reopen: (root: AbsolutePath) => Promise<void>;
  /** `kept`: it is the last finished one from here on. `dropped`: nothing is left of it. */
  readonly close: (root: AbsolutePath, journal: Journal, how: "kept" | "dropped") => Promise<void>;
}
