import { toPlanFile } from "../domain/plan-file.ts";
import type { Report } from "../domain/report.ts";
import type { UpdateRequest } from "../domain/request.ts";
import { readPlanInputs } from "../pipeline/plan-inputs.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { World } from "../pipeline/world.ts";
import { applyPlan } from "./apply-plan.ts";
import { reportRefusals } from "./report-refusals.ts";
import { runStages } from "./run-stages.ts";
import type { Run } from "./run-stages.ts";

/**
 * `hi update`: all stages with the settings as they are; it never writes settings. With `--plan-out` a dry run whose plan
 * is written down, with `--plan` the publication of one that was.
 */
export function update(request: UpdateRequest, world: World): Promise<Report> {
  const { plan, planOut } = request;
  if (plan !== undefined) return applyPlan(request, plan, world);
  const run: Run = { request, resolve: () => resolve(request, world) };
  if (planOut === undefined) return runStages(run, world);
  return reportRefusals("update", async () => {
    await world.planFiles.refuseUnwritable(planOut);
    return runStages({ ...run, keep: toKeep(request, planOut, world) }, world);
  });
}

/** Writes down what was planned, with everything that it was planned from. */
function toKeep({ preview, take, packageManager }: UpdateRequest, planOut: string, world: World): Run["keep"] {
  return async ({ plan, onConflict, settled }, report) => {
    const choices = { preview, take, ...(packageManager ? { packageManager } : {}), onConflict };
    const inputs = await readPlanInputs(plan, world);
    const document = toPlanFile({
      plan,
      report,
      inputs,
      choices: { ...choices, settled: Object.fromEntries(settled) },
      hash: world.hash,
    });
    await world.planFiles.write(planOut, document);
  };
}
