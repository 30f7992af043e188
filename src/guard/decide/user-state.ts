import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";

import { readOwnFile } from "./own-file.ts";
import type { OwnFile } from "./own-file.ts";
import { sha256 } from "./sha256.ts";

/** The bytes of the user's key. */
export const KEY_BYTES = 32;

export const toKeyFile = (userState: string): string => path.join(userState, "key");

/** `absent`: none was made yet. `unsafe`: another user could read or change it, or it is no key of ours. */
export type KeyRead =
  | { readonly kind: "absent" }
  | { readonly kind: "unsafe"; readonly problem: string }
  | { readonly kind: "key"; readonly key: Buffer };

/** The user's key: 64 hexadecimal digits in a file that only this user may read. */
export function readKey(userState: string): KeyRead {
  const read = readOwnFile(toKeyFile(userState), 256);
  if (read.kind === "absent") return read;
  if (read.kind === "unsafe") return { kind: "unsafe", problem: `the guard's key cannot be used: ${read.problem}` };
  const text = read.bytes.toString("utf8");
  if (!/^[0-9a-f]{64}\n$/.test(text)) return { kind: "unsafe", problem: "the guard's key is not one of ours" };
  return { kind: "key", key: Buffer.from(text.trim(), "hex") };
}

/** The file that says that a repository has a session: by the real path of its common git directory. */
export function toRecordFile(userState: string, commonDirectory: string): string {
  return path.join(userState, "sessions", `${toPlaceHash(commonDirectory)}.json`);
}

/** 32 hexadecimal digits for a path. */
export function toPlaceHash(place: string): string {
  return sha256(Buffer.from(place)).toString("hex").slice(0, 32);
}

/** The record of a session; written when one starts, gone when it ends. */
export function readRecord(userState: string, commonDirectory: string): OwnFile {
  return readOwnFile(toRecordFile(userState, commonDirectory), 64 * 1024);
}

/**
 * The file that says which verification of a work tree began last. It lies with the user and in no repository, so that
 * copying back what a repository had brings no older pass back.
 */
export function toRunFile(userState: string, commonDirectory: string, workTree: string): string {
  return path.join(userState, "runs", `${toPlaceHash(commonDirectory)}-${toPlaceHash(workTree)}.json`);
}

/** The folder of what agents of a repository were let go without; it outlives sessions, as only a pass settles it. */
export function toReleaseFolder(userState: string, commonDirectory: string): string {
  return path.join(userState, "releases", toPlaceHash(commonDirectory));
}

/** True where there is any record: without one, no folder has to be asked for its own. */
export function hasRecords(userState: string): boolean {
  try {
    return readdirSync(path.join(userState, "sessions")).length > 0;
  } catch {
    return lstatSync(userState, { throwIfNoEntry: false }) !== undefined && isLocked(userState);
  }
}

/** A folder that is there and may not be looked into could hold one. */
function isLocked(userState: string): boolean {
  try {
    return lstatSync(path.join(userState, "sessions"), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
