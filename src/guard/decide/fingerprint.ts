import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";

import type { Json } from "../../domain/json.ts";
import { canonicalJson } from "../../domain/json.ts";
import { readRegularFileSync } from "../../runtime/io/read-regular.ts";
import { digestIndex } from "./digest-index.ts";
import type { Repository } from "./find-repositories.ts";
import { hashBytes } from "./hash-bytes.ts";
import {
  listTree,
  renderTreeConfig,
  toObjects,
  toTreeExcludes,
  toTreeIndex,
  TREE_FOLDERS,
  TREE_HEAD,
} from "./list-tree.ts";
import type { Tree, TreeDifference } from "./list-tree.ts";
import { readHead } from "./read-head.ts";
import { toGuardFolder, toTreeFolder } from "./read-session.ts";
import type { ActiveSession } from "./read-session.ts";
import { isRelevant } from "./relevant-path.ts";
import type { SessionPayload } from "./session-payload.ts";
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
export interface RepositoryState {
  /** SHA-256, 64 hexadecimal digits. */
  readonly fingerprint: string;
  readonly currentHead: string;
  readonly entries: readonly WorkTreeEntry[];
}

type FingerprintRead =
  | { readonly kind: "corrupt"; readonly problem: string }
  | ({ readonly kind: "state" } & RepositoryState);

const MAX_BYTES = 2 * 1024 * 1024 * 1024 - 1;

/** The folder of a session's private index, as git is asked by it. */
export function toSessionTree({ active: { repository, session }, env }: FingerprintQuestion): Tree {
  const folder = toTreeFolder(toGuardFolder(repository.commonDirectory), session.sessionId);
  return { folder, root: repository.root, objects: toObjects(repository.commonDirectory), env };
}

/**
 * The fingerprint of a session's repository as it is now. What differs from the baseline is found by the session's private
 * index, and read; the rest is the baseline's, so nothing of it has to be read. @throws GitFailure, UnreadableTree
 */
export async function readFingerprint(question: FingerprintQuestion): Promise<FingerprintRead> {
  const { active, env } = question;
  const { repository, session } = active;
  const tree = toSessionTree(question);
  // Before git reads it, as it could name a program; and after, as it could have been there meanwhile.
  const early = findFolderProblem(tree, session);
  if (early !== undefined) return { kind: "corrupt", problem: early };
  const reading = readState({ repository, env, tree, basis: session });
  // Nobody waits for it where the tree turns out to be another one.
  reading.catch(() => undefined);
  const problem = findTreeProblem(tree, session);
  if (problem !== undefined) return { kind: "corrupt", problem };
  const state = await reading;
  const late = findFolderProblem(tree, session);
  return late === undefined ? { kind: "state", ...state } : { kind: "corrupt", problem: late };
}

/** What a state is compared with, and by which rules. */
export type Basis = Pick<
  SessionPayload,
  "baselineCommit" | "policySourceCommit" | "trustedPolicyHash" | "rules" | "volume" | "submodules"
>;

/** A repository, and the private index of a basis. */
export interface StateQuestion {
  readonly repository: Repository;
  readonly env: Environment;
  readonly tree: Tree;
  readonly basis: Basis;
}

/** @throws GitFailure, UnreadableTree */
export async function readState({ repository, env, tree, basis }: StateQuestion): Promise<RepositoryState> {
  const [differences, currentHead, index, submodules] = await Promise.all([
    listTree(tree),
    readHead(repository, env),
    digestIndex(repository, env),
    Promise.all(
      basis.submodules.map((name) => readSubmodule(repository.root, name, { env, keepsModes: basis.volume.keepsModes }))
    ),
  ]);
  const entries = readEntries(repository.root, differences, basis);
  return { fingerprint: toFingerprint(basis, { currentHead, index, entries, submodules }), currentHead, entries };
}

/** The private index and exclusions, as git is reading them at the same time, must be those that the session began with. */
function findTreeProblem({ folder }: Tree, { treeSha256, excludesSha256 }: SessionPayload): string | undefined {
  const isSame = (file: string, sha256: string): boolean => {
    const bytes = readRegularFileSync(file, MAX_BYTES);
    return bytes !== undefined && hashBytes(bytes) === sha256;
  };
  const isWhole = isSame(toTreeIndex(folder), treeSha256) && isSame(toTreeExcludes(folder), excludesSha256);
  return isWhole ? undefined : "the session's private index is gone, or not the one that it began with";
}

/**
 * Beside them lies what git wants to see, and nothing else: a setting or an attribute would have a say about what differs,
 * and could name a program.
 */
export function findFolderProblem({ folder }: Tree, { baselineCommit }: SessionPayload): string | undefined {
  const isText = (name: string, text: string): boolean =>
    readRegularFileSync(path.join(folder, name), 4096)?.toString("utf8") === text;
  const isWhole =
    listNames(folder) === TREE_NAMES &&
    TREE_FOLDERS.every((name) => listNames(path.join(folder, name)) === "") &&
    isText("HEAD", TREE_HEAD) &&
    isText("config", renderTreeConfig(baselineCommit));
  return isWhole ? undefined : "the folder of the session's private index holds what the session did not put there";
}

const TREE_NAMES = ["HEAD", "config", "excludes", "index", ...TREE_FOLDERS].toSorted().join("/");

/** `?` for what is no folder: a link is none. */
function listNames(folder: string): string {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder).toSorted().join("/") : "?";
  } catch {
    return "?";
  }
}

/** What stands at every path that counts, in the order of their code units. @throws UnreadableTree */
function readEntries(
  root: string,
  differences: readonly TreeDifference[],
  { rules, volume }: Basis
): readonly WorkTreeEntry[] {
  return differences
    .filter((one) => isRelevant(rules, one.path))
    .map((one) => ({
      path: one.path,
      difference: one.kind,
      state: readPathState(root, one.path, volume.keepsModes),
    }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** What a fingerprint is taken of, beside the basis. */
export interface StateLayers {
  readonly currentHead: string;
  /** `digestIndex`. */
  readonly index: string;
  readonly entries: readonly WorkTreeEntry[];
  /** `readSubmodule` of each. */
  readonly submodules: readonly Json[];
}

/** SHA-256 of the canonical JSON of what a state is. */
export function toFingerprint(
  { baselineCommit, policySourceCommit, trustedPolicyHash }: Basis,
  { currentHead, index, entries, submodules }: StateLayers
): string {
  const whole = {
    schemaVersion: 1,
    baselineCommit,
    currentHead,
    policySourceCommit,
    trustedPolicyHash,
    index,
    entries: entries as unknown as Json,
    submodules,
  };
  return hashBytes(Buffer.from(canonicalJson(whole)));
}
