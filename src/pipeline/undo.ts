import type { AbsolutePath } from "../domain/paths.ts";
import { toJournalFacts } from "../domain/publication-journal.ts";
import type { Journal, Recovery, Standing } from "../domain/publication-journal.ts";
import { RECEIPT_PATH } from "../domain/receipt.ts";
import { Refusal } from "../domain/refusal.ts";
import { findTakeOuts } from "./publishing/find-take-outs.ts";
import { goBack } from "./publishing/go-back.ts";
import { findStandings, foreseeWay, listEdited, refuseUnsettled } from "./publishing/standings.ts";
import type { World } from "./world.ts";

/** What is undone where, and whether for real. */
export interface Undoing {
  readonly root: AbsolutePath;
  readonly dryRun: boolean;
}

type Tools = Pick<World, "publisher" | "journal" | "disk" | "documents" | "editors">;

/**
 * Puts back what stood there before the last publication, where nobody has changed it since; what has been is kept, but
 * for keys of ours, which are taken out of it where their values are still ours. The publication becomes an unfinished one
 * first, so that an undo that is killed is recovered from like any other.
 * @throws Refusal HI_NOTHING_TO_UNDO, HI_UNDO_EDITED, HI_UNFINISHED, HI_RECOVERY_FAILED, HI_JOURNAL_INVALID
 */
export async function undo({ root, dryRun }: Undoing, world: Tools): Promise<Recovery> {
  if ((await world.journal.read(root, "unfinished")) !== undefined) throw toUnfinished();
  const journal = await world.journal.read(root, "last");
  if (journal === undefined) throw toNothing();
  const standings = await findStandings(root, journal, world);
  refuseOther(journal, standings);
  const recovery = { ...toJournalFacts(journal), to: "before" } as const;
  const takeOuts = await findTakeOuts(root, journal, world);
  if (dryRun) return { ...recovery, paths: foreseeWay(journal, standings, { to: "before", takeOuts }) };
  await world.journal.reopen(root);
  const settled = await goBack({ root, journal, takeOuts }, world);
  refuseUnsettled(settled, "before");
  await world.journal.close(root, journal, "dropped");
  return { ...recovery, paths: settled.paths };
}

/** A receipt of a later publication speaks of what is there now: what an earlier one said must not take its place. */
function refuseOther(journal: Journal, standings: readonly Standing[]): void {
  const { verb, startedAt } = journal;
  const edited = listEdited(journal, standings);
  const isReceiptEdited = (edited as readonly string[]).includes(RECEIPT_PATH);
  if (!isReceiptEdited && standings.includes("after")) return;
  if (edited.length === 0) throw toNothing();
  const because = isReceiptEdited ? "the receipt has changed since" : "all of it has been changed since";
  throw new Refusal({
    code: "HI_UNDO_EDITED",
    message: `The hi ${verb} of ${startedAt} cannot be undone: ${because}.`,
    where: { path: isReceiptEdited ? RECEIPT_PATH : (edited[0] ?? "") },
    next: "git log -p -- .hi/receipt.json shows what came since; nothing was changed",
    details: { edited },
  });
}

function toNothing(): Refusal {
  return new Refusal({
    code: "HI_NOTHING_TO_UNDO",
    message: "No publication of this work tree can be undone: there was none, or it is undone, too old or too large.",
    next: "git log shows what was committed before",
  });
}

function toUnfinished(): Refusal {
  return new Refusal({
    code: "HI_UNFINISHED",
    message: "A publication was cut short; it has to be finished or put back first.",
    next: "hi abort puts it back, hi resume finishes it",
  });
}
