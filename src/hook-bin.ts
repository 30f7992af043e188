import { runHook, toFault } from "./cli/hook.ts";
import { endHook } from "./commands/hook.ts";

/**
 * The composition root of `hi hook` alone, which the build makes one file of: an agent waits for it, and every module costs
 * its loading. Called by the launcher; run from source, `src/bin.ts` does the same.
 */
export async function start(): Promise<void> {
  process.once("uncaughtException", async (error) => {
    await endHook(toFault(error));
  });
  // What comes back at all is a decision that was misspelt.
  const exitCode = await runHook(process.argv.slice(3));
  if (exitCode !== undefined) process.exitCode = exitCode;
}
