import type { Readable } from "node:stream";

import { ObjectFinder } from "./find-object.ts";

/** How long a silent, open stdin is waited for. */
const SILENCE_MS = 2000;
/** More than this is no payload; it is still drained. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

/**
 * Reads the payload: the first JSON object on the stream. Ends as soon as the object is whole, since some agents never
 * close the pipe, and goes on draining, since some take a closed one for an error.
 * Undefined for anything else: nothing, half an object, no JSON, a terminal, a broken stream.
 */
export function readInput(
  stream: Readable & { readonly isTTY?: boolean }
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (stream.isTTY) return Promise.resolve(undefined);
  const finder = new ObjectFinder();
  return new Promise((resolve) => {
    let seenBytes = 0;
    const done = (): void => {
      clearTimeout(timer);
      resolve(seenBytes > MAX_PAYLOAD_BYTES ? undefined : finder.parse());
    };
    const timer = setTimeout(done, SILENCE_MS);
    stream.on("data", (chunk: Buffer) => {
      timer.refresh();
      seenBytes += chunk.length;
      if (seenBytes <= MAX_PAYLOAD_BYTES && finder.push(chunk)) done();
    });
    stream.on("end", done);
    stream.on("close", done);
    stream.on("error", done);
  });
}
