/** The signals that end a run early, with time to clean up. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** One keystroke may arrive twice: from the terminal, and passed on by the package manager that started this program. */
const SAME_KEYSTROKE_MS = 1000;

/** What a run knows of signals. */
export interface Interrupts {
  /** Aborted at the first signal; the run then cleans up and ends by itself. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/**
 * Watches for signals. The first aborts; a later one, not the echo of the first, gives up waiting for the cleanup and
 * calls `abandon` (what is left is swept by the next run).
 */
export function watchInterrupts(abandon: () => void): Interrupts {
  const controller = new AbortController();
  let firstAt = 0;
  const onSignal = (): void => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      controller.abort();
    } else if (performance.now() - firstAt > SAME_KEYSTROKE_MS) abandon();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
