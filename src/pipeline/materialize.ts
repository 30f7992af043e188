import type { Candidate } from "../domain/candidate.ts";
import { isChange } from "../domain/plan.ts";
import type { Plan, PlanEntry } from "../domain/plan.ts";
import type { World } from "./world.ts";

/**
 * Writes what the repository would be into a private temporary directory: the sources that the preview needs, and over
 * them every planned byte. Where nothing is previewed, that is what would be written and nothing else: no source, and no
 * file that stays as it is. On every error the directory is gone again.
 * @throws Refusal HI_TEMP_UNSAFE, HI_CANDIDATE_FAILED, HI_INTERRUPTED, HI_GIT_FAILED, HI_GIT_MISMATCH
 */
export async function materialize(plan: Plan, world: World, preview: "on" | "off" = "on"): Promise<Candidate> {
  const candidate = await world.candidates.create(plan.root);
  try {
    const copied = preview === "on" ? await copySources(candidate, world) : candidate;
    const entries = preview === "on" ? plan.entries : plan.entries.filter(isChange);
    return await writePlan(copied, entries, world);
  } catch (error) {
    await world.candidates.dispose(candidate);
    throw error;
  }
}

async function copySources(candidate: Candidate, world: World): Promise<Candidate> {
  const { paths, notPreviewed } = await world.sources.survey(candidate.liveRoot, world.env);
  const copied = await world.candidates.copyFrom(candidate, paths);
  return { ...copied, notPreviewed: [...notPreviewed, ...copied.notPreviewed] };
}

async function writePlan(candidate: Candidate, entries: readonly PlanEntry[], world: World): Promise<Candidate> {
  let written = candidate;
  for (const entry of entries) {
    if (entry.action === "delete") {
      await world.candidates.remove(written, entry.path);
      continue;
    }
    const { bytes, mode } = toContent(entry);
    if (bytes) written = await world.candidates.write(written, entry.path, bytes, mode);
  }
  return written;
}

/** The planned bytes, or those that stay: what is kept is part of the picture too, also where git does not list it. */
function toContent({ action, after, before, mode }: PlanEntry): { bytes?: Uint8Array | undefined; mode: number } {
  const stands = before.kind === "link" ? before.file : before;
  if (action !== "keep" && action !== "conflict") {
    return { bytes: after, mode: stands?.kind === "file" ? stands.mode : mode };
  }
  return stands?.kind === "file" ? { bytes: stands.bytes, mode: stands.mode } : { mode };
}
