import type { AbsolutePath, RelativePath } from "./paths.ts";

/** Device and inode, as text: beyond 2^53 on some systems. */
export interface FileIdentity {
  readonly device: string;
  readonly inode: string;
}

/**
 * `link-outside`: a link that leads out of the live tree, loops, or leads to what a candidate never holds;
 * `unusual-name`: a name that is no RelativePath (not UTF-8, control characters, a backslash).
 */
export interface NotPreviewed {
  readonly path: string;
  readonly why: "link-outside" | "unreadable" | "too-large" | "not-a-file" | "unusual-name";
}

/** What the repository would be, on disk, in a private temporary directory. Unproven. */
export interface Candidate {
  readonly root: AbsolutePath;
  readonly approvedParent: AbsolutePath;
  readonly liveRoot: AbsolutePath;
  readonly nonce: string;
  /** Files copied from the live repository, with the SHA-256 of what was read. */
  readonly copied: readonly { readonly path: RelativePath; readonly sha256: string; readonly bytes: number }[];
  /** Links of the live repository that were made again; each leads to what is here under its own name. */
  readonly links: readonly RelativePath[];
  /** Files that the plan put there. */
  readonly planned: readonly RelativePath[];
  /** What of the live tree stays out of the candidate: not previewed, never a failure. */
  readonly notPreviewed: readonly NotPreviewed[];
  readonly copyMs: number;
}

/** The evidence of containment; its schema is receipts/containment-1.schema.json (seed 003 AC-011). */
export interface ContainmentEvidence {
  readonly format: "hi-containment/1";
  readonly candidateRoot: string;
  readonly candidateIdentity: FileIdentity;
  readonly approvedParent: string;
  readonly approvedParentIdentity: FileIdentity;
  readonly liveRoot: string;
  readonly liveIdentity: FileIdentity;
  readonly marker: { readonly path: string; readonly nonce: string };
  readonly checks: readonly {
    readonly name:
      | "parent-approved"
      | "marker-matches"
      | "canonical"
      | "strict-descendant-of-parent"
      | "not-ancestor-of-live"
      | "not-descendant-of-live"
      | "links-resolve-inside"
      | "no-shared-inode";
    readonly examined: number;
  }[];
}

/** The evidence that a candidate is gone; schema receipts/cleanup-1.schema.json (seed 003 AC-012). */
export interface CleanupEvidence {
  readonly format: "hi-cleanup/1";
  readonly candidateRoot: string;
  readonly nonce: string;
  readonly removedEntries: number;
  readonly gone: true;
  readonly durationMs: number;
}
