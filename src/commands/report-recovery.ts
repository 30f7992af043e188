import type { AbsolutePath } from "../domain/paths.ts";
import type { Recovery } from "../domain/publication-journal.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import type { RecoveryRequest } from "../domain/request.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

/** Runs a way back or forward under the lock, or, in a dry run, without it. */
export function reportRecovery(
  { verb, dryRun }: RecoveryRequest,
  world: World,
  work: (root: AbsolutePath) => Promise<Recovery | undefined>
): Promise<Report> {
  return reportRefusals(verb, async () => {
    const { root } = await world.surroundings.locateOnDisk(world.cwd);
    const lock = dryRun ? undefined : await world.lock.acquire(root, verb);
    try {
      const recovery = await work(root);
      if (recovery === undefined) throw toNothing(verb);
      return { kind: "recovery", verb, dryRun, recovery };
    } finally {
      await lock?.release();
    }
  });
}

function toNothing(verb: string): Refusal {
  return new Refusal({
    code: "HI_NOTHING_TO_RECOVER",
    message: `No publication was cut short here, so there is nothing to ${verb}.`,
    next: "hi check says how things are; hi undo takes back the last finished publication",
  });
}
