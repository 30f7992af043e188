import type { Report } from "../domain/report.ts";
import type { AbortRequest } from "../domain/request.ts";
import { recover } from "../pipeline/recover.ts";
import type { World } from "../pipeline/world.ts";
import { reportRecovery } from "./report-recovery.ts";

/** `hi abort`: puts everything back as it was before a publication that was cut short. */
export function abort(request: AbortRequest, world: World): Promise<Report> {
  const { dryRun } = request;
  return reportRecovery(request, world, (root) => recover({ root, way: "back", dryRun }, world));
}
