import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import { toStanding } from "../../domain/publication-journal.ts";
import type { Journal, RecoveredPath, Standing } from "../../domain/publication-journal.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { World } from "../world.ts";
import type { TakeOut, TakeOuts } from "./find-take-outs.ts";
import type { Settled } from "./settle.ts";

/** How every place of a journal stands now, in its order. @throws Refusal HI_UNREADABLE */
export async function findStandings(
  root: AbsolutePath,
  { entries }: Journal,
  { disk }: Pick<World, "disk">
): Promise<readonly Standing[]> {
  const standings: Standing[] = [];
  for (const entry of entries) standings.push(toStanding(entry, await disk.inspect(root, entry.place)));
  return standings;
}

/** What going back or forward from here would do, path by path. */
export function foreseeWay(
  { entries }: Journal,
  standings: readonly Standing[],
  { to, takeOuts }: { readonly to: "before" | "after"; readonly takeOuts?: TakeOuts | undefined }
): readonly RecoveredPath[] {
  return entries.map(({ path, place }, index) => {
    const standing = standings[index];
    if (standing === "theirs") return toTakenOut(path, takeOuts?.get(place));
    if (standing === to) return { path, outcome: "in-place" };
    return { path, outcome: to === "before" ? "put-back" : "finished" };
  });
}

/** What someone has changed since is kept, without what can be taken out of it. */
export function toTakenOut(path: RelativePath, taken: TakeOut | undefined): RecoveredPath {
  if (taken === undefined) return { path, outcome: "kept" };
  const { bytes, out, kept } = taken;
  return { path, outcome: bytes === undefined ? "kept" : "taken-out", keys: { out, kept } };
}

/** The paths that someone has changed since. */
export function listEdited({ entries }: Journal, standings: readonly Standing[]): readonly RelativePath[] {
  return entries.flatMap(({ path }, index) => (standings[index] === "theirs" ? [path] : []));
}

/** @throws Refusal HI_RECOVERY_FAILED where something is left to do; the journal stays for another try */
export function refuseUnsettled({ paths, isWhole }: Settled, to: "before" | "after"): void {
  if (isWhole) return;
  const left = paths.filter(({ outcome }) => outcome === "left");
  throw new Refusal({
    code: "HI_RECOVERY_FAILED",
    message: `The system did not let everything be ${to === "before" ? "put back" : "finished"}; the journal is kept.`,
    ...(left[0] ? { where: { path: left[0].path } } : {}),
    next: `make it writable, and room for it; then hi ${to === "before" ? "abort" : "resume"}`,
    details: { left: left.map(({ path, error = "" }) => `${path} (${error})`) },
  });
}
