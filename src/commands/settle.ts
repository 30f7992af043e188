import type { Conflict, ConflictChoice, Settlement } from "../domain/conflict.ts";
import type { Plan } from "../domain/plan.ts";
import type { RunRequest } from "../domain/request.ts";
import type { PlanOptions } from "../pipeline/plan.ts";
import type { World } from "../pipeline/world.ts";

/** How a run plans: it is asked again with what a person chose. */
type PlanWith = (options: Pick<PlanOptions, "onConflict" | "settled">) => Promise<Plan>;

/** A plan, and what was chosen of its conflicts. */
export interface SettledPlan {
  readonly plan: Plan;
  readonly onConflict: ConflictChoice;
  readonly settled: ReadonlyMap<string, Settlement>;
}

/** What nothing has settled yet: a run with one of these publishes nothing. */
export function listOpenConflicts({ entries }: Plan): readonly Conflict[] {
  return entries.flatMap(({ conflicts = [] }) => conflicts);
}

/**
 * Plans with the conflicts settled: by the flag, else by the person at the terminal, one by one, else not at all. What a
 * verb other than `update` meets is kept, as it was before: only an update is asked to bring ours in.
 */
export async function settle(planWith: PlanWith, request: SettlingRequest, world: World): Promise<SettledPlan> {
  const onConflict = request.onConflict ?? (request.verb === "update" ? "abort" : "keep");
  const known = request.settled ?? new Map<string, Settlement>();
  const plan = await planWith({ onConflict, settled: known });
  const open = listOpenConflicts(plan);
  const isLooking = request.dryRun && request.planOut === undefined;
  const isAsked = open.length > 0 && request.onConflict === undefined && !request.yes && !isLooking;
  const settled = isAsked ? await world.settleConflicts?.(open) : undefined;
  if (settled === undefined) return { plan, onConflict, settled: known };
  return { plan: await planWith({ onConflict, settled }), onConflict, settled };
}

interface SettlingRequest extends RunRequest {
  readonly planOut?: string;
  /** What a plan that is published says of single conflicts. */
  readonly settled?: ReadonlyMap<string, Settlement>;
}
