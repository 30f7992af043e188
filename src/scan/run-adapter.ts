import type { Readable } from "node:stream";

import type { ScannerResponse } from "../contracts/scanner.ts";
import { SCANNER_LIMITS } from "../contracts/scanner.ts";
import { answerRequest, toFailure } from "./execute-adapter-request.ts";
import type { AdapterOptions } from "./execute-adapter-request.ts";

type Input = Readable & { readonly isTTY?: boolean };

/** What came on stdin, or why it is no request. */
type InputReading = { readonly bytes: Buffer } | { readonly error: string };

/**
 * Answers the one request on stdin with one line of JSON on stdout. The process's exit is 0 after every answer, whatever
 * `exit_code` says; it waits for no stdin without end, and a reader that went away is no fault of anybody's.
 */
export async function runAdapter(options: AdapterOptions = {}): Promise<number> {
  const input = await readRequestBytes(process.stdin);
  const response =
    "error" in input
      ? toFailure(null, undefined, `invalid adapter request: ${input.error}`)
      : await answerRequest(input.bytes, options);
  await writeResponse(response);
  return 0;
}

/** Reads to the end of the input: a request may stand in it whole long before. */
function readRequestBytes(stream: Input): Promise<InputReading> {
  if (stream.isTTY) return Promise.resolve({ error: "stdin is a terminal, and a request comes by a pipe or a file" });
  const { maxRequestBytes, stdinSilenceMs, stdinTotalMs } = SCANNER_LIMITS;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (reading: InputReading): void => {
      clearTimeout(silence);
      clearTimeout(total);
      resolve(reading);
    };
    const giveUp = (): void => done({ error: "stdin was not closed in time" });
    const silence = setTimeout(giveUp, stdinSilenceMs);
    const total = setTimeout(giveUp, stdinTotalMs);
    stream.on("data", (chunk: Buffer) => {
      silence.refresh();
      size += chunk.length;
      // What is too much is drained, as a writer may take a closed pipe for an error.
      if (size <= maxRequestBytes) chunks.push(chunk);
    });
    const end = (): void =>
      done(
        size > maxRequestBytes
          ? { error: `it has more than ${maxRequestBytes} bytes` }
          : { bytes: Buffer.concat(chunks) }
      );
    stream.on("end", end);
    stream.on("close", end);
    stream.on("error", () => done({ error: "stdin cannot be read" }));
  });
}

function writeResponse(response: ScannerResponse): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.on("error", () => resolve());
    process.stdout.write(`${JSON.stringify(response)}\n`, () => resolve());
  });
}
