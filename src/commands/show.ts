import type { Finding } from "../domain/finding.ts";
import { toShownPlan } from "../domain/plan-file.ts";
import type { PlanFile } from "../domain/plan-file.ts";
import type { Report, RunReport } from "../domain/report.ts";
import type { ShowRequest } from "../domain/request.ts";
import { findUnfinishedHere } from "../pipeline/reading/find-unfinished.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

/** `hi show FILE`: the report of the run that wrote the plan, from the file alone, in whatever format it is asked for. */
export function show({ file }: ShowRequest, world: World): Promise<Report> {
  return reportRefusals("show", async () => {
    const { document, unknown } = await world.planFiles.read(file);
    const told = [...toUnknownFindings(document, unknown), ...toOtherFindings(document, world)];
    const unfinished = (await findUnfinishedHere(world))?.findings ?? [];
    return toReport(document, [...unfinished, ...told], world);
  });
}

function toReport(document: PlanFile, findings: readonly Finding[], world: World): RunReport {
  return {
    kind: "run",
    verb: "show",
    dryRun: true,
    plan: toShownPlan(document, world.cwd),
    ...(document.preview ? { preview: document.preview } : {}),
    gate: { open: false, because: "reads-only" },
    findings: [...findings, ...document.findings],
    evidence: document.evidence,
    commands: document.commands,
  };
}

function toUnknownFindings({ formatVersion }: PlanFile, unknown: readonly string[]): readonly Finding[] {
  if (unknown.length === 0) return [];
  return [{ code: "plan-fields-unknown", severity: "warning", args: { version: formatVersion, fields: unknown } }];
}

/** It can be looked at, and not be published by this program. */
function toOtherFindings({ hi, plan }: PlanFile, { templates }: World): readonly Finding[] {
  if (plan.templateDigest === templates.digest) return [];
  return [{ code: "plan-of-other-hi", severity: "warning", args: { made: hi, own: templates.version } }];
}
