import { existsSync, rmSync } from "node:fs";
import path from "node:path";

import type { Repository } from "../decide/find-repositories.ts";
import { toGuardFolder, toSessionFile, toTreeFolder } from "../decide/read-session.ts";
import { renderSealed, sealDocument } from "../decide/sealed-document.ts";
import type { SessionPayload, SessionRecord } from "../decide/session-payload.ts";
import { toRecordFile } from "../decide/user-state.ts";
import { makeOwnFolder, moveOwnFile, removeOwnFile, writeOwnFile } from "../decide/write-own-file.ts";
import { toBusy, withGuardLock } from "./guard-lock.ts";
import { pruneState } from "./prune-state.ts";

/** Where a session is kept, and with which key. */
export interface SessionPlace {
  readonly repository: Repository;
  readonly userState: string;
  readonly key: Buffer;
}

/**
 * Puts a session in the place of the one that stood here, whatever was left of it; true where there was one. Killed at
 * any step, it leaves the old session, the new one, or a state that is called corrupt: never none.
 */
export function replaceSession({
  repository,
  userState,
  key,
  session,
}: SessionPlace & { readonly session: SessionPayload }): Promise<boolean> {
  const folder = toGuardFolder(repository.commonDirectory);
  return withGuardLock(folder, () => {
    // Another start that ended meanwhile has taken away what was made for this one.
    if (!existsSync(toTreeFolder(folder, session.sessionId))) throw toBusy(folder);
    const record: SessionRecord = { schemaVersion: 1, sessionId: session.sessionId, place: session.place };
    writeOwnFile(
      toRecordFile(userState, repository.commonDirectory),
      renderSealed(sealDocument("session-record", record, key))
    );
    removePointers(folder);
    const wasThere = putAside(folder, "superseded");
    writeOwnFile(toSessionFile(folder), renderSealed(sealDocument("session", session, key)));
    pruneState(folder, session.sessionId);
    return wasThere;
  });
}

/** Ends the session of a repository, or what is left of one; false where nothing of one was left. */
export function removeSession({ repository, userState }: Omit<SessionPlace, "key">): Promise<boolean> {
  const folder = toGuardFolder(repository.commonDirectory);
  return withGuardLock(folder, () => {
    removePointers(folder);
    const wasThere = putAside(folder, "ended");
    const record = toRecordFile(userState, repository.commonDirectory);
    // One whose file is gone was a session too, and blocks until it is ended.
    const wasKnown = existsSync(record);
    removeOwnFile(record);
    pruneState(folder, undefined);
    return wasThere || wasKnown;
  });
}

/** Every session that was is kept as it was, under the time at which it went. */
function putAside(folder: string, how: "superseded" | "ended"): boolean {
  const aside = path.join(folder, "sessions");
  makeOwnFolder(aside);
  const time = new Date().toISOString().replaceAll(":", "-");
  return moveOwnFile(toSessionFile(folder), path.join(aside, `${how}-${time}-session.json`));
}

/** What a verification of the old session said counts for none any more. */
function removePointers(folder: string): void {
  rmSync(path.join(folder, "pointers"), { recursive: true, force: true });
}
