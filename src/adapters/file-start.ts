import { readRegularStart } from "./read-regular.ts";

/** The first bytes of a file as text, for a look at what it is; empty where it cannot be read. */
export function readStart(file: string, maxBytes: number): string {
  try {
    return readRegularStart(file, maxBytes)?.toString("utf-8") ?? "";
  } catch {
    // Absent or unreadable.
    return "";
  }
}
