import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import type { FileSnapshot, PlanEntry } from "../../domain/plan.ts";
import type { RemovedFile, StagedWrite, World } from "../world.ts";

/** One change on its way: its bytes beside the target, then its name changed; of a removal, what was set aside. */
export interface Step {
  readonly entry: PlanEntry;
  staged: StagedWrite | undefined;
  removed: RemovedFile | undefined;
  isDone: boolean;
}

/**
 * Takes back what this run has published, last first, each from the bytes the plan saw, and only where what stands there
 * is still ours. Returns the paths that could not be put back.
 */
export async function undo(root: AbsolutePath, steps: readonly Step[], world: World): Promise<readonly RelativePath[]> {
  const { publisher } = world;
  const left: RelativePath[] = [];
  // What never got its name goes first: on a full disk, what is put back needs that room.
  for (const { isDone, staged } of steps.toReversed()) if (!isDone && staged) await publisher.discard(staged);
  for (const step of steps.filter(({ isDone }) => isDone).toReversed()) {
    const isBack = await takeBack(root, step, world).then(toTrue, toFalse);
    if (!isBack) left.push(step.entry.path);
  }
  // Folders hold files of other steps until those are gone, so they are taken back in a second round.
  for (const { staged } of steps.toReversed()) if (staged) await publisher.discard(staged);
  return left;
}

const toTrue = (): boolean => true;
const toFalse = (): boolean => false;

async function takeBack(root: AbsolutePath, { entry, staged, removed }: Step, { publisher }: World): Promise<void> {
  if (removed) return publisher.putBack(removed);
  if (!staged) return;
  const original = entry.before.kind === "link" ? entry.before.file : entry.before;
  const published = toPublishedState(entry);
  if (original?.kind !== "file") {
    await publisher.forget(await publisher.remove(root, staged.target, published));
    return;
  }
  const { bytes, mode } = original;
  const again = await publisher.stage(root, { path: staged.target, before: published, bytes, mode });
  try {
    await publisher.commit(root, again);
  } finally {
    await publisher.discard(again);
  }
}

/** What stands where we have written: anything else there is someone's later edit, and stays. */
function toPublishedState({ after, afterSha256 = "", mode }: PlanEntry): FileSnapshot {
  return { kind: "file", sha256: afterSha256, mode, bytes: after ?? new Uint8Array(), links: 1 };
}
