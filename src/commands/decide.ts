import { isDecisionEvent, runDecision } from "../runtime/guard/decision-program.ts";

/** `hi hook can-write|can-stop`: the same code as `.hi/runtime/guard.mjs`. Returns for every other event. */
export async function decide([event, ...words]: readonly string[]): Promise<void> {
  if (!isDecisionEvent(event)) return;
  const decider =
    event === "can-write"
      ? (await import("../guard/decide/can-write.ts")).decideWrite
      : (await import("../guard/decide/can-stop.ts")).decideStop;
  await runDecision(event, words, decider);
}
