import type { Candidate, CleanupEvidence } from "../domain/candidate.ts";
import type { World } from "./world.ts";

const GONE: unique symbol = Symbol("gone");

/** The proof that a candidate is gone. Only this stage can make one, and publication takes nothing else. */
export interface CleanupProof {
  readonly [GONE]: true;
  readonly evidence: CleanupEvidence;
}

/**
 * Removes the candidate and proves it gone, on every way out of a run (seed 003 AC-012).
 * @throws Refusal HI_CLEANUP_FAILED, which blocks publication
 */
export async function dispose(candidate: Candidate, world: Pick<World, "candidates">): Promise<CleanupProof> {
  const evidence = await world.candidates.dispose(candidate);
  if (evidence.nonce !== candidate.nonce) throw new TypeError("the evidence of cleanup is of another candidate");
  return { [GONE]: true, evidence };
}
