import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** What stands at a path: nothing, a text, or what cannot be read. */
export type FileText = { readonly kind: "absent" | "unreadable" } | { readonly kind: "text"; readonly text: string };

/**
 * The text of a regular file of at most `maxBytes` bytes, read at once: for what is asked when time has run out, and
 * where loading what reads side by side would cost more than the reading. Waits at no pipe and opens no device.
 */
export function readAtOnce(file: string, maxBytes: number): FileText {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === "ENOENT" || code === "ENOTDIR" ? "absent" : "unreadable" };
  }
  try {
    const facts = fstatSync(descriptor);
    if (!facts.isFile() || facts.size > maxBytes) return { kind: "unreadable" };
    return { kind: "text", text: readFileSync(descriptor, "utf8") };
  } catch {
    return { kind: "unreadable" };
  } finally {
    closeSync(descriptor);
  }
}
