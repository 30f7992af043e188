import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";

import type { RecordedLinter } from "../contracts/custom-lint-record.ts";
import { parseLinters } from "../contracts/custom-lint-record.ts";
import { LINTERS_PATH } from "../domain/linters.ts";
import { RECEIPT_PATH } from "../domain/receipt.ts";
import { isSameOrBelow } from "./io/is-same-or-below.ts";
import { readAtOnce } from "./io/read-at-once.ts";
import { MAX_TEXT_BYTES } from "./io/read-regular.ts";
import { readPublished, toJsonValue } from "./read-published.ts";

export type LintersReading =
  | { readonly ok: true; readonly linters: readonly RecordedLinter[] }
  /** Whether there are linters, and which, cannot be told. */
  | { readonly ok: false; readonly message: string };

/**
 * Reads which linters are in force. Without a record there are none, unless the receipt says that one was published:
 * then somebody took it away, and that disarms nobody. Reads at once, so that it can be asked when time has run out.
 */
export function readLinters(root: string): LintersReading {
  const file = path.join(root, LINTERS_PATH);
  const record = readAtOnce(file, MAX_TEXT_BYTES);
  if (record.kind === "absent") return isPublished(root);
  if (!isSameOrBelow(root, realpathSync(file))) return { ok: false, message: `${LINTERS_PATH} is led out by a link` };
  const value = toJsonValue(record);
  if (value === undefined) return { ok: false, message: `${LINTERS_PATH} cannot be read: run hi update` };
  const linters = parseLinters(value);
  return typeof linters === "string" ? { ok: false, message: `${LINTERS_PATH}: ${linters}` } : { ok: true, linters };
}

/** True where it is certain that no linter is in force, told without knowing what a record holds. */
export function isWithoutLinters(root: string): boolean {
  const record = lstatSync(path.join(root, LINTERS_PATH), { throwIfNoEntry: false });
  return record === undefined && isPublished(root).ok;
}

function isPublished(root: string): LintersReading {
  const published = readPublished(root, LINTERS_PATH);
  if (published === "unknown") {
    return { ok: false, message: `there is no ${LINTERS_PATH}, and ${RECEIPT_PATH} cannot be read` };
  }
  if (published === "no") return { ok: true, linters: [] };
  return { ok: false, message: `${LINTERS_PATH} was published and is gone: run hi restore ${LINTERS_PATH}` };
}
