import type { Finding } from "../domain/finding.ts";
import type { RelativePath } from "../domain/paths.ts";
import { findDeviation, findOtherMember } from "../domain/plan-file.ts";
import type { PlanFile } from "../domain/plan-file.ts";
import { needsInstall } from "../domain/plan.ts";
import type { Plan } from "../domain/plan.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import type { UpdateRequest } from "../domain/request.ts";
import { listPlanInputs, refuseChangedInputs, refuseOtherFindings } from "../pipeline/plan-inputs.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";
import { runStages } from "./run-stages.ts";

/**
 * `hi update --plan FILE`: publishes exactly the plan in the file, through every stage of a run. The file is untrusted:
 * what it was made from has to be as it was, and this program, planning by itself, has to come to the same bytes.
 * @throws Refusal HI_PLAN_INVALID, HI_PLAN_NEWER, HI_PLAN_STALE, HI_PLAN_NOT_OURS
 */
export function applyPlan(request: UpdateRequest, name: string, world: World): Promise<Report> {
  return reportRefusals("update", async () => {
    const { document } = await world.planFiles.read(name);
    const { root } = await world.surroundings.locate(world.cwd);
    const asked = toAsked(request, document);
    let found: readonly Finding[] = [];
    const resolveSame = async () => {
      await refuseChangedInputs(document, root, world);
      const resolved = await resolve(asked, world);
      refuseOtherFindings(document, resolved.inputsDigest);
      found = resolved.findings;
      return resolved;
    };
    const settled = new Map(Object.entries(document.choices.settled));
    const examine = (plan: Plan): void => refuseOtherPlan(document, { plan, found, name });
    return runStages({ request: asked, resolve: resolveSame, settled, examine }, world);
  });
}

/** What the plan was made with decides; how it is published is this run's. */
function toAsked({ packageManager: _manager, ...request }: UpdateRequest, { choices }: PlanFile): UpdateRequest {
  const { preview, take, packageManager, onConflict } = choices;
  return { ...request, preview, take, onConflict, ...(packageManager ? { packageManager } : {}) };
}

interface Planned {
  readonly plan: Plan;
  /** What resolving found. */
  readonly found: readonly Finding[];
  readonly name: string;
}

function refuseOtherPlan(document: PlanFile, { plan, found, name }: Planned): void {
  const path = findDeviation(document, plan);
  if (path !== undefined) throw toNotOurs(name, path);
  const member = findOtherMember(document, {
    plan,
    inputs: listPlanInputs(plan),
    findings: [...found, ...plan.findings],
    commands: needsInstall(plan) ? [plan.install] : [],
  });
  if (member !== undefined) throw toNotOurs(name, undefined, member);
}

function toNotOurs(name: string, path: RelativePath | undefined, member = String(path)): Refusal {
  return new Refusal({
    code: "HI_PLAN_NOT_OURS",
    message: `${name} says something of ${member} that this hi does not plan from the same inputs, so it is not its plan.`,
    where: { path: path ?? name },
    next: "hi update --plan-out FILE makes it anew; nothing was written",
  });
}
