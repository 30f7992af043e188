import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { isDecisionEvent, runDecision } from "./guard/decision-program.ts";

// The program that decides about writes and stops, copied into a repository as `.hi/runtime/guard.mjs`.
// Usage: node .hi/runtime/guard.mjs can-write --path PATH [--json] | can-stop [--json]
// The hooks load it, and ask in their own process.
export { decideStop } from "../guard/decide/can-stop.ts";
export { decideWrite, isGuarded } from "../guard/decide/can-write.ts";
export { clearStop, countStop, releaseStop } from "../guard/decide/stop-loops.ts";

/** The oldest Node that has what this file uses. */
const OLDEST_MAJOR = 20;
// oxlint-disable-next-line unicorn/prefer-import-meta-properties -- An older Node must still print its one line.
const self = fileURLToPath(import.meta.url);

async function main(): Promise<void> {
  const { node } = process.versions;
  const [event, ...words] = process.argv.slice(2);
  if (Number(node.split(".")[0]) < OLDEST_MAJOR) {
    process.stderr.write(`hi guard: Node ${node} is too old, 22.18 is needed; nothing was decided\n`);
    process.exitCode = 2;
  } else if (isDecisionEvent(event)) await runDecision(event, words);
  else {
    process.stderr.write("hi guard: which event? can-write or can-stop; nothing was decided\n");
    process.exitCode = 2;
  }
}

/** True where this file is the program itself, bundled or not, and not a part of another one. */
function isProgram(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === realpathSync(self);
}

if (isProgram()) await main();
