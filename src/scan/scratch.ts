import { rmSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const open = new Set<string>();
let watcher: ((isOpen: boolean) => void) | undefined;

/** Gives a private temporary folder (a real path) to the work, and removes it after. */
export async function withScratch<Value>(name: string, work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), `hi-${name}-`)));
  open.add(folder);
  watcher?.(true);
  try {
    return await work(folder);
  } finally {
    open.delete(folder);
    await rm(folder, { recursive: true, force: true });
    if (open.size === 0) watcher?.(false);
  }
}

/** Removes them all at once: for a signal, after which no work comes to its end. */
export function removeScratchNow(): void {
  for (const folder of open) rmSync(folder, { recursive: true, force: true });
}

/** Tells whether any folder is there, whenever that may have changed. */
export function watchScratch(watch: (isOpen: boolean) => void): void {
  watcher = watch;
}
