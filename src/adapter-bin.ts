import { killRunningGroups, watchGroups } from "./runtime/io/process-group.ts";
import { runAdapter } from "./scan/run-adapter.ts";
import { removeScratchNow, watchScratch } from "./scan/scratch.ts";

/**
 * The composition root of `hi adapter` alone: an editor waits for it at every save. Called by the launcher; run from
 * source, `src/bin.ts` does the same.
 */
export async function start(): Promise<void> {
  watchGroups((isRunning) => handleSignals("groups", isRunning));
  watchScratch((isOpen) => handleSignals("scratch", isOpen));
  const exitCode = await runAdapter({
    lint: async (ask) => (await import("./commands/scan-lint.ts")).createLintEngine(process.env)(ask),
  });
  // A host that never closes our stdin would otherwise keep the process.
  process.exit(exitCode);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const toTake = new Set<string>();

/**
 * Handles signals only while there is something to take along, children or folders: a handler would wait for the end of a
 * long computation.
 */
function handleSignals(what: string, isThere: boolean): void {
  if (isThere) toTake.add(what);
  else toTake.delete(what);
  for (const signal of SIGNALS) {
    process.off(signal, endAll);
    if (toTake.size > 0) process.on(signal, endAll);
  }
}

function endAll(signal: NodeJS.Signals): void {
  killRunningGroups();
  removeScratchNow();
  for (const each of SIGNALS) process.off(each, endAll);
  process.kill(process.pid, signal);
}
