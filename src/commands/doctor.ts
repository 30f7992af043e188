import type { Report } from "../domain/report.ts";
import type { DoctorRequest } from "../domain/request.ts";
import { check } from "../pipeline/check.ts";
import { doctor as doctorStage } from "../pipeline/doctor.ts";
import type { AskPolicy } from "../pipeline/doctor/check-guard.ts";
import type { Machine } from "../pipeline/doctor/machine.ts";
import type { Checked } from "../pipeline/doctor/site.ts";
import { attempt } from "../pipeline/doctor/site.ts";
import { resolveForCheck } from "../pipeline/resolve-for-check.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

/** `hi doctor`: what `hi check` says, then the machine, the tools and the agents; where the check is refused, the rest. */
export function doctor(_request: DoctorRequest, world: World, machine: Machine): Promise<Report> {
  const askPolicy: AskPolicy = async (cwd) =>
    (await import("../guard/policy/find-policy-trouble.ts")).findPolicyTrouble(cwd, world.env);
  return reportRefusals("doctor", async () => doctorStage(await runCheck(world), world, { machine, askPolicy }));
}

async function runCheck(world: World): Promise<Checked> {
  const checked = await attempt(async () => {
    const input = await resolveForCheck(world);
    return { report: await check(input, world), answers: input.answers };
  });
  return "value" in checked ? checked.value : checked;
}
