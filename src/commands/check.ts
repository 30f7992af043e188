import type { Report } from "../domain/report.ts";
import type { CheckRequest } from "../domain/request.ts";
import { check as checkStage } from "../pipeline/check.ts";
import { resolveForCheck } from "../pipeline/resolve-for-check.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

/** `hi check`: receipt against disk and digests. The hot path: nothing heavy is loaded from here. */
export function check(_request: CheckRequest, world: World): Promise<Report> {
  return reportRefusals("check", async () => checkStage(await resolveForCheck(world), world));
}
