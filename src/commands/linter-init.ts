import type { Report } from "../domain/report.ts";
import type { LinterInitRequest } from "../domain/request.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { World } from "../pipeline/world.ts";
import { runStages } from "./run-stages.ts";

/** `hi linter init NAME`: all stages, with a new linter's files and its registration in the settings as one publication. */
export function linterInit(request: LinterInitRequest, world: World): Promise<Report> {
  return runStages({ request, resolve: () => resolve(request, world) }, world);
}
