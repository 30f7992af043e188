import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

import type { LeftBehind } from "../contracts/custom-lint.ts";

/** So many processes are not started within this time, whatever the smallest number space of a system. */
const SHORT_RUN_MS = 250;
/** So many numbers are looked up one by one sooner than all processes are listed. */
const FEW_NUMBERS = 100;
/** An environment that is larger is read in the slow way. */
const USUAL_ENVIRONMENT_BYTES = 256 * 1024;

/** Runs whose processes are looked for: the variable that they inherited, by run, and the leaders of their groups. */
export interface MarkedRuns {
  /** The variable's name. Its value is `batch`, a hyphen and the index of the run. */
  readonly name: string;
  readonly batch: string;
  /** By index; undefined for a run that did not start. The first of them was started first. */
  readonly leaders: readonly (number | undefined)[];
  /** From the first start until now. */
  readonly durationMs: number;
}

/**
 * Finds, by run, processes that carry its mark in their environment and left its group. Linux alone shows environments;
 * elsewhere, and of a process that was started with another environment, nothing is seen. They are named, never killed:
 * a linter may keep a server of its own.
 */
export function findLeftBehind(runs: MarkedRuns): readonly (readonly LeftBehind[])[] {
  const found: LeftBehind[][] = runs.leaders.map(() => []);
  if (process.platform !== "linux") return found;
  const needle = Buffer.from(`${runs.name}=${runs.batch}-`);
  for (const pid of listCandidates(runs)) {
    const index = readIndex(pid, needle);
    const leader = index === undefined ? undefined : runs.leaders[index];
    if (index === undefined || leader === undefined || !isElsewhere(pid, leader)) continue;
    found[index]?.push({ pid, program: readProgram(pid) });
  }
  return found;
}

/**
 * After a short run only what was started since its leader, which the numbers tell; reading every process's environment
 * would cost more than a small linter itself.
 */
function listCandidates({ leaders, durationMs }: MarkedRuns): readonly number[] {
  const first = leaders.find((leader) => leader !== undefined);
  if (first === undefined) return [];
  const newest = readNewest();
  if (durationMs > SHORT_RUN_MS || newest === undefined) return listProcesses();
  // Numbers start again from the lowest once the highest was given out.
  if (newest < first) return listProcesses().filter((pid) => pid > first || pid <= newest);
  if (newest - first > FEW_NUMBERS) return listProcesses().filter((pid) => pid > first && pid <= newest);
  return Array.from({ length: newest - first }, (_, index) => first + 1 + index).filter(isThere);
}

function listProcesses(): readonly number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isSafeInteger);
  } catch {
    return [];
  }
}

/** A number may be a thread's as well: it has the environment of its process. */
function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

/** The number that the system gave out last. */
function readNewest(): number | undefined {
  try {
    const newest = Number(readFileSync("/proc/loadavg", "latin1").trim().split(" ").at(-1));
    return Number.isSafeInteger(newest) ? newest : undefined;
  } catch {
    return undefined;
  }
}

/** Which run of the batch a process belongs to. */
function readIndex(pid: number, needle: Buffer): number | undefined {
  const environment = pid === process.pid ? undefined : readEnvironment(pid);
  if (environment === undefined) return undefined;
  for (let at = environment.indexOf(needle); at !== -1; at = environment.indexOf(needle, at + 1)) {
    if (at > 0 && environment[at - 1] !== 0) continue;
    const start = at + needle.length;
    const index = Number(environment.subarray(start, environment.indexOf(0, start)).toString("latin1"));
    return Number.isSafeInteger(index) ? index : undefined;
  }
  return undefined;
}

let buffer: Buffer | undefined;

/** Valid until the next call: one buffer serves all, since there may be many processes to look at. */
function readEnvironment(pid: number): Buffer | undefined {
  buffer ??= Buffer.allocUnsafe(USUAL_ENVIRONMENT_BYTES);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(`/proc/${pid}/environ`, "r");
    const size = readSync(descriptor, buffer, 0, buffer.length, null);
    return size < buffer.length ? buffer.subarray(0, size) : readFileSync(`/proc/${pid}/environ`);
  } catch {
    // Gone meanwhile, or another user's.
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Those of the leader's own group were killed a moment ago, and may still be on their way out. */
function isElsewhere(pid: number, leader: number): boolean {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Behind the program's name, which may hold anything: state, parent, group.
    const group = facts.slice(facts.lastIndexOf(")") + 2).split(" ")[2];
    return Number(group) !== leader && isProcess(pid);
  } catch {
    return false;
  }
}

function isProcess(pid: number): boolean {
  const [, group] = /^Tgid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
  return Number(group) === pid;
}

function readProgram(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trimEnd();
  } catch {
    return "";
  }
}
