import type { AbsolutePath } from "../domain/paths.ts";
import { toJournalFacts } from "../domain/publication-journal.ts";
import type { Journal, Recovery, Standing } from "../domain/publication-journal.ts";
import { Refusal } from "../domain/refusal.ts";
import { findTakeOuts } from "./publishing/find-take-outs.ts";
import { goBack } from "./publishing/go-back.ts";
import { goForward, lookForward } from "./publishing/go-forward.ts";
import { findStandings, foreseeWay, listEdited, refuseUnsettled } from "./publishing/standings.ts";
import type { World } from "./world.ts";

/** Which way to recover: as the disk shows (after where everything is in place, else before), or as was asked. */
export interface Recovering {
  readonly root: AbsolutePath;
  readonly way: "as-found" | "forward" | "back";
  /** Only says what would be done. */
  readonly dryRun?: boolean;
}

type Tools = Pick<World, "publisher" | "journal" | "disk" | "documents" | "editors">;

/**
 * Brings a repository whose publication was cut short to exactly before it or exactly after it; what someone has changed
 * since is kept, and unless a way was asked for, nothing is changed then. Undefined where no publication was cut short.
 * @throws Refusal HI_UNFINISHED, HI_RESUME_IMPOSSIBLE, HI_RECOVERY_FAILED, HI_JOURNAL_INVALID
 */
export async function recover({ root, way, dryRun }: Recovering, world: Tools): Promise<Recovery | undefined> {
  const journal = await world.journal.read(root, "unfinished");
  if (journal === undefined) return undefined;
  const standings = await findStandings(root, journal, world);
  if (way === "as-found") refuseEdited(journal, standings);
  const isForward = way === "forward" || (way === "as-found" && standings.every((standing) => standing === "after"));
  const to = isForward ? "after" : "before";
  if (dryRun && isForward) await lookForward(root, journal, world);
  const takeOuts = isForward || way === "as-found" ? undefined : await findTakeOuts(root, journal, world);
  if (dryRun) return { ...toJournalFacts(journal), to, paths: foreseeWay(journal, standings, { to, takeOuts }) };
  const settled = isForward ? await goForward(root, journal, world) : await goBack({ root, journal, takeOuts }, world);
  refuseUnsettled(settled, to);
  await world.journal.close(root, journal, isForward ? "kept" : "dropped");
  return { ...toJournalFacts(journal), to, paths: settled.paths };
}

/** Bytes that are neither as before nor as published are someone's: a person has to say which way to go. */
function refuseEdited(journal: Journal, standings: readonly Standing[]): void {
  const edited = listEdited(journal, standings);
  if (edited.length === 0) return;
  const { verb, startedAt } = journal;
  throw new Refusal({
    code: "HI_UNFINISHED",
    message: `The hi ${verb} of ${startedAt} was cut short, and what it was changing has been changed since.`,
    where: { path: edited[0] ?? "" },
    next: "hi abort keeps those and puts the rest back; hi resume keeps those and finishes the rest",
    details: { edited },
  });
}
