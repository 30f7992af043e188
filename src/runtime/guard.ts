import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { runGuardProgram } from "./guard/guard-program.ts";

// The program that decides about writes and stops, copied into a repository as `.hi/runtime/guard.mjs`.
// Usage: node .hi/runtime/guard.mjs can-write --path PATH [--json] | can-stop [--json]
// The hooks load it, and ask in their own process.
export { decideStop } from "../guard/decide/can-stop.ts";
export { decideWrite, isGuarded } from "../guard/decide/can-write.ts";
export { clearStop, countStop, releaseStop } from "../guard/decide/stop-loops.ts";

// oxlint-disable-next-line unicorn/prefer-import-meta-properties -- An older Node must still print its one line.
const self = fileURLToPath(import.meta.url);

/** True where this file is the program itself, bundled or not, and not a part of another one. */
function isProgram(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === realpathSync(self);
}

if (isProgram()) await runGuardProgram(process.argv.slice(2));
