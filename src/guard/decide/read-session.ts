import path from "node:path";

import type { Json } from "../../domain/json.ts";
import type { Repository } from "./find-repositories.ts";
import { findUserState } from "./find-user-state.ts";
import { readOwnFile } from "./own-file.ts";
import { openSealed, toObject } from "./sealed-document.ts";
import type { SessionPayload } from "./session-payload.ts";
import { readKey, readRecord, toPlaceHash } from "./user-state.ts";

/** Sessions hold a policy, and no list of files. */
const MAX_SESSION_BYTES = 4 * 1024 * 1024;

/** A session that was read and proven. */
export interface ActiveSession {
  readonly kind: "active";
  readonly repository: Repository;
  readonly session: SessionPayload;
  readonly key: Buffer;
}

export type SessionRead =
  | { readonly kind: "none" }
  /** Something is there and cannot be believed, or something that must be there is not. */
  | { readonly kind: "corrupt"; readonly problem: string }
  | ActiveSession;

/** The folder of the guard's state: beside git's own, so that no work tree holds it and all of them share it. */
export const toGuardFolder = (commonDirectory: string): string => path.join(commonDirectory, "hi-guard");

/** What a session's files are called in the guard's folder. */
export const toSessionFile = (folder: string): string => path.join(folder, "session.json");
export const toIndexFile = (folder: string, sessionId: string): string => path.join(folder, `tests-${sessionId}`);
export const toTreeFolder = (folder: string, sessionId: string): string => path.join(folder, `tree-${sessionId}`);

/**
 * The session of a repository, from its state and the user's: none only where both say so. Never throws, and never takes
 * what it cannot read for absent.
 */
export function readSession(repository: Repository, env: Readonly<Record<string, string | undefined>>): SessionRead {
  const read = readOwnFile(toSessionFile(toGuardFolder(repository.commonDirectory)), MAX_SESSION_BYTES);
  const userState = findUserState(env);
  if (read.kind === "absent") return readMissing(repository, userState);
  if (read.kind === "unsafe") return corrupt(`the session's file cannot be used: ${read.problem}`);
  if (userState === undefined) return corrupt("there is no home folder, so the guard's key cannot be found");
  const key = readKey(userState);
  if (key.kind !== "key") return corrupt(key.kind === "unsafe" ? key.problem : "the guard's key is gone");
  const opened = openSealed("session", read.bytes.toString("utf8"), key.key);
  if (!opened.ok) return corrupt(`the session's file cannot be used: ${opened.problem}`);
  if (!isSessionPayload(opened.payload)) return corrupt("the session's file is none that this hi can read");
  const session = opened.payload as unknown as SessionPayload;
  if (session.place !== toPlaceHash(repository.commonDirectory)) {
    return corrupt("the session's file belongs to another repository");
  }
  const record = readRecordOf(repository, userState, key.key);
  if (record !== session.sessionId) return corrupt("the user's record names no such session: the file is from before");
  return { kind: "active", repository, session, key: key.key };
}

function readMissing(repository: Repository, userState: string | undefined): SessionRead {
  if (userState === undefined) return { kind: "none" };
  const record = readRecord(userState, repository.commonDirectory);
  if (record.kind === "absent") return { kind: "none" };
  return corrupt("this repository has a session, and its file is gone");
}

/** The session that the user's record names; undefined without a record that can be believed. */
function readRecordOf(repository: Repository, userState: string, key: Buffer): string | undefined {
  const read = readRecord(userState, repository.commonDirectory);
  if (read.kind !== "file") return undefined;
  const opened = openSealed("session-record", read.bytes.toString("utf8"), key);
  if (!opened.ok || opened.payload["place"] !== toPlaceHash(repository.commonDirectory)) return undefined;
  const id = opened.payload["sessionId"];
  return typeof id === "string" ? id : undefined;
}

function corrupt(problem: string): SessionRead {
  return { kind: "corrupt", problem };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** What was written with the key is ours; this holds it against the version that reads it. */
function isSessionPayload(payload: Readonly<Record<string, Json>>): boolean {
  const matches = (name: string, pattern: RegExp): boolean => pattern.test(String(payload[name]));
  const rules = toObject(payload["rules"]);
  return (
    payload["schemaVersion"] === 1 &&
    matches("sessionId", UUID) &&
    ["baselineCommit", "policySourceCommit"].every((name) => matches(name, COMMIT)) &&
    ["repositoryId", "trustedPolicyHash", "treeSha256", "excludesSha256"].every((name) => matches(name, SHA256)) &&
    toObject(payload["volume"]) !== undefined &&
    Array.isArray(payload["submodules"]) &&
    toObject(rules?.["patterns"]) !== undefined &&
    toObject(rules?.["configuration"]) !== undefined
  );
}
