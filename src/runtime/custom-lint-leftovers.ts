import { readdirSync, readFileSync } from "node:fs";

import type { LeftBehind } from "../contracts/custom-lint.ts";

/** So many processes are not started within this time, whatever the smallest number space of a system. */
const SHORT_RUN_MS = 250;

/** The run whose processes are looked for: the variable that they all inherited, its leader, and how long it took. */
export interface MarkedRun {
  readonly name: string;
  readonly value: string;
  readonly leader: number;
  readonly durationMs: number;
}

/**
 * Finds processes that carry a run's mark in their environment. Linux alone shows environments; elsewhere, and of a
 * process that was started with another environment, nothing is seen. They are named, never killed: a linter may keep a
 * server of its own.
 */
export function findLeftBehind(run: MarkedRun): readonly LeftBehind[] {
  if (process.platform !== "linux") return [];
  const needle = Buffer.from(`${run.name}=${run.value}\0`);
  return listCandidates(run)
    .filter((pid) => carries(pid, needle) && isElsewhere(pid, run.leader))
    .map((pid) => ({ pid, program: readProgram(pid) }));
}

/**
 * After a short run only what was started since its leader, which the numbers tell; reading every process's environment
 * would cost more than a small linter itself.
 */
function listCandidates({ leader, durationMs }: MarkedRun): readonly number[] {
  const newest = readNewest();
  if (newest === leader) return [];
  const isSince = (pid: number): boolean =>
    newest !== undefined && newest > leader ? pid > leader && pid <= newest : pid > leader || pid <= (newest ?? 0);
  try {
    const pids = readdirSync("/proc").map(Number).filter(Number.isSafeInteger);
    return durationMs > SHORT_RUN_MS ? pids : pids.filter(isSince);
  } catch {
    return [];
  }
}

/** The number that the system gave out last. */
function readNewest(): number | undefined {
  try {
    const newest = Number(readFileSync("/proc/loadavg", "utf8").trim().split(" ").at(-1));
    return Number.isSafeInteger(newest) ? newest : undefined;
  } catch {
    return undefined;
  }
}

function carries(pid: number, needle: Buffer): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    for (let at = environment.indexOf(needle); at !== -1; at = environment.indexOf(needle, at + 1)) {
      if (at === 0 || environment[at - 1] === 0) return pid !== process.pid;
    }
  } catch {
    // Gone meanwhile, or another user's.
  }
  return false;
}

/** Those of the leader's own group were killed a moment ago, and may still be on their way out. */
function isElsewhere(pid: number, leader: number): boolean {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Behind the program's name, which may hold anything: state, parent, group.
    const group = facts.slice(facts.lastIndexOf(")") + 2).split(" ")[2];
    return Number(group) !== leader;
  } catch {
    return false;
  }
}

function readProgram(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trimEnd();
  } catch {
    return "";
  }
}
