import type { Json } from "../../domain/json.ts";
import { isJsonEqual } from "../../domain/json.ts";
import { readRegularFileSync } from "../../runtime/io/read-regular.ts";
import { isCleanWalk } from "./clean-walk.ts";
import { digestPlainIndex, isSameEntries, toIndexPath } from "./digest-index.ts";
import { findFolderProblem, toFingerprint, toSessionTree } from "./fingerprint.ts";
import type { FingerprintQuestion } from "./fingerprint.ts";
import { hashBytes } from "./hash-bytes.ts";
import { toTreeExcludes } from "./list-tree.ts";
import { toPathBytes } from "./path-text.ts";
import { parsePlainIndex } from "./plain-index.ts";
import type { PlainIndex } from "./plain-index.ts";
import { MAX_STATE_INDEX_BYTES, readProvenIndex } from "./proven-index.ts";
import type { ProvenIndex } from "./proven-index.ts";
import { findHead } from "./read-head.ts";
import { isRelevant } from "./relevant-path.ts";
import type { VerificationSeal } from "./seal.ts";
import { readSealedState } from "./sealed-state.ts";
import type { KnownPath, SealedState } from "./sealed-state.ts";
import { readPathState } from "./work-tree-state.ts";

/**
 * True only where the repository is proven, without any process, to be in the state that a seal is of: HEAD and the user's
 * index by what they say, what differed from the baseline by its bytes, and all else by the private index, as git would.
 * False says nothing: then git is asked. @throws UnreadableTree
 */
export function isConfirmed(seal: VerificationSeal, question: FingerprintQuestion): boolean {
  const { repository, session } = question.active;
  const { foldsCase, foldsForm } = session.volume;
  // Where names fold, as many names as the index has may be others.
  const isPlain = session.submodules.length === 0 && session.baselineCommit.length === 40 && !foldsCase && !foldsForm;
  const state = isPlain ? readSealedState(question.active, seal) : undefined;
  if (state === undefined || findHead(repository) !== seal.currentHead) return false;
  const proven = readTree(question, state);
  if (proven === undefined || !isSameIndex(question, seal, { state, tree: proven.index })) return false;
  const known = [...state.entries, ...state.rewritten];
  const isClean = isCleanWalk({
    root: repository.root,
    ...proven,
    known: new Set(known.map(({ path }) => toLatin1(path))),
    ignored: new Set(state.ignored.map(toLatin1)),
    isRelevant: (path) => isRelevant(session.rules, path),
  });
  return isClean && known.every((one) => isUnchanged(repository.root, one, session.volume.keepsModes));
}

/** The private index, with nothing beside it that the session did not put there. */
function readTree(question: FingerprintQuestion, { treeStamp }: SealedState): ProvenIndex | undefined {
  const { session } = question.active;
  const tree = toSessionTree(question);
  const excludes = readRegularFileSync(toTreeExcludes(tree.folder), MAX_STATE_INDEX_BYTES);
  const isWhole =
    findFolderProblem(tree, session) === undefined &&
    excludes !== undefined &&
    hashBytes(excludes) === session.excludesSha256;
  return isWhole ? readProvenIndex(tree, session, treeStamp) : undefined;
}

/** Whether the user's index says what it said: git writes it anew whenever it has looked at the files. */
function isSameIndex(
  { active: { repository, session } }: FingerprintQuestion,
  { currentHead, repositoryStateFingerprint }: VerificationSeal,
  { state, tree }: { readonly state: SealedState; readonly tree: PlainIndex }
): boolean {
  if (state.isNothingStaged) {
    const bytes = readRegularFileSync(toIndexPath(repository), MAX_STATE_INDEX_BYTES);
    const staged = bytes && parsePlainIndex(bytes);
    return staged !== undefined && isSameEntries(staged, tree);
  }
  const index = digestPlainIndex(repository, MAX_STATE_INDEX_BYTES);
  if (index === undefined) return false;
  const layers = { currentHead, index, entries: state.entries, submodules: [] };
  return toFingerprint(session, layers) === repositoryStateFingerprint;
}

function isUnchanged(root: string, { path, state }: KnownPath, keepsModes: boolean): boolean {
  const now = readPathState(root, path, keepsModes);
  return isJsonEqual(state as unknown as Json, now as unknown as Json);
}

const toLatin1 = (path: string): string => toPathBytes(path).toString("latin1");
