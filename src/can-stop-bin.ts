import { decideStop } from "./guard/decide/can-stop.ts";
import { runDecision } from "./runtime/guard/decision-program.ts";

/** The composition root of `hi hook can-stop` alone, likewise. */
export async function start(): Promise<void> {
  await runDecision("can-stop", process.argv.slice(4), decideStop);
}
