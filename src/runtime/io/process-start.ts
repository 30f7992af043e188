import { readFileSync } from "node:fs";

/** When a process began, in ticks since boot, and whether it has ended. */
export interface ProcessStart {
  readonly ticks: string;
  readonly isEnded: boolean;
}

/** State and start time of a process, from the fields after its name, which may itself hold spaces and brackets. */
export function parseProcessStart(text: string): ProcessStart | undefined {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, ticks] = [fields[0], fields[19]];
  // A zombie has ended; its parent has only not asked yet.
  return state === undefined || ticks === undefined ? undefined : { ticks, isEnded: state === "Z" || state === "X" };
}

/** Undefined where there is no /proc, or no such process. */
export function readProcessStart(pid: number): ProcessStart | undefined {
  try {
    return parseProcessStart(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}
