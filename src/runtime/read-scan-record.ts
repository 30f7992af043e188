import path from "node:path";

import { isRelativePath } from "../domain/paths.ts";
import { getField } from "../domain/route.ts";
import {
  SCAN_ENGINES,
  SCAN_RECORD_PATH,
  SCAN_RECORD_VERSION,
  SCAN_SEVERITIES,
  USUAL_SCAN,
} from "../domain/scan-record.ts";
import type { ScanChoices } from "../domain/scan-record.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { readAtOnce } from "./io/read-at-once.ts";
import { MAX_TEXT_BYTES } from "./io/read-regular.ts";
import { toJsonValue } from "./read-published.ts";

/** How edits are scanned; undefined where they are not. @throws ConfigurationError where that cannot be told */
export function readScanRecord(root: string): ScanChoices | undefined {
  const record = readAtOnce(path.join(root, SCAN_RECORD_PATH), MAX_TEXT_BYTES);
  if (record.kind === "absent") return undefined;
  const value = toJsonValue(record);
  if (value === undefined || getField(value, "schemaVersion") !== SCAN_RECORD_VERSION) {
    throw new ConfigurationError(SCAN_RECORD_PATH, "it cannot be read: run hi update");
  }
  const adapter = getField(value, "adapter");
  return {
    severity: SCAN_SEVERITIES.find((name) => name === getField(value, "severity")) ?? USUAL_SCAN.severity,
    engine: SCAN_ENGINES.find((name) => name === getField(value, "engine")) ?? USUAL_SCAN.engine,
    ...(isRelativePath(adapter) ? { adapter } : {}),
  };
}
