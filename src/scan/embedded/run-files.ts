import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { Detector } from "../detector.ts";
import type { SelectedFile } from "../select-files.ts";
import { loadDetectors } from "./detectors.ts";
import { lookAtFile, toOutOfTime } from "./look-at-file.ts";
import type { FileAnswer, LookAsk, RunFilesOptions } from "./look-at-file.ts";

/** Fewer files than this are done before a thread has started. */
const PARALLEL_FROM = 200;
/** More threads than this want more memory than they save time. */
const MAX_THREADS = 4;

/** Looks at files with all detectors of their kind; answers in the order of the list, one a file. Never rejects. */
export async function runFiles(
  files: readonly SelectedFile[],
  ask: LookAsk,
  options: RunFilesOptions = {}
): Promise<readonly FileAnswer[]> {
  // One beside our own where somebody may interrupt: a signal is heard, whatever a file does to a detector.
  const few = options.signal === undefined ? 0 : Math.min(files.length, 1);
  const many = Math.max(Math.min(availableParallelism(), MAX_THREADS), few);
  const threads = options.threads ?? (files.length < PARALLEL_FROM ? few : many);
  if (threads > (options.signal === undefined ? 1 : 0)) {
    const { runInThreads } = await import("./run-in-threads.ts");
    return runInThreads(files, ask, { ...options, threads });
  }
  return runHere(files, ask, options);
}

async function runHere(
  files: readonly SelectedFile[],
  ask: LookAsk,
  { onProgress, signal }: RunFilesOptions
): Promise<readonly FileAnswer[]> {
  const detectors: readonly Detector[] = files.length === 0 ? [] : await loadDetectors(ask);
  const answers: FileAnswer[] = [];
  for (const file of files) {
    if (signal?.aborted) answers.push(toOutOfTime(file));
    else {
      answers.push(await lookAtFile(file, detectors, ask));
      onProgress?.(answers.length, files.length);
      // A signal is heard, and syntax trees are let go of, between turns.
      if (files.length > 1) await nextTurn();
    }
  }
  return answers;
}
