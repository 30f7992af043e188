import { availableParallelism } from "node:os";

/** How many tools run at the same time, each using what cores it finds. */
export const TOOLS_AT_ONCE = availableParallelism();

let free = TOOLS_AT_ONCE;
const waiting: (() => void)[] = [];

/**
 * Runs a tool as soon as one fewer runs than may. Whoever waits begins before the one that made room reads its report, so
 * that reading costs no core its work.
 */
export async function holdToolSlot<Outcome>(run: () => Promise<Outcome>): Promise<Outcome> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await run();
  } finally {
    const begin = waiting.shift();
    if (begin) begin();
    else free += 1;
  }
}
