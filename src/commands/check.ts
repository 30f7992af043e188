import type { Report } from "../domain/report.ts";
import type { CheckRequest } from "../domain/request.ts";
import { check as checkStage } from "../pipeline/check.ts";
import { findUnfinished } from "../pipeline/reading/find-unfinished.ts";
import { resolveForCheck } from "../pipeline/resolve-for-check.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

/** `hi check`: receipt against disk and digests. The hot path: nothing heavy is loaded from here. */
export function check(_request: CheckRequest, world: World): Promise<Report> {
  return reportRefusals(
    "check",
    async () => {
      const input = await resolveForCheck(world);
      const report = await checkStage(input, world);
      return { ...report, findings: [...(await findUnfinished(input.root, world)), ...report.findings] };
    },
    world
  );
}
