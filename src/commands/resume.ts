import type { Report } from "../domain/report.ts";
import type { ResumeRequest } from "../domain/request.ts";
import { recover } from "../pipeline/recover.ts";
import type { World } from "../pipeline/world.ts";
import { reportRecovery } from "./report-recovery.ts";

/** `hi resume`: finishes a publication that was cut short, from what it had staged. */
export function resume(request: ResumeRequest, world: World): Promise<Report> {
  const { dryRun } = request;
  return reportRecovery(request, world, (root) => recover({ root, way: "forward", dryRun }, world));
}
