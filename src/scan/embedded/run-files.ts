import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { Detector } from "../detector.ts";
import type { SelectedFile } from "../select-files.ts";
import { loadDetectors } from "./detectors.ts";
import { lookAtFile } from "./look-at-file.ts";
import type { FileAnswer, LookAsk } from "./look-at-file.ts";

export interface RunFilesOptions {
  readonly onProgress?: (done: number, total: number) => void;
  /** Stops the run: files that no answer is there for are told as out of time. */
  readonly signal?: AbortSignal;
  /** Threads; as many as the machine has for us where it is not said, and none beside our own for few files. */
  readonly threads?: number;
}

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
  const threads = options.threads ?? (files.length < PARALLEL_FROM ? 0 : Math.min(availableParallelism(), MAX_THREADS));
  if (threads > 1) {
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

/** The answer for a file that was not reached. */
export function toOutOfTime({ shown }: SelectedFile): FileAnswer {
  return { findings: [], skipped: [{ file: shown, reason: "out-of-time" }], isScanned: false };
}
