import type { Writable } from "node:stream";

import type { Progress } from "../pipeline/world.ts";

/** Shorter runs show nothing: a spinner that flickers says less than none. */
const QUIET_MS = 1000;

/** Progress that shows nothing: no terminal, or a report for a program. */
export const SILENT_PROGRESS: Progress = { stage: () => undefined, detail: () => undefined, done: () => undefined };

/** Where a run stands: the stage, what of it is being done, and since when the stage lasts. */
interface Standing {
  stage: string;
  detail: string;
  since: number;
}

/**
 * Shows the current stage on a terminal once a run takes longer than a second, with its counts and how long it has
 * lasted, and wipes it when done.
 */
export function createProgress(stream: Writable): Progress {
  const standing: Standing = { stage: "", detail: "", since: Date.now() };
  let timer: NodeJS.Timeout | undefined;
  let clock: NodeJS.Timeout | undefined;
  let spinner: { text: string; stop: () => unknown } | undefined;
  let round = 0;
  const refresh = (): void => {
    if (spinner) spinner.text = toText(standing);
  };
  const show = async (): Promise<void> => {
    const mine = round;
    const { default: ora } = await import("ora");
    // Done while the package was loading: there is nothing left to show.
    if (mine !== round) return;
    spinner = ora({ text: toText(standing), stream, discardStdin: false, hideCursor: true }).start();
    clock = setInterval(refresh, 1000).unref();
  };
  const write = (): void => {
    refresh();
    timer ??= setTimeout(show, QUIET_MS).unref();
  };
  return {
    stage: (name) => {
      Object.assign(standing, { stage: name, detail: "", since: Date.now() });
      write();
    },
    detail: (text, count) => {
      standing.detail = count === undefined ? text : `${text} (${count.at} of ${count.of})`;
      write();
    },
    done: () => {
      round += 1;
      clearTimeout(timer);
      clearInterval(clock);
      timer = undefined;
      spinner?.stop();
      spinner = undefined;
    },
  };
}

/** `Previewing: linting packages/a (2 of 20), 12 s`. */
function toText({ stage, detail, since }: Standing): string {
  const seconds = Math.floor((Date.now() - since) / 1000);
  return `${stage}${detail === "" ? "" : `: ${detail}`}${seconds > 0 ? `, ${seconds} s` : ""}`;
}
