import type { AbsolutePath } from "../../domain/paths.ts";
import type { Journal, JournalEntry, RecoveredPath } from "../../domain/publication-journal.ts";
import type { World } from "../world.ts";

/** What became of every path of a journal, in its order. */
export interface Settled {
  readonly paths: readonly RecoveredPath[];
  /** Everything is on the disk and nothing is left to do, so that the journal may go. */
  readonly isWhole: boolean;
}

interface Settling {
  readonly root: AbsolutePath;
  readonly journal: Journal;
  readonly paths: readonly RecoveredPath[];
}

/** Does the last of it, and makes sure that all of it is on the disk. */
export async function settle(
  { root, journal, paths }: Settling,
  { publisher }: Pick<World, "publisher">,
  last: () => Promise<void> = async () => undefined
): Promise<Settled> {
  const isFlushed = await last()
    .then(() => publisher.flush(root, listFlushed(journal)))
    .then(toTrue, toFalse);
  return { paths, isWhole: isFlushed && paths.every(({ outcome }) => outcome !== "left") };
}

/** Everything beside which a name of a publication changes: its places, and the folders that it makes. */
export const listFlushed = ({ entries, folders }: Journal): readonly JournalPlace[] => [
  ...folders,
  ...entries.map(({ place }) => place),
];

type JournalPlace = Journal["folders"][number];

/** Removes the temporary file of a path that is done; one that stays is something left to do. */
export async function sweepAfter(
  root: AbsolutePath,
  { entry, done }: { readonly entry: JournalEntry; readonly done: RecoveredPath },
  { publisher }: Pick<World, "publisher">
): Promise<RecoveredPath> {
  try {
    await publisher.sweep(root, entry.place, entry.temporary);
    return done;
  } catch (error) {
    const { code = "HI_DEFECT" } = error as NodeJS.ErrnoException;
    return { path: done.path, outcome: "left", error: code };
  }
}

const toTrue = (): boolean => true;
const toFalse = (): boolean => false;
