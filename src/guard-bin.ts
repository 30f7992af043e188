import { isDecisionEvent, runDecision } from "./runtime/guard/decision-program.ts";

/**
 * The composition root of `hi hook can-write` and `hi hook can-stop` alone, which the build makes one file of: every edit
 * of an agent's waits for it. Called by the launcher; run from source, `src/bin.ts` does the same.
 */
export async function start(): Promise<void> {
  const [event, ...words] = process.argv.slice(3);
  if (isDecisionEvent(event)) await runDecision(event, words);
}
