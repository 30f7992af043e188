import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";

import { orUndefined } from "./system-error.ts";

/**
 * Opens a file without waiting for the other end of a pipe, and gives its descriptor to the work only where it is a
 * regular file; undefined for anything else that stands there. Links are followed.
 * @throws the system's error where nothing can be opened
 */
export function withRegularFile<Value>(
  file: string,
  work: (descriptor: number, size: number) => Value
): Value | undefined {
  // A socket, or a device without a driver, does not even open.
  const descriptor = orUndefined(["ENXIO", "ENODEV", "EOPNOTSUPP"], () => openSync(file, FLAGS));
  if (descriptor === undefined) return undefined;
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() ? work(descriptor, stats.size) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The text of a regular file of at most so many bytes; undefined for anything else. @throws the system's error */
export function readRegularText(file: string, maxBytes = Number.POSITIVE_INFINITY): string | undefined {
  return withRegularFile(file, (descriptor, size) => (size > maxBytes ? undefined : readFileSync(descriptor, "utf8")));
}

/** The first bytes of a regular file. @throws the system's error */
export function readRegularStart(file: string, maxBytes: number): Buffer | undefined {
  return withRegularFile(file, (descriptor) => {
    const buffer = Buffer.alloc(maxBytes);
    return buffer.subarray(0, readSync(descriptor, buffer, 0, maxBytes, 0));
  });
}
