import { createHash } from "node:crypto";

import type { Json } from "../../domain/json.ts";
import { canonicalJson } from "../../domain/json.ts";
import { readRegularFileSync } from "../../runtime/io/read-regular.ts";
import { digestIndex } from "./digest-index.ts";
import { listTree, toTreeExcludes, toTreeIndex } from "./list-tree.ts";
import type { Tree, TreeDifference } from "./list-tree.ts";
import { readHead } from "./read-head.ts";
import { toGuardFolder, toTreeFolder } from "./read-session.ts";
import type { ActiveSession } from "./read-session.ts";
import { isRelevant } from "./relevant-path.ts";
import type { SessionRules } from "./session-payload.ts";
import { readSubmodule } from "./submodule-state.ts";
import { readPathState } from "./work-tree-state.ts";
import type { PathState } from "./work-tree-state.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Of which state the fingerprint is taken. */
export interface FingerprintQuestion {
  readonly active: ActiveSession;
  readonly env: Environment;
}

/** A path that is not as it was at the baseline, and what stands there. */
export interface WorkTreeEntry {
  readonly path: string;
  readonly difference: TreeDifference["kind"];
  readonly state: PathState;
}

/** The state of a repository in layers: HEAD by its commit, the index by what it says, the work tree by its bytes. */
export type FingerprintRead =
  | { readonly kind: "corrupt"; readonly problem: string }
  | {
      readonly kind: "state";
      /** SHA-256, 64 hexadecimal digits. */
      readonly fingerprint: string;
      readonly currentHead: string;
      readonly entries: readonly WorkTreeEntry[];
    };

const MAX_BYTES = 2 * 1024 * 1024 * 1024 - 1;

/** The folder of a session's private index, as git is asked by it. */
export function toSessionTree({ active: { repository, session }, env }: FingerprintQuestion): Tree {
  const folder = toTreeFolder(toGuardFolder(repository.commonDirectory), session.sessionId);
  return { folder, root: repository.root, env };
}

/**
 * The fingerprint of a session's repository as it is now. What differs from the baseline is found by the session's private
 * index, and read; the rest is the baseline's, so nothing of it has to be read. @throws GitFailure, UnreadableTree
 */
export async function readFingerprint(question: FingerprintQuestion): Promise<FingerprintRead> {
  const { active, env } = question;
  const { repository, session } = active;
  const tree = toSessionTree(question);
  const listing = listTree(tree);
  // Nobody waits for it where the tree turns out to be another one.
  listing.catch(() => undefined);
  const problem = findTreeProblem(tree, session);
  if (problem !== undefined) return { kind: "corrupt", problem };
  const [currentHead, index, differences] = await Promise.all([
    readHead(repository, env),
    digestIndex(repository, env),
    listing,
  ]);
  const { rules, volume } = session;
  const submodules = await Promise.all(
    session.submodules.map((name) => readSubmodule(repository.root, name, { env, keepsModes: volume.keepsModes }))
  );
  const entries = readEntries(repository.root, differences, { rules, keepsModes: volume.keepsModes });
  const fingerprint = toFingerprint({
    baselineCommit: session.baselineCommit,
    currentHead,
    policySourceCommit: session.policySourceCommit,
    trustedPolicyHash: session.trustedPolicyHash,
    index,
    entries,
    submodules,
  });
  return { kind: "state", fingerprint, currentHead, entries };
}

/** The private index and exclusions, as git is reading them at the same time, must be those that the session began with. */
function findTreeProblem(
  tree: Tree,
  { treeSha256, excludesSha256 }: { readonly treeSha256: string; readonly excludesSha256: string }
): string | undefined {
  const isSame = (file: string, sha256: string): boolean => {
    const bytes = readRegularFileSync(file, MAX_BYTES);
    return bytes !== undefined && createHash("sha256").update(bytes).digest("hex") === sha256;
  };
  const isWhole = isSame(toTreeIndex(tree.folder), treeSha256) && isSame(toTreeExcludes(tree.folder), excludesSha256);
  return isWhole ? undefined : "the session's private index is gone, or not the one that it began with";
}

/** What stands at every path that counts, in the order of their code units. @throws UnreadableTree */
export function readEntries(
  root: string,
  differences: readonly TreeDifference[],
  { rules, keepsModes }: { readonly rules: SessionRules; readonly keepsModes: boolean }
): readonly WorkTreeEntry[] {
  return differences
    .filter(({ path }) => isRelevant(rules, path))
    .map(({ path, kind }) => ({ path, difference: kind, state: readPathState(root, path, keepsModes) }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** What a fingerprint is taken over. */
export interface FingerprintParts {
  readonly baselineCommit: string;
  readonly currentHead: string;
  readonly policySourceCommit: string;
  readonly trustedPolicyHash: string;
  readonly index: string;
  readonly entries: readonly WorkTreeEntry[];
  readonly submodules: readonly Json[];
}

/** SHA-256 of the canonical JSON of the parts. */
export function toFingerprint(parts: FingerprintParts): string {
  const document = { schemaVersion: 1, ...parts } as unknown as Json;
  return createHash("sha256").update(canonicalJson(document)).digest("hex");
}
