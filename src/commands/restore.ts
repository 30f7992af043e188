import type { RelativePath } from "../domain/paths.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import type { RestoreRequest } from "../domain/request.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { Resolved, World } from "../pipeline/world.ts";
import { parseAsked } from "./explain.ts";
import { reportRefusals } from "./report-refusals.ts";
import { runStages } from "./run-stages.ts";

/** `hi restore PATH`: all stages, bounded to one path that the user had deleted, or whose keys the user had taken out. */
export function restore(request: RestoreRequest, world: World): Promise<Report> {
  return reportRefusals("restore", async () => {
    const only = parseAsked(request.path);
    return runStages({ request, only, resolve: () => resolveOwned(only, request, world) }, world);
  });
}

/** @throws Refusal HI_NOTHING_TO_RESTORE where the receipt does not know the path */
async function resolveOwned(only: RelativePath, request: RestoreRequest, world: World): Promise<Resolved> {
  const resolved = await resolve(request, world);
  if (resolved.receipt && Object.hasOwn(resolved.receipt.files, only)) return resolved;
  throw new Refusal({
    code: "HI_NOTHING_TO_RESTORE",
    message: `The receipt does not own ${only}, so there is nothing to bring back.`,
    where: { path: only },
    next: "hi diff lists the paths that are missing",
  });
}
