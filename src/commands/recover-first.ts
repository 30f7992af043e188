import type { Finding } from "../domain/finding.ts";
import type { RunRequest } from "../domain/request.ts";
import { findUnfinishedHere } from "../pipeline/reading/find-unfinished.ts";
import { recover } from "../pipeline/recover.ts";
import type { World } from "../pipeline/world.ts";

/**
 * What a run that publishes does before anything else: it recovers from a publication that was cut short, under the
 * lock, and says which way. A dry run only says that there is one.
 */
export async function recoverFirst({ verb, dryRun }: RunRequest, world: World): Promise<readonly Finding[]> {
  const found = await findUnfinishedHere(world);
  if (found === undefined) return [];
  if (dryRun) return found.findings;
  await world.refuseUnasked?.();
  const lock = await world.lock.acquire(found.root, verb);
  try {
    const recovery = await recover({ root: found.root, way: "as-found" }, world);
    if (recovery === undefined) return [];
    const { to, paths, ...facts } = recovery;
    const changed = paths.filter(({ outcome }) => outcome !== "in-place").length;
    return [{ code: `recovered-${to}`, severity: "warning", args: { ...facts, changed } }];
  } finally {
    await lock.release();
  }
}
