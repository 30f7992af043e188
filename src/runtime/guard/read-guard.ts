import { realpathSync } from "node:fs";
import path from "node:path";

import { GUARD_PATH, parseGuardRecord } from "../../domain/guard-record.ts";
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
  if (published === "no") return { kind: "off" };
  const message =
    published === "gone"
      ? `${GUARD_PATH} was published and is gone: run hi restore ${GUARD_PATH}`
      : `there is no ${GUARD_PATH}, and the receipt cannot be read`;
  return { kind: "unknown", message };
}
