import type { AbsolutePath } from "../../domain/paths.ts";
import type { FileState } from "../../domain/plan.ts";
import { toStanding, toStateBefore } from "../../domain/publication-journal.ts";
import type { Journal, JournalEntry, RecoveredPath } from "../../domain/publication-journal.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { World } from "../world.ts";
import type { TakeOuts } from "./find-take-outs.ts";
import { settle, sweepAfter } from "./settle.ts";
import type { Settled } from "./settle.ts";
import { toTakenOut } from "./standings.ts";

type Tools = Pick<World, "publisher" | "journal" | "disk">;

/** A journal to go back by, and what is to be taken out of files that someone has changed since; nothing by default. */
export interface GoingBack {
  readonly root: AbsolutePath;
  readonly journal: Journal;
  readonly takeOuts?: TakeOuts | undefined;
}

const NONE: TakeOuts = new Map();

/**
 * Takes a publication back, last name first, each from what was set aside or saved, and only where what stands there is
 * still ours. What someone has changed since is kept, but for keys that are ours alone; what the system does not let be
 * changed is left, and the journal must then stay.
 */
export async function goBack({ root, journal, takeOuts = NONE }: GoingBack, world: Tools): Promise<Settled> {
  // What never got its name goes first: on a full disk, what is put back needs that room.
  for (const entry of journal.entries) {
    if (await isOnlyStaged(root, entry, world)) await sweep(root, entry, world).catch(ignore);
  }
  const back: RecoveredPath[] = [];
  for (const entry of journal.entries.toReversed()) {
    back.unshift(await takeBack({ root, journal, entry, takeOuts }, world));
  }
  const paths: RecoveredPath[] = [];
  for (const [index, entry] of journal.entries.entries()) {
    const done = back[index] as RecoveredPath;
    // What was set aside is all that there is of what could not be put back.
    paths.push(done.outcome === "left" ? done : await sweepAfter(root, { entry, done }, world));
  }
  return settle({ root, journal, paths }, world, () => world.publisher.removeFolders(root, journal.folders));
}

/** The second try says what is wrong. */
const ignore = (): void => undefined;

const sweep = (root: AbsolutePath, { place, temporary }: JournalEntry, { publisher }: Tools): Promise<void> =>
  publisher.sweep(root, place, temporary);

async function isOnlyStaged(root: AbsolutePath, entry: JournalEntry, world: Tools): Promise<boolean> {
  if (entry.after === null) return false;
  const now = await world.disk.inspect(root, entry.place).catch(() => undefined);
  return now !== undefined && toStanding(entry, now) === "before";
}

interface Step {
  readonly root: AbsolutePath;
  readonly journal: Journal;
  readonly entry: JournalEntry;
  readonly takeOuts: TakeOuts;
}

async function takeBack(step: Step, world: Tools): Promise<RecoveredPath> {
  const { path, place } = step.entry;
  try {
    const now = await world.disk.inspect(step.root, place);
    const standing = toStanding(step.entry, now);
    if (standing === "before") return { path, outcome: "in-place" };
    if (standing === "theirs") return await takeOutOurs(step, world);
    await putBack(step, now, world);
    return { path, outcome: "put-back" };
  } catch (error) {
    return toUndone(path, error);
  }
}

/** The state that was looked at has to be there still; the publisher looks again. */
async function takeOutOurs({ root, entry, takeOuts }: Step, { publisher }: Tools): Promise<RecoveredPath> {
  const { path, place, temporary } = entry;
  const done = toTakenOut(path, takeOuts.get(place));
  const { now, bytes } = takeOuts.get(place) ?? {};
  if (now?.kind !== "file" || bytes === undefined) return done;
  await publisher.sweep(root, place, temporary);
  await publisher.commit(
    root,
    await publisher.stage(root, { path: place, before: now, bytes, mode: now.mode, temporary })
  );
  return done;
}

/** Changed in the last moment is someone's; anything else is left for another try. */
export function toUndone(path: RecoveredPath["path"], error: unknown): RecoveredPath {
  const refusal = error instanceof Refusal ? error.facts.code : undefined;
  if (refusal === "HI_STALE_PLAN") return { path, outcome: "kept" };
  const { code } = error as NodeJS.ErrnoException;
  return { path, outcome: "left", error: refusal ?? code ?? "HI_DEFECT" };
}

async function putBack({ root, journal, entry }: Step, now: FileState, { publisher, ...world }: Tools): Promise<void> {
  const { place, before, after, temporary } = entry;
  if (before === null) {
    await publisher.forget(await publisher.remove(root, { path: place, before: now, temporary }));
    return;
  }
  const aside = { path: place, before: toStateBefore(entry), temporary };
  if (after === null && (await publisher.restoreAside(root, aside))) return;
  await publisher.sweep(root, place, temporary);
  if ("link" in before) {
    await publisher.link(root, place, before.link);
    return;
  }
  const bytes = await world.journal.readSaved(root, journal, entry);
  const write = { path: place, before: now, bytes, mode: before.mode, temporary };
  await publisher.commit(root, await publisher.stage(root, write));
}
