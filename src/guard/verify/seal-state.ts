import { digestEntries } from "../decide/digest-index.ts";
import { isSameStamp, readSettledStamp } from "../decide/file-stamp.ts";
import { readFingerprint, toFingerprint, toSessionTree } from "../decide/fingerprint.ts";
import { toTreeIndex } from "../decide/list-tree.ts";
import { readProvenIndex } from "../decide/proven-index.ts";
import type { ActiveSession } from "../decide/read-session.ts";
import { GitFailure } from "../decide/run-git.ts";
import type { VerificationSeal } from "../decide/seal.ts";
import type { SealedState } from "../decide/sealed-state.ts";
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
  const stamp = readSettledStamp(toTreeIndex(tree.folder));
  const found = session.submodules.length === 0 ? readProvenIndex(tree, session, null) : undefined;
  if (found === undefined) return undefined;
  try {
    const now = await readFingerprint({ active, env });
    const { runId, repositoryStateFingerprint } = seal;
    if (now.kind !== "state" || now.fingerprint !== repositoryStateFingerprint) return undefined;
    // The same before and after it was proven.
    const treeStamp = isSameStamp(stamp, readSettledStamp(toTreeIndex(tree.folder))) ? stamp : null;
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
