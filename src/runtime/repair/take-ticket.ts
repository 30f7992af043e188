import { open, readdir } from "node:fs/promises";
import path from "node:path";

/** Empty files of one session; with more, nothing is asked for any more. */
const MAX_TICKETS = 4096;

/**
 * Takes the next ticket of a key: 1 for the first taker, `limit` for the last, `limit + 1` for everyone after. A ticket
 * is an empty file that only one process can have created, so no count is lost or given out twice however many take
 * one at once, and there is nothing to read that could be torn. Undefined where the folder holds too many tickets, or
 * the system does not let one be made.
 */
export async function takeTicket(folder: string, key: string, limit: number): Promise<number | undefined> {
  const taken = await readdir(folder).catch(() => undefined);
  if (!taken || taken.length >= MAX_TICKETS) return undefined;
  for (let number = 1; number <= limit; number += 1) {
    const result = await create(path.join(folder, `${key}.${number}`));
    if (result === "created") return number;
    if (result === "failed") return undefined;
  }
  return limit + 1;
}

/** Whatever stands there already, a link included, counts as taken. */
async function create(file: string): Promise<"created" | "taken" | "failed"> {
  try {
    await (await open(file, "wx", 0o600)).close();
    return "created";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EEXIST" ? "taken" : "failed";
  }
}
