import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";

import type { Candidate, ContainmentEvidence } from "../domain/candidate.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { approveParent } from "./approved-parent.ts";
import { readMarker, toMarkerPath } from "./candidate-marker.ts";
import { findEscape, findSharedFile, walkCandidate } from "./containment-walk.ts";
import { findMountsBelow, readMounts } from "./mounts.ts";
import { orUndefined } from "./system-error.ts";
import { findTreeRelation, isSameIdentity, listUpwards, readIdentity } from "./tree-relation.ts";
import type { Pause } from "./walk-tree.ts";

type Check = ContainmentEvidence["checks"][number];
type CheckName = Check["name"];

/** What the proof is told beside the candidate. */
export interface ContainmentContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pause: Pause;
}

/**
 * Proves that what is done to the candidate reaches nothing else (seed 003 AC-011): where its root lies, and where
 * everything in it leads. Looks at the disk as it is now, whoever made the candidate, and repairs nothing.
 * @throws Refusal HI_NOT_CONTAINED naming the check that failed, HI_TEMP_UNSAFE
 */
export async function examineCandidate(
  candidate: Candidate,
  { env, pause }: ContainmentContext
): Promise<ContainmentEvidence> {
  const liveRoot = realpathSync.native(candidate.liveRoot) as AbsolutePath;
  const place = examinePlace(candidate, liveRoot, env);
  const trees = { root: candidate.root, liveRoot };
  const content = await walkCandidate(trees, pause);
  if (content.mounted !== undefined) throw toRefusal("canonical", `${content.mounted} is another file system`);
  const escape = findEscape(candidate.root, content.links);
  if (escape !== undefined) throw toRefusal("links-resolve-inside", escape);
  const shared = await findSharedFile(trees, content, pause);
  if (shared !== undefined) throw toRefusal("no-shared-inode", shared);
  return {
    format: "hi-containment/1",
    candidateRoot: candidate.root,
    candidateIdentity: readIdentity(candidate.root),
    approvedParent: candidate.approvedParent,
    approvedParentIdentity: readIdentity(candidate.approvedParent),
    liveRoot,
    liveIdentity: readIdentity(liveRoot),
    marker: { path: toMarkerPath(candidate.root, candidate.nonce), nonce: candidate.nonce },
    checks: [
      ...place,
      { name: "links-resolve-inside", examined: content.links.length },
      { name: "no-shared-inode", examined: content.fileCount },
    ],
  };
}

function examinePlace(candidate: Candidate, liveRoot: AbsolutePath, env: ContainmentContext["env"]): readonly Check[] {
  const { root, approvedParent, nonce } = candidate;
  const parent = approveParent(liveRoot, env);
  if (parent !== approvedParent) throw toRefusal("parent-approved", `${approvedParent} is not ${parent}`);
  if (readMarker(root, nonce) === undefined) throw toRefusal("marker-matches", `${root} carries no marker of this run`);
  examineRoot(root);
  const above = listUpwards(root).slice(1);
  const parentIdentity = readIdentity(parent);
  const isBelow =
    isSameOrBelow(parent, root) && above.some((folder) => isSameIdentity(readIdentity(folder), parentIdentity));
  if (!isBelow) throw toRefusal("strict-descendant-of-parent", `${root} does not lie below ${parent}`);
  const { relation, examined } = findTreeRelation(root, liveRoot);
  if (relation === "above") throw toRefusal("not-ancestor-of-live", `${root} holds ${liveRoot}`);
  if (relation !== "apart") throw toRefusal("not-descendant-of-live", `${root} lies in ${liveRoot}`);
  return [
    { name: "parent-approved", examined: listUpwards(parent).length },
    { name: "marker-matches", examined: 1 },
    { name: "canonical", examined: above.length + 1 },
    { name: "strict-descendant-of-parent", examined: above.length },
    { name: "not-ancestor-of-live", examined },
    { name: "not-descendant-of-live", examined },
  ];
}

/** A real folder by its own name, this user's, closed to others, with nothing mounted into it. */
function examineRoot(root: AbsolutePath): void {
  const stats = orUndefined(["ENOENT", "ENOTDIR"], () => lstatSync(root));
  if (!stats?.isDirectory()) throw toRefusal("canonical", `${root} is not a folder`);
  if (realpathSync.native(root) !== root || path.normalize(root) !== root) {
    throw toRefusal("canonical", `${root} is not its own real path`);
  }
  const user = process.geteuid?.();
  if (user !== undefined && stats.uid !== user) throw toRefusal("canonical", `${root} belongs to another user`);
  if (user !== undefined && (stats.mode & 0o777) !== 0o700) throw toRefusal("canonical", `${root} is open to others`);
  const mounted = findMountsBelow(readMounts(), root)[0];
  if (mounted !== undefined) throw toRefusal("canonical", `${mounted.point} is mounted into the candidate`);
}

function toRefusal(check: CheckName, evidence: string): Refusal {
  return new Refusal({
    code: "HI_NOT_CONTAINED",
    message: `The candidate is not contained (${check}): ${evidence}.`,
    next: "remove what stands in the way, or set HI_TEMP to another folder; nothing was written to the repository",
    details: { check, evidence },
  });
}
