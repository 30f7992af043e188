import type { PlanEntry } from "../../domain/plan.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { PlanOptions } from "../plan.ts";

/** Markers in what a tool loads would break the tool. @throws Refusal HI_MARKERS_REFUSED naming every such file */
export function refuseMarkers(planned: readonly PlanEntry[], { onConflict, settled }: PlanOptions): void {
  const open = planned.flatMap(({ conflicts = [] }) => conflicts);
  const refused = open.filter(({ id }) => (settled?.get(id) ?? onConflict) === "markers");
  if (refused.length === 0) return;
  const paths = [...new Set(refused.map(({ path }) => path))];
  throw new Refusal({
    code: "HI_MARKERS_REFUSED",
    message: `Conflict markers cannot stand in ${paths.join(", ")}: tools load what is there, or what was published last is not kept.`,
    where: { path: paths[0] ?? "" },
    next: "choose --on-conflict keep (yours stays) or take (ours), or run hi update in a terminal to choose one by one",
    details: { paths },
  });
}
