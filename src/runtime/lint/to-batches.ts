/**
 * How many bytes the arguments of one process may take, its environment included, by platform. Linux takes a quarter of
 * the stack's limit (2 MiB usually), macOS 1 MiB, Windows 32,767 characters in all; what is left is for a platform's own.
 */
const LIMITS: Readonly<Record<string, number>> = { darwin: 700_000, linux: 1_200_000, win32: 30_000 };
const OTHER_LIMIT = 100_000;
/** What a process is given at least, however large its environment is. */
const LEAST_BYTES = 8000;
/** A pointer to each argument, and the byte that ends it. */
const EACH_BYTES = 9;

/** What the arguments of one process may take beside this environment, in bytes. */
export function findArgumentRoom(
  env: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform
): number {
  const limit = LIMITS[platform] ?? OTHER_LIMIT;
  // Windows keeps the environment apart.
  const taken = platform === "win32" ? 0 : countBytes(Object.entries(env).map((entry) => entry.join("=")));
  return Math.max(LEAST_BYTES, limit - taken);
}

/** Parts names into lists that each stay within the room, in their order; one that is too long alone is a list of its own. */
export function toBatches(names: readonly string[], roomBytes: number): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let left = 0;
  for (const name of names) {
    const size = countBytes([name]);
    if (size > left) {
      batches.push([]);
      left = roomBytes;
    }
    batches.at(-1)?.push(name);
    left -= size;
  }
  return batches;
}

function countBytes(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + Buffer.byteLength(text) + EACH_BYTES, 0);
}
