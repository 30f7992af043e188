import { openTriage } from "../scan/triage-walk.ts";
import type { Triage, TriageOrder } from "../scan/triage-walk.ts";

export type { OpenFinding, Triage } from "../scan/triage-walk.ts";
export { isEverywhere } from "../scan/suppress.ts";
export type { FrameLine } from "../scan/code-frame.ts";

/** `hi scan triage`: a walk through what a scan finds, or why there is none. */
export function triage(
  order: TriageOrder,
  env: Readonly<Record<string, string | undefined>>
): Promise<Triage | string> {
  return openTriage(order, env);
}
