import type { Candidate, ContainmentEvidence } from "../domain/candidate.ts";
import type { World } from "./world.ts";

const PROVEN: unique symbol = Symbol("proven");

/** A candidate of which containment is proven. Only this stage can make one, and only these may be previewed. */
export interface ProvenCandidate {
  readonly [PROVEN]: true;
  readonly candidate: Candidate;
  readonly evidence: ContainmentEvidence;
}

const CHECKS: readonly ContainmentEvidence["checks"][number]["name"][] = [
  "parent-approved",
  "marker-matches",
  "canonical",
  "strict-descendant-of-parent",
  "not-ancestor-of-live",
  "not-descendant-of-live",
  "links-resolve-inside",
  "no-shared-inode",
];

/**
 * Proves that the candidate is contained, before any tool is started in it (seed 003 AC-011). The evidence must be of
 * this candidate and whole: a check that was not made is not passed.
 * @throws Refusal HI_NOT_CONTAINED, HI_TEMP_UNSAFE
 */
export async function contain(candidate: Candidate, world: Pick<World, "candidates">): Promise<ProvenCandidate> {
  const evidence = await world.candidates.examine(candidate);
  const made = new Set(evidence.checks.map((check) => check.name));
  const isWhole = CHECKS.every((name) => made.has(name));
  const isOfThis = evidence.candidateRoot === candidate.root && evidence.marker.nonce === candidate.nonce;
  if (!isWhole || !isOfThis) throw new TypeError("the evidence of containment is not whole, or of another candidate");
  return { [PROVEN]: true, candidate, evidence };
}
