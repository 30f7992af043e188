import { takeAlong, takeGroupsAlong } from "./runtime/io/take-along.ts";
import { runAdapter } from "./scan/run-adapter.ts";
import { removeScratchNow, watchScratch } from "./scan/scratch.ts";

/**
 * The composition root of `hi adapter` alone: an editor waits for it at every save. Called by the launcher; run from
 * source, `src/bin.ts` does the same.
 */
export async function start(): Promise<void> {
  takeGroupsAlong();
  watchScratch((isOpen) => takeAlong("scratch", isOpen ? removeScratchNow : undefined));
  const exitCode = await runAdapter({
    lint: async (ask) => (await import("./commands/scan-lint.ts")).createLintEngine(process.env)(ask),
  });
  // A host that never closes our stdin would otherwise keep the process.
  process.exit(exitCode);
}
