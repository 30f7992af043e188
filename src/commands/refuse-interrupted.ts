import { Refusal } from "../domain/refusal.ts";
import type { World } from "../pipeline/world.ts";

/** What an interruption has cut short is no answer. @throws Refusal HI_INTERRUPTED */
export function refuseInterrupted({ interrupted }: Pick<World, "interrupted">): void {
  if (!interrupted.aborted) return;
  throw new Refusal({
    code: "HI_INTERRUPTED",
    message: "The run was interrupted.",
    next: "run the same command again",
    exitCode: 130,
  });
}
