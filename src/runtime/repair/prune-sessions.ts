import { lstat, readdir, rm } from "node:fs/promises";
import path from "node:path";

const DAY_MS = 86_400_000;
/** No session is taken up again after that long without a request. */
const MAX_AGE_MS = 30 * DAY_MS;
/** Of more sessions than this, the ones that were silent longest go first. */
const MAX_SESSIONS = 500;
const SESSION = /^[0-9a-f]{32}$/;

/** Removes what is left of sessions that are over; whatever else lies in the folder is not ours and stays. */
export async function pruneSessions(home: string): Promise<void> {
  const found: { readonly folder: string; readonly mtimeMs: number }[] = [];
  for (const name of await readdir(home).catch(() => [])) {
    const folder = path.join(home, name);
    const facts = SESSION.test(name) ? await lstat(folder).catch(() => undefined) : undefined;
    if (facts?.isDirectory()) found.push({ folder, mtimeMs: facts.mtimeMs });
  }
  const youngest = found.toSorted((left, right) => right.mtimeMs - left.mtimeMs);
  const isOver = ({ mtimeMs }: { readonly mtimeMs: number }, at: number): boolean =>
    at >= MAX_SESSIONS || Date.now() - mtimeMs > MAX_AGE_MS;
  for (const { folder } of youngest.filter(isOver)) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
