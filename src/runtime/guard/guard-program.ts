import { decideStop } from "../../guard/decide/can-stop.ts";
import { decideWrite } from "../../guard/decide/can-write.ts";
import { isDecisionEvent, runDecision } from "./decision-program.ts";

/** The oldest Node that has what this uses. */
const OLDEST_MAJOR = 20;

/** Runs `.hi/runtime/guard.mjs` as a program: the same decisions, output and codes as `hi hook can-write|can-stop`. */
export async function runGuardProgram([event, ...words]: readonly string[]): Promise<void> {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < OLDEST_MAJOR) fail(`Node ${node} is too old, 22.18 is needed`);
  else if (isDecisionEvent(event)) await runDecision(event, words, event === "can-write" ? decideWrite : decideStop);
  else fail("which event? can-write or can-stop");
}

function fail(why: string): void {
  process.stderr.write(`hi guard: ${why}; nothing was decided\n`);
  process.exitCode = 2;
}
