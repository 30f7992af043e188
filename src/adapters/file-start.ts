import { closeSync, openSync, readSync } from "node:fs";

/** The first bytes of a file as text, for a look at what it is; empty where it cannot be read. */
export function readStart(file: string, maxBytes: number): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const buffer = Buffer.alloc(maxBytes);
    return buffer.subarray(0, readSync(descriptor, buffer, 0, maxBytes, 0)).toString("utf-8");
  } catch {
    // Absent, unreadable, or a folder, which opens but does not read.
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
