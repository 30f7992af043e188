import type { ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/**
 * Kills the group that the child leads, itself included. Sent before or soon after the leader's exit only: later the
 * number may belong to another process.
 */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is empty already: its end comes through `exit`.
  }
}

/**
 * Kills processes that left the group (setsid) by a variable in their environment whose value no other process has.
 * Linux alone shows environments; elsewhere this does nothing.
 */
export async function killMarked(name: string, value: string | undefined): Promise<void> {
  if (process.platform !== "linux" || value === undefined || value === "") return;
  const needle = Buffer.from(`\0${name}=${value}\0`);
  const names = await readdir("/proc").catch(() => []);
  await Promise.all(names.filter((entry) => /^\d+$/.test(entry)).map((pid) => killIfMarked(Number(pid), needle)));
}

async function killIfMarked(pid: number, needle: Buffer): Promise<void> {
  if (pid === process.pid) return;
  try {
    const environment = await readFile(`/proc/${pid}/environ`);
    if (Buffer.concat([Buffer.from("\0"), environment]).includes(needle)) process.kill(pid, "SIGKILL");
  } catch {
    // Gone meanwhile, or another user's.
  }
}
