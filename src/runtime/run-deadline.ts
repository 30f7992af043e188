import { HOOK_DEADLINE_MS } from "../domain/hook-deadline.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A timer that is set to more than about 24 days fires at once. */
const LONGEST_DEADLINE_MS = 3_600_000;

/** What the whole run has, reading the payload included: `HI_HOOK_DEADLINE_MS`, else the selection's, else the usual. */
export function toDeadlineMs(env: Environment, selectedMs: number = HOOK_DEADLINE_MS.usual): number {
  const wantedMs = readWantedMs(env);
  return wantedMs === undefined ? selectedMs : Math.min(wantedMs, LONGEST_DEADLINE_MS);
}

/** What `HI_HOOK_DEADLINE_MS` asks for; undefined for anything but a positive whole number. */
export function readWantedMs(env: Environment): number | undefined {
  const wanted = Number(env["HI_HOOK_DEADLINE_MS"]);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : undefined;
}
