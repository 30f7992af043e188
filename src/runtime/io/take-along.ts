import { killRunningGroups, watchGroups } from "./process-group.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const toTake = new Map<string, () => void>();

/**
 * Has something be taken along when a signal ends the process; undefined where there is nothing more. Signals are handled
 * only while there is something: a handler would wait for the end of a long computation.
 */
export function takeAlong(what: string, take: (() => void) | undefined): void {
  if (take === undefined) toTake.delete(what);
  else toTake.set(what, take);
  for (const signal of SIGNALS) {
    process.off(signal, endAll);
    if (toTake.size > 0) process.on(signal, endAll);
  }
}

/** Every process group that runs then. */
export function takeGroupsAlong(): void {
  watchGroups((isRunning) => takeAlong("groups", isRunning ? killRunningGroups : undefined));
}

function endAll(signal: NodeJS.Signals): void {
  for (const take of toTake.values()) take();
  for (const each of SIGNALS) process.off(each, endAll);
  process.kill(process.pid, signal);
}
