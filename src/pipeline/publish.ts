import type { RelativePath } from "../domain/paths.ts";
import type { Plan, PlanEntry } from "../domain/plan.ts";
import { isChange } from "../domain/plan.ts";
import { RECEIPT_PATH } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import type { Published } from "../domain/report.ts";
import type { ProvenCandidate } from "./contain.ts";
import type { CleanupProof } from "./dispose.ts";
import { explainFailure } from "./publishing/explain-failure.ts";
import { undo } from "./publishing/undo.ts";
import type { Step } from "./publishing/undo.ts";
import type { World } from "./world.ts";

/** What publication takes: a plan whose candidate is proven contained, and proven gone. */
export interface Publication {
  readonly plan: Plan;
  readonly proven: ProvenCandidate;
  readonly cleanup: CleanupProof;
}

/**
 * Writes exactly the planned and previewed bytes, the receipt last. Everything is checked, then every byte is written
 * beside its target, and only then names change, each after one more look. What fails on the way is taken back, so that
 * the repository is all as before or all as planned.
 * @throws Refusal HI_STALE_PLAN, HI_LINK_OUTSIDE, HI_NOT_A_FILE, HI_TARGET_TWICE, HI_PUBLISH_FAILED, HI_INTERRUPTED
 */
export async function publish({ plan, proven, cleanup }: Publication, world: World): Promise<Published> {
  const changes = toOrder(plan.entries.filter(isChange));
  refuseUnproven({ plan, proven, cleanup }, changes, world);
  await checkTargets(plan, changes, world);
  const steps = changes.map((entry): Step => ({ entry, staged: undefined, removed: undefined, isDone: false }));
  const progress: { current: Step | undefined } = { current: undefined };
  try {
    for (const step of steps) await stage(plan, (progress.current = step), world);
    progress.current = undefined;
    refuseWhenInterrupted(world);
    for (const step of steps) await perform(plan, (progress.current = step), world);
  } catch (error) {
    const left = await undo(plan.root, steps, world);
    throw explainFailure(error, { failed: progress.current?.entry.path, steps, left });
  }
  for (const { removed } of steps) if (removed) await world.publisher.forget(removed);
  return toPublished(changes);
}

/** In the plan's order, the receipt last: it speaks only of what is there. */
function toOrder(changes: readonly PlanEntry[]): readonly PlanEntry[] {
  const isReceipt = (entry: PlanEntry): boolean => entry.path === RECEIPT_PATH;
  return [...changes.filter((entry) => !isReceipt(entry)), ...changes.filter(isReceipt)];
}

/** A proof of another candidate, or bytes that were not in it, is a defect of ours: nothing is written. */
function refuseUnproven({ proven, cleanup }: Publication, changes: readonly PlanEntry[], world: World): void {
  const { candidate } = proven;
  if (cleanup.evidence.nonce !== candidate.nonce) throw new TypeError("the cleanup proof is of another candidate");
  const planned = new Set(candidate.planned);
  for (const { path, action, after, afterSha256 } of changes) {
    if (action === "delete") continue;
    if (!planned.has(path)) throw new TypeError(`${path} was not in the candidate`);
    if (after === undefined || world.hash(after) !== afterSha256) {
      throw new TypeError(`${path} has no bytes of its hash`);
    }
  }
}

/** Looks at every target before the first byte is written anywhere. */
async function checkTargets(plan: Plan, changes: readonly PlanEntry[], world: World): Promise<void> {
  const takenBy = new Map<RelativePath, RelativePath>();
  for (const { path, before } of changes) {
    const target = await world.publisher.check(plan.root, path, before);
    const other = takenBy.get(target);
    if (other !== undefined) throw toTwice(path, other, target);
    takenBy.set(target, path);
  }
}

function toTwice(path: RelativePath, other: RelativePath, target: RelativePath): Refusal {
  return new Refusal({
    code: "HI_TARGET_TWICE",
    message: `${path} and ${other} are the same file, ${target}, by way of a link.`,
    where: { path },
    next: `replace the link ${path} by a file of its own, then run the same command again`,
  });
}

async function stage(plan: Plan, step: Step, world: World): Promise<void> {
  const { path, before, after, mode } = step.entry;
  if (step.entry.action === "delete" || after === undefined) return;
  step.staged = await world.publisher.stage(plan.root, { path, before, bytes: after, mode });
}

async function perform(plan: Plan, step: Step, world: World): Promise<void> {
  const { path, before } = step.entry;
  if (step.staged) await world.publisher.commit(plan.root, step.staged);
  else step.removed = await world.publisher.remove(plan.root, path, before);
  step.isDone = true;
}

/** Up to here nothing has changed its name; from the first rename on a run is finished or taken back, not left. */
function refuseWhenInterrupted(world: World): void {
  if (!world.interrupted.aborted) return;
  throw new Refusal({
    code: "HI_INTERRUPTED",
    message: "The run was interrupted.",
    next: "run the same command again",
    exitCode: 130,
  });
}

function toPublished(changes: readonly PlanEntry[]): Published {
  return {
    written: changes.filter((entry) => entry.action !== "delete").map((entry) => entry.path),
    removed: changes.filter((entry) => entry.action === "delete").map((entry) => entry.path),
    receiptSha256: changes.find((entry) => entry.path === RECEIPT_PATH)?.afterSha256,
  };
}
