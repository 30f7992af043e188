import { fstatSync, statSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";

/** One of the process's two outputs. */
export interface Output {
  readonly isTTY: boolean;
  /** Node's own stream, for what draws on a terminal. */
  readonly stream: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Hands the text over; a pipe takes its time, and the process may end right after. */
  readonly write: (text: string) => Promise<void>;
}

const DESCRIPTORS = { stdout: 1, stderr: 2 } as const;

/**
 * Opens an output without Node's stream where a program or a file takes it: that stream brings sockets along, and would
 * be a quarter of the cost of a check.
 */
export function openOutput(name: keyof typeof DESCRIPTORS): Output {
  const descriptor = DESCRIPTORS[name];
  const isDevice = canBeTerminal(descriptor);
  let needsStream = isDevice;
  return {
    get isTTY() {
      return isDevice && process[name].isTTY === true;
    },
    get stream() {
      return process[name];
    },
    write: async (text) => {
      const bytes = Buffer.from(text);
      const rest = needsStream ? bytes : writeAtOnce(descriptor, bytes);
      if (rest.length === 0) return;
      // From here on all goes one way, in one order.
      needsStream = true;
      await writeToStream(process[name], rest);
    },
  };
}

/** Only a character device can be a terminal, and the null device is none; which of the others is one, Node knows. */
function canBeTerminal(descriptor: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

/** Writes what the descriptor takes now and gives back the rest: a pipe that does not wait may be full. */
function writeAtOnce(descriptor: number, bytes: Uint8Array): Uint8Array {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch {
    // The stream tries again, and knows what each error means.
  }
  return rest;
}

function writeToStream(stream: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // A reader that went away (`hi diff | head`) is no fault of anybody's.
    stream.once("error", (error: NodeJS.ErrnoException) => (error.code === "EPIPE" ? resolve() : reject(error)));
    stream.write(bytes, () => resolve());
  });
}
