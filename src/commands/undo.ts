import type { Report } from "../domain/report.ts";
import type { UndoRequest } from "../domain/request.ts";
import { undo as undoStage } from "../pipeline/undo.ts";
import type { World } from "../pipeline/world.ts";
import { reportRecovery } from "./report-recovery.ts";

/** `hi undo`: puts back what stood there before the last publication, where nobody has changed it since. */
export function undo(request: UndoRequest, world: World): Promise<Report> {
  const { dryRun } = request;
  return reportRecovery(request, world, (root) => undoStage({ root, dryRun }, world));
}
