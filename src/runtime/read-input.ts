import type { Readable } from "node:stream";

import { ObjectFinder } from "./find-object.ts";

/** How long a silent, open stdin is waited for. */
const SILENCE_MS = 2000;
/** How long a stdin that goes on speaking is listened to. */
const TOTAL_MS = 5000;
/** More than this is no payload; it is still drained. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
/** After the answer, how long one that is not closed is waited for. */
const DRAIN_SILENCE_MS = 250;

/** The process's stdin, or what stands for it. */
export type Input = Readable & { readonly isTTY?: boolean };

/**
 * Reads the payload: the first JSON object on the stream. Ends as soon as the object is whole, since some agents never
 * close the pipe, and goes on draining, since some take a closed one for an error.
 * A feeder that is slow without end gets TOTAL_MS in all.
 * Undefined for anything else: nothing, half an object, no JSON, a terminal, a broken stream.
 */
export function readInput(stream: Input): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (stream.isTTY) return Promise.resolve(undefined);
  const finder = new ObjectFinder();
  return new Promise((resolve) => {
    let seenBytes = 0;
    const done = (): void => {
      clearTimeout(silence);
      clearTimeout(total);
      resolve(seenBytes > MAX_PAYLOAD_BYTES ? undefined : finder.found);
    };
    // A process that was kept from running meets its timers before what came meanwhile: that is read first.
    const silence = setTimeout(() => {
      const knownBytes = seenBytes;
      setImmediate(() => seenBytes === knownBytes && done());
    }, SILENCE_MS);
    const total = setTimeout(() => setImmediate(done), TOTAL_MS);
    stream.on("data", (chunk: Buffer) => {
      silence.refresh();
      seenBytes += chunk.length;
      if (seenBytes <= MAX_PAYLOAD_BYTES && finder.push(chunk)) done();
    });
    stream.on("end", done);
    stream.on("close", done);
    stream.on("error", done);
  });
}

/**
 * Waits until the rest of an input that is still on its way has been taken, so that its writer meets no closed pipe:
 * some agents show that as an error of the hook's. One that stays open and silent is left, and so is one without end.
 */
export function drainInput(stream: Input): Promise<void> {
  if (stream.isTTY || stream.readableEnded || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(silence);
      clearTimeout(total);
      resolve();
    };
    const silence = setTimeout(done, DRAIN_SILENCE_MS);
    const total = setTimeout(done, TOTAL_MS);
    stream.on("data", () => silence.refresh());
    stream.on("end", done);
    stream.on("close", done);
    stream.on("error", done);
  });
}
