import type { Writable } from "node:stream";

import type { Progress } from "../pipeline/world.ts";

/** Shorter runs show nothing: a spinner that flickers says less than none. */
const QUIET_MS = 1000;

/** Progress that shows nothing: no terminal, or a report for a program. */
export const SILENT_PROGRESS: Progress = { stage: () => undefined, detail: () => undefined, done: () => undefined };

/** Shows the current stage on a terminal once a run takes longer than a second, and wipes it when done. */
export function createProgress(stream: Writable): Progress {
  let text = "";
  let timer: NodeJS.Timeout | undefined;
  let spinner: { text: string; stop: () => unknown } | undefined;
  let round = 0;
  const show = async (): Promise<void> => {
    const mine = round;
    const { default: ora } = await import("ora");
    // Done while the package was loading: there is nothing left to show.
    if (mine !== round) return;
    spinner = ora({ text, stream, discardStdin: false, hideCursor: true }).start();
  };
  const write = (next: string): void => {
    text = next;
    if (spinner) spinner.text = next;
    timer ??= setTimeout(show, QUIET_MS).unref();
  };
  return {
    stage: write,
    detail: (more) => write(`${text.split(": ")[0]}: ${more}`),
    done: () => {
      round += 1;
      clearTimeout(timer);
      timer = undefined;
      spinner?.stop();
      spinner = undefined;
    },
  };
}
