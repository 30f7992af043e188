import { MAX_REPAIR_REQUESTS } from "../../contracts/post-edit-result.ts";
import type { PostEditFinding, PostEditRepair } from "../../contracts/post-edit-result.ts";
import { toHash } from "../io/state-folder.ts";
import { readFingerprint } from "./fingerprint.ts";
import { openSessionFolder } from "./session-folder.ts";
import type { RepairPlace } from "./session-folder.ts";
import { takeTicket } from "./take-ticket.ts";

/** The requests, and one ticket more for saying that they are used up. */
const TICKETS = MAX_REPAIR_REQUESTS + 1;

/**
 * Decides for each file with findings whether its repair is asked for once more (seed 003 AC-004): at most
 * MAX_REPAIR_REQUESTS times for the same session, file and fingerprint, whatever comes between. Never rejects; where
 * requests cannot be counted, none is made. Without findings nothing is read or written.
 */
export async function boundRepair(
  findings: readonly PostEditFinding[],
  place: RepairPlace
): Promise<readonly PostEditRepair[]> {
  const files = [...new Set(findings.map((finding) => finding.file))].toSorted();
  if (files.length === 0) return [];
  const folder = await openSessionFolder(place).catch(() => undefined);
  const repair: PostEditRepair[] = [];
  for (const file of files) {
    const own = findings.filter((finding) => finding.file === file);
    const fingerprint = await readFingerprint(place.root, file, own);
    const key = toHash(JSON.stringify([place.root, file, fingerprint]));
    repair.push(toRepair(file, folder === undefined ? undefined : await takeTicket(folder, key, TICKETS)));
  }
  return repair;
}

function toRepair(file: string, ticket: number | undefined): PostEditRepair {
  if (ticket === undefined) return { file, state: "unrecorded" };
  if (ticket <= MAX_REPAIR_REQUESTS) return { file, state: "asked", request: ticket };
  return { file, state: ticket === TICKETS ? "exhausted" : "silent" };
}
