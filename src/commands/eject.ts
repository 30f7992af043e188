import type { Report } from "../domain/report.ts";
import type { EjectRequest } from "../domain/request.ts";
import { eject as ejectStage } from "../pipeline/eject.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { World } from "../pipeline/world.ts";
import { runStages } from "./run-stages.ts";

/** `hi eject`: the stages of a run that publishes, with a plan that leaves plain files and nothing of ours. */
export function eject(request: EjectRequest, world: World): Promise<Report> {
  return runStages(
    { request, resolve: () => resolve(request, world), plan: (resolved) => ejectStage(resolved, world) },
    world
  );
}
