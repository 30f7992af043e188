import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";

import { GUARD_PATH, parseGuardRecord } from "../../domain/guard-record.ts";
import { RECEIPT_PATH } from "../../domain/receipt.ts";
import { findRepositories } from "../../guard/decide/find-repositories.ts";
import { findUserState } from "../../guard/decide/find-user-state.ts";
import { toGuardFolder, toSessionFile } from "../../guard/decide/read-session.ts";
import { toRecordFile } from "../../guard/decide/user-state.ts";
import { isSameOrBelow } from "../io/is-same-or-below.ts";
import { readAtOnce } from "../io/read-at-once.ts";
import { MAX_TEXT_BYTES } from "../io/read-regular.ts";
import { readPublished, toJsonValue } from "../read-published.ts";

export type GuardReading =
  | { readonly kind: "off" }
  | { readonly kind: "on"; readonly stopBlocks: number }
  /** Whether the guard is asked here cannot be told. */
  | { readonly kind: "unknown"; readonly message: string };

/**
 * Whether the guard is asked in a repository. The record says so; without one it is off, unless the receipt says that one
 * was published: then somebody took it away, and that disarms nobody. Reads at once, for when time has run out.
 */
export function readGuard(root: string): GuardReading {
  const file = path.join(root, GUARD_PATH);
  const record = readAtOnce(file, MAX_TEXT_BYTES);
  if (record.kind === "absent") return toAbsent(root);
  if (!isSameOrBelow(root, realpathSync(file))) {
    return { kind: "unknown", message: `${GUARD_PATH} is led out by a link` };
  }
  const value = toJsonValue(record);
  if (value === undefined) return { kind: "unknown", message: `${GUARD_PATH} cannot be read: run hi update` };
  return { kind: "on", stopBlocks: parseGuardRecord(value).stopBlocks };
}

function toAbsent(root: string): GuardReading {
  const published = readPublished(root, GUARD_PATH);
  if (published === "no" && !isTakenAway(root)) return { kind: "off" };
  const message =
    published === "unknown"
      ? `there is no ${GUARD_PATH}, and the receipt cannot be read`
      : `${GUARD_PATH} was published and is gone: run hi restore ${GUARD_PATH}, or hi init`;
  return { kind: "unknown", message };
}

/** Its record and the receipt are both gone, and a session is on: nothing that this repository still holds says "off". */
function isTakenAway(root: string): boolean {
  const receipt = readAtOnce(path.join(root, RECEIPT_PATH), MAX_TEXT_BYTES);
  if (receipt.kind !== "absent") return false;
  const userState = findUserState(process.env);
  return findRepositories(root).some(({ commonDirectory }) => {
    const record = userState === undefined ? [] : [toRecordFile(userState, commonDirectory)];
    const files = [toSessionFile(toGuardFolder(commonDirectory)), ...record];
    return files.some((file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  });
}
