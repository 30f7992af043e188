import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";

import type { AbsolutePath } from "../domain/paths.ts";
import type { CandidateMarker } from "./candidate-marker.ts";
import { readMarker, toNonce } from "./candidate-marker.ts";
import { findLiveness } from "./process-identity.ts";
import { ABSENCE, orUndefined } from "./system-error.ts";

/** What a run that was killed has left. */
export interface AbandonedCandidate {
  readonly root: AbsolutePath;
  readonly nonce: string;
  readonly marker: CandidateMarker;
}

/** Marked folders of this user in the approved parent whose maker is dead on this host. Looks only. */
export function* listAbandoned(approvedParent: AbsolutePath): Generator<AbandonedCandidate> {
  for (const name of readdirSync(approvedParent)) {
    const nonce = toNonce(name);
    const root = path.join(approvedParent, name) as AbsolutePath;
    const marker = nonce === undefined ? undefined : readAbandoned(root, nonce);
    if (nonce !== undefined && marker !== undefined) yield { root, nonce, marker };
  }
}

function readAbandoned(root: AbsolutePath, nonce: string): CandidateMarker | undefined {
  const stats = orUndefined(ABSENCE, () => lstatSync(root));
  const user = process.geteuid?.();
  if (!stats?.isDirectory() || (user !== undefined && stats.uid !== user)) return undefined;
  const marker = readMarker(root, nonce);
  return marker !== undefined && findLiveness(marker.owner) === "dead" ? marker : undefined;
}
