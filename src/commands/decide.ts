import { isDecisionEvent, runDecision } from "../runtime/guard/decision-program.ts";

/** `hi hook can-write|can-stop`: the same code as `.hi/runtime/guard.mjs`. Returns for every other event. */
export async function decide([event, ...words]: readonly string[]): Promise<void> {
  if (isDecisionEvent(event)) await runDecision(event, words);
}
