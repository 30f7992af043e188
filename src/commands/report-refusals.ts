import { Refusal } from "../domain/refusal.ts";
import type { Report } from "../domain/report.ts";
import type { Verb } from "../domain/request.ts";

/** Turns a refusal into the report that says it; a defect passes through. */
export async function reportRefusals(verb: Verb, work: () => Promise<Report>): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { kind: "refused", verb, refusal: error.facts };
    throw error;
  }
}
