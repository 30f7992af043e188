import { Refusal } from "../domain/refusal.ts";
import type { RefusalFacts } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import type { Verb } from "../domain/request.ts";
import { findUnfinishedHere } from "../pipeline/reading/find-unfinished.ts";
import type { World } from "../pipeline/world.ts";

/** Turns a refusal into the report that says it; a defect passes through. */
export async function reportRefusals(verb: Verb, work: () => Promise<Report>, world?: World): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: "refused", verb, refusal: await addUnfinished(error.facts, world) };
  }
}

/** What a publication that was cut short has left may be all that is wrong, so it is said beside. */
async function addUnfinished(facts: RefusalFacts, world: World | undefined): Promise<RefusalFacts> {
  const found = world && (await findUnfinishedHere(world));
  if (!found) return facts;
  const unfinished = "a publication was cut short here: hi abort puts it back, hi resume finishes it";
  return { ...facts, details: { ...facts.details, unfinished } };
}
