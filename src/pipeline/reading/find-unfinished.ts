import type { Finding } from "../../domain/finding.ts";
import type { AbsolutePath } from "../../domain/paths.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { World } from "../world.ts";

/** What is to be said of a publication that was cut short here; reads only, whoever asks. */
export async function findUnfinished(
  root: AbsolutePath,
  { journal }: Pick<World, "journal">
): Promise<readonly Finding[]> {
  const state = await journal.look(root);
  if (state.kind === "none") return [];
  if (state.kind === "running") return [{ code: "publication-running", severity: "info", args: {} }];
  if (state.kind === "unfinished") {
    return [{ code: "publication-unfinished", severity: "error", args: { ...state.facts } }];
  }
  const { path, message, next } = state;
  return [{ code: "journal-unusable", severity: "error", args: { file: path, message, next } }];
}

/** The same, wherever the run was started; undefined where nothing was cut short, or where there is no repository. */
export async function findUnfinishedHere(
  world: Pick<World, "journal" | "surroundings" | "cwd">
): Promise<{ readonly root: AbsolutePath; readonly findings: readonly Finding[] } | undefined> {
  try {
    const { root } = await world.surroundings.locateOnDisk(world.cwd);
    const findings = await findUnfinished(root, world);
    return findings.length === 0 ? undefined : { root, findings };
  } catch (error) {
    // What is wrong with the place itself is said by whoever reads it.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
