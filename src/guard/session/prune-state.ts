import { lstatSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** Seals of sessions that are over which are kept for people to look at, the newest. */
const MAX_SEALS = 20;

const OF_SESSION = /^(?:tests|tree)-([0-9a-f-]{36})$/;
const SEAL = /^[0-9a-f-]{73}\.json$/;
/** What a seal is written to before it has its name. */
const CUT_SHORT = /^\.[0-9a-f-]{73}\.json-[0-9a-f]+\.tmp$/;

/**
 * Takes away what sessions that are over have left in the guard's folder: lists, private indexes and sealed states, and
 * all seals but the newest. Done last, under the guard's lock, when no pointer is left that names a seal; so being killed
 * at any step leaves no more than there was. `sessionId` is the session that has just begun, which has no seal yet;
 * undefined where none is on. Never throws: what cannot be taken away stays until the next session begins or ends.
 */
export function pruneState(folder: string, sessionId: string | undefined): void {
  for (const name of list(folder)) {
    const [, id] = OF_SESSION.exec(name) ?? [];
    if (id !== undefined && id !== sessionId) remove(path.join(folder, name));
  }
  pruneSeals(path.join(folder, "seals"));
  // Each belongs to a seal that a pointer named.
  remove(path.join(folder, "states"));
}

function pruneSeals(folder: string): void {
  const names = list(folder);
  const old = names
    .filter((name) => SEAL.test(name))
    .map((name) => ({ name, facts: lstatSync(path.join(folder, name), { throwIfNoEntry: false }) }))
    .filter(({ facts }) => facts?.isFile() === true)
    .toSorted((one, other) => (other.facts?.mtimeMs ?? 0) - (one.facts?.mtimeMs ?? 0))
    .slice(MAX_SEALS);
  const cut = names.filter((name) => CUT_SHORT.test(name));
  for (const name of [...old.map((one) => one.name), ...cut]) remove(path.join(folder, name));
}

/** The names in a folder, and none behind a link: that leads to what is not the guard's. */
function list(folder: string): readonly string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}

function remove(place: string): void {
  try {
    rmSync(place, { recursive: true, force: true });
  } catch {
    // Somebody else's, or a volume that has become read-only: nothing counts it.
  }
}
