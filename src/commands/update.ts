import type { Report } from "../domain/report.ts";
import type { UpdateRequest } from "../domain/request.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { World } from "../pipeline/world.ts";
import { runStages } from "./run-stages.ts";

/** `hi update`: all stages with the settings as they are; it never writes settings. */
export function update(request: UpdateRequest, world: World): Promise<Report> {
  return runStages({ request, resolve: () => resolve(request, world) }, world);
}
