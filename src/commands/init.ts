import type { Report } from "../domain/report.ts";
import type { InitRequest } from "../domain/request.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { World } from "../pipeline/world.ts";
import { runStages } from "./run-stages.ts";

/** `hi init`: all stages, the settings planned as one more entry; on an initialised repository it reconfigures. */
export function init(request: InitRequest, world: World): Promise<Report> {
  return runStages({ request, resolve: () => resolve(request, world) }, world);
}
