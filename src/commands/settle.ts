import type { Conflict } from "../domain/conflict.ts";
import type { Plan } from "../domain/plan.ts";
import type { RunRequest } from "../domain/request.ts";
import type { PlanOptions } from "../pipeline/plan.ts";
import type { World } from "../pipeline/world.ts";

/** How a run plans: it is asked again with what a person chose. */
type PlanWith = (options: Pick<PlanOptions, "onConflict" | "settled">) => Promise<Plan>;

/** What nothing has settled yet: a run with one of these publishes nothing. */
export function listOpenConflicts({ entries }: Plan): readonly Conflict[] {
  return entries.flatMap(({ conflicts = [] }) => conflicts);
}

/**
 * Plans with the conflicts settled: by the flag, else by the person at the terminal, one by one, else not at all. What a
 * verb other than `update` meets is kept, as it was before: only an update is asked to bring ours in.
 */
export async function settle(planWith: PlanWith, request: RunRequest, world: World): Promise<Plan> {
  const onConflict = request.onConflict ?? (request.verb === "update" ? "abort" : "keep");
  const plan = await planWith({ onConflict });
  const open = listOpenConflicts(plan);
  const isAsked = open.length > 0 && request.onConflict === undefined && !request.yes && !request.dryRun;
  const settled = isAsked ? await world.settleConflicts?.(open) : undefined;
  return settled ? planWith({ onConflict, settled }) : plan;
}
