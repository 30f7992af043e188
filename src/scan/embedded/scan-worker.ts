import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

import type { SelectedFile } from "../select-files.ts";
import { loadDetectors } from "./detectors.ts";
import { lookAtFile } from "./look-at-file.ts";
import type { FileAnswer, LookAsk } from "./look-at-file.ts";

/** Files that one thread takes at a time. */
export interface Batch {
  readonly at: number;
  readonly files: readonly SelectedFile[];
}

/** Their answers, in their order. */
export interface BatchAnswer {
  readonly at: number;
  readonly answers: readonly FileAnswer[];
}

/** One thread of a scan: answers batch after batch until it is ended. */
async function answer({ at, files }: Batch): Promise<void> {
  const ask = workerData as LookAsk;
  const detectors = await loadDetectors(ask);
  const answers: FileAnswer[] = [];
  for (const file of files) {
    answers.push(await lookAtFile(file, detectors, ask));
    // Syntax trees are let go of between turns.
    await nextTurn();
  }
  parentPort?.postMessage({ at, answers } satisfies BatchAnswer);
}

parentPort?.on("message", (batch: Batch) => {
  // What it rejects with ends the thread, and whoever started it hears.
  void answer(batch);
});
