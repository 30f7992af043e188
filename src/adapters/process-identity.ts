import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

import type { Json } from "../domain/json.ts";
import { parseProcessStart } from "../runtime/io/process-start.ts";
import type { ProcessStart } from "../runtime/io/process-start.ts";
import { orUndefined, toErrorCode } from "./system-error.ts";

/**
 * One process of one machine. A pid alone is used again; with its start time it names one process.
 * `boot` and `space` (the pid namespace: in a container the same number is another process) only where /proc is.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** `ticks:N` since boot from /proc, else `origin:MS`, which no other process can check. */
  readonly startTime: string;
  readonly boot?: string;
  readonly space?: string;
}

const UNREADABLE = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EINVAL", "ESRCH"];

export function readOwnIdentity(): ProcessIdentity {
  const ticks = readProcess(process.pid)?.ticks;
  const boot = orUndefined(UNREADABLE, () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const space = orUndefined(UNREADABLE, () => readlinkSync("/proc/self/ns/pid"));
  return {
    pid: process.pid,
    host: hostname(),
    startTime: ticks === undefined ? `origin:${Math.round(performance.timeOrigin)}` : `ticks:${ticks}`,
    ...(boot === undefined ? {} : { boot }),
    ...(space === undefined ? {} : { space }),
  };
}

/**
 * Whether that process still runs. `unknown` for another host, or another container on this one: nobody here can tell,
 * so nobody here may take what it holds. A machine that has booted since leaves no process alive.
 */
export function findLiveness(identity: ProcessIdentity): "alive" | "dead" | "unknown" {
  const own = readOwnIdentity();
  if (identity.host !== own.host) return "unknown";
  if (isOther(identity.boot, own.boot)) return "dead";
  if (isOther(identity.space, own.space)) return "unknown";
  if (!isSignalable(identity.pid)) return "dead";
  const seen = readProcess(identity.pid);
  if (seen === undefined || !identity.startTime.startsWith("ticks:")) return "alive";
  return seen.isEnded || `ticks:${seen.ticks}` !== identity.startTime ? "dead" : "alive";
}

const isOther = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

/** EPERM means that it runs and belongs to someone else. */
function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return toErrorCode(error) !== "ESRCH";
  }
}

function readProcess(pid: number): ProcessStart | undefined {
  const text = orUndefined(UNREADABLE, () => readFileSync(`/proc/${pid}/stat`, "utf8"));
  return text === undefined ? undefined : parseProcessStart(text);
}

/** Reads an identity out of an untrusted document; undefined where it is none. */
export function parseIdentity(value: Json | undefined): ProcessIdentity | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const { pid, host, startTime, boot, space } = value as { readonly [key: string]: Json };
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (typeof host !== "string" || typeof startTime !== "string") return undefined;
  return {
    pid,
    host,
    startTime,
    ...(typeof boot === "string" ? { boot } : {}),
    ...(typeof space === "string" ? { space } : {}),
  };
}
