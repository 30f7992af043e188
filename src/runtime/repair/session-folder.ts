import path from "node:path";

import { openStateFolder, toHash } from "../io/state-folder.ts";
import type { StatePlace } from "../io/state-folder.ts";
import { pruneSessions } from "./prune-sessions.ts";

/** Whose requests are counted, and where. */
export interface RepairPlace extends StatePlace {
  /** As the payload names it: empty, hostile or of any length. */
  readonly session: string;
}

/** The folder that holds one session's requests, made where it is missing; undefined where there is no place for it. */
export async function openSessionFolder(place: RepairPlace): Promise<string | undefined> {
  const opened = await openStateFolder(place, "repair", [toHash(place.session)]);
  if (opened?.isNew) await pruneSessions(path.dirname(opened.folder));
  return opened?.folder;
}
