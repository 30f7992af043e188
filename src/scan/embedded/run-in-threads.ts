import { Worker } from "node:worker_threads";

import type { SelectedFile } from "../select-files.ts";
import { toOutOfTime } from "./look-at-file.ts";
import type { FileAnswer, LookAsk, RunFilesOptions } from "./look-at-file.ts";
import type { Batch, BatchAnswer } from "./scan-worker.ts";

/** Files that a thread takes at a time: few enough to share the end of a run. */
const BATCH = 32;
/** Syntax trees are not counted by the collector; it must run before they are many. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

type ThreadOptions = RunFilesOptions & { readonly threads: number };

/** The same as in one thread, in several: each takes the next files of the list when it is done with its own. */
export async function runInThreads(
  files: readonly SelectedFile[],
  ask: LookAsk,
  { threads, onProgress, signal }: ThreadOptions
): Promise<readonly FileAnswer[]> {
  const answers = new Map<number, FileAnswer>();
  let next = 0;
  const take = (): Batch | undefined => {
    if (next >= files.length || signal?.aborted) return undefined;
    const batch = { at: next, files: files.slice(next, next + BATCH) };
    next += batch.files.length;
    return batch;
  };
  const keep = ({ at, answers: some }: BatchAnswer): void => {
    for (const [index, answer] of some.entries()) answers.set(at + index, answer);
    onProgress?.(answers.size, files.length);
  };
  const count = Math.min(threads, Math.ceil(files.length / BATCH));
  await Promise.all(Array.from({ length: count }, () => runThreads(ask, { take, keep, signal })));
  return files.map((file, at) => answers.get(at) ?? toOutOfTime(file));
}

interface Work {
  readonly take: () => Batch | undefined;
  readonly keep: (answer: BatchAnswer) => void;
  readonly signal: AbortSignal | undefined;
}

/** One thread after another, as long as there is work: one that fails is said for its files, and the next goes on. */
async function runThreads(ask: LookAsk, work: Work): Promise<void> {
  for (let batch = work.take(); batch; batch = work.take()) {
    const lost = await runThread(ask, batch, work);
    if (lost && !work.signal?.aborted) work.keep({ at: lost.at, answers: lost.files.map(toFailed) });
  }
}

/** Runs one thread to the end of the work. @returns the files that it was at when it failed or was stopped */
async function runThread(ask: LookAsk, first: Batch, { take, keep, signal }: Work): Promise<Batch | undefined> {
  // Flags that the host's own process was started with (`--input-type`, `--require`) are not for a thread of ours.
  const worker = new Worker(toWorkerUrl(), { workerData: ask, resourceLimits: THREAD_LIMITS, execArgv: [] });
  const stop = (): unknown => worker.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  let current: Batch | undefined = first;
  try {
    await new Promise<void>((resolve) => {
      worker.on("message", (answer: BatchAnswer) => {
        keep(answer);
        current = take();
        if (current) worker.postMessage(current);
        else resolve();
      });
      // It ends after an error too.
      worker.on("error", () => undefined);
      worker.on("exit", () => resolve());
      worker.postMessage(first);
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
  return current;
}

/** From source it runs as it is; bundled it is a file of its own beside ours. */
function toWorkerUrl(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./scan-worker.ts" : "./scan-worker.mjs", import.meta.url);
}

function toFailed({ shown }: SelectedFile): FileAnswer {
  const detail = "the thread that looked at it failed";
  return { findings: [], skipped: [{ file: shown, reason: "engine-failed", detail }], isScanned: false };
}
