import { isRecord } from "../domain/base.ts";
import { toDiffRows } from "../domain/diff-rows.ts";
import { isChange } from "../domain/plan.ts";
import type { Report } from "../domain/report.ts";
import type { DiffRequest } from "../domain/request.ts";
import { plan } from "../pipeline/plan.ts";
import { findUnfinished } from "../pipeline/reading/find-unfinished.ts";
import { resolve } from "../pipeline/resolve.ts";
import type { World } from "../pipeline/world.ts";
import { reportRefusals } from "./report-refusals.ts";

/** `hi diff`: resolve and plan, then one class a path; stops before anything is made or written. */
export function diff(request: DiffRequest, world: World): Promise<Report> {
  return reportRefusals(
    "diff",
    async () => {
      const resolved = await resolve(request, world);
      const planned = await plan(resolved, { preview: "off" }, world);
      return {
        kind: "check",
        verb: "diff",
        rows: toDiffRows(planned),
        findings: [...(await findUnfinished(resolved.root, world)), ...resolved.findings, ...planned.findings],
        isPending: planned.entries.some(isChange),
        templateVersion: world.templates.version,
        checkedPaths: planned.entries.filter((entry) => !isRecord(entry.path)).length,
      };
    },
    world
  );
}
