import { readFileSync } from "node:fs";

/** True while the process runs. One that is dead and waits for its parent to notice (state Z) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Waits until the process is gone: death by signal is not instant. One that never goes is ended by the test's own limit. */
export async function waitUntilGone(...pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
}
