import { randomUUID } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

import { Refusal } from "../../domain/refusal.ts";
import { readProcessStart } from "../../runtime/io/process-start.ts";
import { makeOwnFolder } from "../decide/write-own-file.ts";

/** How long one that is busy is waited for: what is done under the lock takes far less. */
const WAIT_MS = 10_000;
const LOOK_MS = 25;

/**
 * Does one change of the guard's state while no other process makes one. A lock of a process that is gone is taken over.
 * Not for anything long: a verification takes it when it removes the pointer, and again when it publishes.
 * @throws Refusal HI_GUARD_BUSY
 */
export async function withGuardLock<Value>(folder: string, work: () => Value | Promise<Value>): Promise<Value> {
  makeOwnFolder(folder);
  const file = path.join(folder, "lock");
  const mark = `${process.pid} ${readProcessStart(process.pid)?.ticks ?? "-"} ${randomUUID()}\n`;
  const end = Date.now() + WAIT_MS;
  while (!take(file, mark)) {
    if (Date.now() > end) throw toBusy(file);
    await setTimeout(LOOK_MS);
  }
  try {
    return await work();
  } finally {
    if (read(file) === mark) rmSync(file, { force: true });
  }
}

/** Whole from its first moment: one that is killed in between must leave no lock of nobody's. */
function take(file: string, mark: string): boolean {
  const beside = `${file}-${randomUUID()}`;
  try {
    writeFileSync(beside, mark, { flag: "wx", mode: 0o600 });
    linkSync(beside, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") return takeWithoutLinks(file, mark, error);
  } finally {
    rmSync(beside, { force: true });
  }
  removeAbandoned(file);
  return false;
}

/** On a volume without hard links. */
function takeWithoutLinks(file: string, mark: string, cause: unknown): boolean {
  const { code = "" } = cause as NodeJS.ErrnoException;
  if (!["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(code)) throw cause;
  try {
    writeFileSync(file, mark, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    removeAbandoned(file);
    return false;
  }
}

/** Renamed first: of two that find the same lock abandoned, one takes it away, and only where it is still that one. */
function removeAbandoned(file: string): void {
  const mark = read(file);
  // Nothing in it yet: it is being written, on a volume without hard links.
  if (mark === undefined || mark === "" || isHeld(mark)) return;
  const aside = `${file}-${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  // Somebody else's new lock, caught in between: it goes back where nobody has taken the name since.
  if (read(aside) !== mark) restore(aside, file);
  rmSync(aside, { force: true });
}

function restore(aside: string, file: string): void {
  try {
    const descriptor = openSync(file, "wx", 0o600);
    writeFileSync(descriptor, read(aside) ?? "");
    closeSync(descriptor);
  } catch {
    // The name is taken.
  }
}

/** By a process that still runs, as `PID TICKS`: its number alone may be another one's by now. */
export function isHeld(mark: string): boolean {
  const [pid = "", ticks = ""] = mark.split(" ");
  if (!/^[1-9]\d{0,15}$/.test(pid) || !isRunning(Number(pid))) return false;
  const start = readProcessStart(Number(pid));
  return start === undefined || (!start.isEnded && start.ticks === ticks);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

export function toBusy(file: string): Refusal {
  return new Refusal({
    code: "HI_GUARD_BUSY",
    message: "Another command is changing the guard's state in this repository.",
    where: { path: file },
    next: "wait for it to end, then run the same command again",
  });
}
