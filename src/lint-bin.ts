import { lint } from "./commands/lint.ts";

/**
 * The composition root of `hi lint` alone, which the build makes one file of: it may cost little more than the tools that it
 * starts. Called by the launcher; run from source, `src/bin.ts` does the same.
 */
export async function start(): Promise<void> {
  await lint(process.argv.slice(3));
}
