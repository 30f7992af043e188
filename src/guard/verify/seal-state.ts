import { statSync } from "node:fs";

import { readRegularFileSync } from "../../runtime/io/read-regular.ts";
import { digestEntries } from "../decide/digest-index.ts";
import { isSameStamp, isSettled, readStamp } from "../decide/file-stamp.ts";
import type { FileStamp } from "../decide/file-stamp.ts";
import { readFingerprint, toFingerprint, toSessionTree } from "../decide/fingerprint.ts";
import { hashBytes } from "../decide/hash-bytes.ts";
import { toTreeIndex } from "../decide/list-tree.ts";
import type { Tree } from "../decide/list-tree.ts";
import { parsePlainIndex } from "../decide/plain-index.ts";
import type { PlainIndex } from "../decide/plain-index.ts";
import type { ActiveSession } from "../decide/read-session.ts";
import { GitFailure } from "../decide/run-git.ts";
import type { VerificationSeal } from "../decide/seal.ts";
import { MAX_STATE_INDEX_BYTES } from "../decide/sealed-state.ts";
import type { SealedState } from "../decide/sealed-state.ts";
import type { SessionPayload } from "../decide/session-payload.ts";
import { UnreadableTree } from "../decide/work-tree-state.ts";
import { listIgnored } from "./list-ignored.ts";
import { listRewritten } from "./list-rewritten.ts";

/** Of paths that are compared by their bytes; with more, git is faster. */
const MOST = 1000;

/**
 * The state that a seal is of, path by path. Undefined where there is none that can be written down: the repository is
 * large, has submodules or holds another repository, or is being changed. Then can-stop asks git.
 */
export async function toSealedState(
  active: ActiveSession,
  seal: VerificationSeal,
  env: Readonly<Record<string, string | undefined>>
): Promise<SealedState | undefined> {
  const tree = toSessionTree({ active, env });
  const { repository, session } = active;
  const stamp = readTreeStamp(tree);
  const found = session.submodules.length === 0 ? readIndex(tree, session) : undefined;
  if (found === undefined) return undefined;
  try {
    const now = await readFingerprint({ active, env });
    const { runId, repositoryStateFingerprint } = seal;
    if (now.kind !== "state" || now.fingerprint !== repositoryStateFingerprint) return undefined;
    // The same before and after it was proven.
    const treeStamp = isSameStamp(stamp, readTreeStamp(tree)) ? stamp : null;
    const ignored = await listIgnored(tree);
    const { entries, currentHead } = now;
    const { keepsModes } = session.volume;
    const rewritten = listRewritten(repository.root, { ...found, entries, keepsModes });
    const isSmall = entries.length + rewritten.length <= MOST && entries.every(({ path }) => !path.endsWith("/"));
    if (ignored === undefined || !isSmall) return undefined;
    const layers = { currentHead, index: digestEntries(found.index), entries, submodules: [] };
    const isNothingStaged = toFingerprint(session, layers) === repositoryStateFingerprint;
    return {
      schemaVersion: 1,
      runId,
      repositoryStateFingerprint,
      entries,
      rewritten,
      ignored,
      treeStamp,
      isNothingStaged,
    };
  } catch (error) {
    if (error instanceof GitFailure || error instanceof UnreadableTree) return undefined;
    throw error;
  }
}

/** The session's private index, and when it was written. */
function readIndex(
  tree: Tree,
  { treeSha256 }: SessionPayload
): { readonly index: PlainIndex; readonly writtenAt: number } | undefined {
  const file = toTreeIndex(tree.folder);
  const bytes = readRegularFileSync(file, MAX_STATE_INDEX_BYTES);
  const index = bytes && hashBytes(bytes) === treeSha256 ? parsePlainIndex(bytes) : undefined;
  return index && { index, writtenAt: Math.floor(statSync(file).mtimeMs / 1000) };
}

/** Null for one that could be changed again unseen. */
function readTreeStamp(tree: Tree): FileStamp | null {
  const stamp = readStamp(toTreeIndex(tree.folder));
  return stamp !== null && isSettled(stamp) ? stamp : null;
}
