import { open } from "node:fs/promises";

/** The first bytes of a file as text, for a look at what it is; empty where it cannot be read. */
export async function readStart(file: string, maxBytes: number): Promise<string> {
  const handle = await open(file, "r").catch(() => undefined);
  if (handle === undefined) return "";
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead).toString("utf8");
  } catch {
    // A folder opens but does not read.
    return "";
  } finally {
    await handle.close();
  }
}
