import { readRegularFileSync } from "../../runtime/io/read-regular.ts";
import { isSameStamp, readStamp } from "./file-stamp.ts";
import type { FileStamp } from "./file-stamp.ts";
import { hashBytes } from "./hash-bytes.ts";
import { toTreeIndex } from "./list-tree.ts";
import type { Tree } from "./list-tree.ts";
import { parsePlainIndex } from "./plain-index.ts";
import type { PlainIndex } from "./plain-index.ts";
import type { SessionPayload } from "./session-payload.ts";

/** Of a private index, and of the user's; with more files than that, git is faster. */
export const MAX_STATE_INDEX_BYTES = 320 * 1024;

/** A private index, and when it was written, in whole seconds. */
export interface ProvenIndex {
  readonly index: PlainIndex;
  readonly writtenAt: number;
}

/**
 * A small private index, proven to be the session's by its hash, or by the stamp that it had when that was done; undefined
 * for every other one.
 */
export function readProvenIndex(
  { folder }: Tree,
  { treeSha256 }: SessionPayload,
  known: FileStamp | null
): ProvenIndex | undefined {
  const file = toTreeIndex(folder);
  const stamp = readStamp(file);
  const bytes = stamp === null ? undefined : readRegularFileSync(file, MAX_STATE_INDEX_BYTES);
  if (stamp === null || bytes === undefined) return undefined;
  const isProven = isSameStamp(known, stamp) || hashBytes(bytes) === treeSha256;
  const index = isProven ? parsePlainIndex(bytes) : undefined;
  return index && { index, writtenAt: Math.floor(stamp.mtimeMs / 1000) };
}
