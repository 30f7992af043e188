import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

import { SELECTION_PATH } from "../domain/receipt.ts";

/**
 * The nearest folder upward that `hi` is set up in, from the folder that a payload names, else from the current one; a
 * real path. For a program that lies anywhere: `.hi/runtime/hook.mjs` knows its repository by its own place.
 */
export async function findRoot(base: string | undefined): Promise<string | undefined> {
  const fromBase = base === undefined ? undefined : await findUpward(base);
  return fromBase ?? findUpward(process.cwd());
}

async function findUpward(place: string): Promise<string | undefined> {
  const start = await realpath(place).catch(() => undefined);
  for (let folder = start; folder !== undefined; folder = toParent(folder)) {
    const facts = await lstat(path.join(folder, SELECTION_PATH)).catch(() => undefined);
    if (facts) return folder;
  }
  return undefined;
}

function toParent(folder: string): string | undefined {
  const parent = path.dirname(folder);
  return parent === folder ? undefined : parent;
}
