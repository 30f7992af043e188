import type { ChildProcess } from "node:child_process";

const running = new Set<() => void>();
let watcher: ((isRunning: boolean) => void) | undefined;

/** Kills every process group that is still running: for signal handlers, since detached children see no ^C. */
export function killRunningGroups(): void {
  for (const kill of running) kill();
}

/** Remembers how a group is killed for as long as it runs; the returned function forgets it, true where it was known. */
export function trackGroup(kill: () => void): () => boolean {
  running.add(kill);
  watcher?.(true);
  return () => {
    const wasKnown = running.delete(kill);
    if (running.size === 0) watcher?.(false);
    return wasKnown;
  };
}

/**
 * Tells whether any group runs, whenever that may have changed: who handles signals only then ends at once at all other
 * times, also while a long computation would keep a handler from being called.
 */
export function watchGroups(watch: (isRunning: boolean) => void): void {
  watcher = watch;
}

/** Kills the group that the child leads, whether or not the child itself is gone already. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") {
      const { spawn } = process.getBuiltinModule("node:child_process");
      spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore", windowsHide: true }).on(
        "error",
        () => child.kill("SIGKILL")
      );
    } else process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nobody is left in the group.
  }
}
