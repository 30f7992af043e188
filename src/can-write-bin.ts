import { decideWrite } from "./guard/decide/can-write.ts";
import { runDecision } from "./runtime/guard/decision-program.ts";

/**
 * The composition root of `hi hook can-write` alone, which the build makes one file of: every edit of an agent's waits for
 * it. Called by the launcher; run from source, `src/bin.ts` does the same.
 */
export async function start(): Promise<void> {
  await runDecision("can-write", process.argv.slice(4), decideWrite);
}
