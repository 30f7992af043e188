import path from "node:path";

import type { FileStamp } from "./file-stamp.ts";
import type { Repository } from "./find-repositories.ts";
import type { WorkTreeEntry } from "./fingerprint.ts";
import { readOwnFile } from "./own-file.ts";
import { toGuardFolder } from "./read-session.ts";
import type { ActiveSession } from "./read-session.ts";
import { toWorkTreeName } from "./seal.ts";
import type { VerificationSeal } from "./seal.ts";
import { openSealed } from "./sealed-document.ts";

/**
 * What a verification saw, path by path, so that can-stop can tell without git that nothing is another
 * (receipts/sealed-state-1.schema.json). Sealed as `sealed-state`; written for small repositories alone.
 */
export interface SealedState {
  readonly schemaVersion: 1;
  /** The verification's. */
  readonly runId: string;
  readonly repositoryStateFingerprint: string;
  /** What differed from the baseline and counts. */
  readonly entries: readonly WorkTreeEntry[];
  /** Files of the baseline that hold what they held, and were written again since: their times say nothing any more. */
  readonly rewritten: readonly KnownPath[];
  /** What the session's exclusions name, each with all below it: `toPathText` from the root, folders end in `/`. */
  readonly ignored: readonly string[];
  /** The private index whose bytes were proven; null where it could have been changed again unseen. */
  readonly treeStamp: FileStamp | null;
  /** The user's index says just what the private one does: nothing is staged. */
  readonly isNothingStaged: boolean;
}

/** A path as `toPathText` gives it, and what stands there. */
export type KnownPath = Pick<WorkTreeEntry, "path" | "state">;

const MAX_STATE_BYTES = 1024 * 1024;

/** Where the sealed state of a work tree's last verification lies. */
export function toSealedStateFile(repository: Repository): string {
  return path.join(toGuardFolder(repository.commonDirectory), "states", `${toWorkTreeName(repository)}.json`);
}

/** The state that belongs to a seal, proven; undefined where there is none. */
export function readSealedState({ repository, key }: ActiveSession, seal: VerificationSeal): SealedState | undefined {
  const read = readOwnFile(toSealedStateFile(repository), MAX_STATE_BYTES);
  if (read.kind !== "file") return undefined;
  const opened = openSealed("sealed-state", read.bytes.toString("utf8"), key);
  if (!opened.ok) return undefined;
  const { schemaVersion, runId, repositoryStateFingerprint } = opened.payload;
  const isOf = runId === seal.runId && repositoryStateFingerprint === seal.repositoryStateFingerprint;
  return schemaVersion === 1 && isOf ? (opened.payload as unknown as SealedState) : undefined;
}
