import type { AbsolutePath } from "../../domain/paths.ts";
import type { FileState } from "../../domain/plan.ts";
import { toStanding, toStateBefore } from "../../domain/publication-journal.ts";
import type { Journal, JournalEntry, RecoveredPath, Standing } from "../../domain/publication-journal.ts";
import { RECEIPT_PATH } from "../../domain/receipt.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { World } from "../world.ts";
import { toUndone } from "./go-back.ts";
import type { StagedWrite } from "./publisher.ts";
import { listFlushed, settle, sweepAfter } from "./settle.ts";
import type { Settled } from "./settle.ts";

type Tools = Pick<World, "publisher" | "disk">;

interface Step {
  readonly entry: JournalEntry;
  readonly now: FileState;
  readonly standing: Standing;
  readonly staged: StagedWrite | undefined;
}

/**
 * Finishes a publication that was cut short from what it had staged, the receipt last. Looks at everything before the
 * first name changes. @throws Refusal HI_RESUME_IMPOSSIBLE where staged bytes are not there any more
 */
export async function goForward(root: AbsolutePath, journal: Journal, world: Tools): Promise<Settled> {
  const steps = await lookForward(root, journal, world);
  const paths: RecoveredPath[] = [];
  for (const step of steps) {
    // The receipt speaks only of what is there, on the disk too.
    if (step.entry.path === RECEIPT_PATH) await world.publisher.flush(root, listFlushed(journal));
    paths.push(await finish(root, step, world));
  }
  const swept: RecoveredPath[] = [];
  for (const [index, entry] of journal.entries.entries()) {
    const done = paths[index] as RecoveredPath;
    swept.push(done.outcome === "left" ? done : await sweepAfter(root, { entry, done }, world));
  }
  return settle({ root, journal, paths: swept }, world);
}

/** Looks at everything that going forward needs. @throws Refusal HI_RESUME_IMPOSSIBLE */
export async function lookForward(root: AbsolutePath, journal: Journal, world: Tools): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const entry of journal.entries) steps.push(await look(root, entry, world));
  return steps;
}

async function look(root: AbsolutePath, entry: JournalEntry, { publisher, disk }: Tools): Promise<Step> {
  const now = await disk.inspect(root, entry.place);
  const standing = toStanding(entry, now);
  if (standing !== "before" || entry.after === null) return { entry, now, standing, staged: undefined };
  const { place: path, temporary, after } = entry;
  const write = { path, before: now, bytes: new Uint8Array(), mode: after.mode, temporary };
  const staged = await publisher.findStaged(root, write, after.sha256);
  if (staged === undefined) throw toImpossible(entry);
  return { entry, now, standing, staged };
}

function toImpossible({ path }: JournalEntry): Refusal {
  return new Refusal({
    code: "HI_RESUME_IMPOSSIBLE",
    message: `What was to be published at ${path} is not there any more, so the publication cannot be finished.`,
    where: { path },
    next: "hi abort puts everything back; then hi update",
  });
}

async function finish(root: AbsolutePath, step: Step, { publisher }: Tools): Promise<RecoveredPath> {
  const { entry, now, standing, staged } = step;
  const { path, place, temporary } = entry;
  if (standing === "after") return { path, outcome: "in-place" };
  if (standing === "theirs") return { path, outcome: "kept" };
  try {
    if (staged) await publisher.commit(root, staged);
    else {
      const before = now.kind === "link" ? now : toStateBefore(entry);
      await publisher.forget(await publisher.remove(root, { path: place, before, temporary }));
    }
    return { path, outcome: "finished" };
  } catch (error) {
    return toUndone(path, error);
  }
}
