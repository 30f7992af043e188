import type { Json } from "../domain/json.ts";
import { parseRelativePath } from "../domain/paths.ts";
import { SCAN_ENGINES, SCAN_SEVERITIES, USUAL_SCAN } from "../domain/scan-record.ts";
import type { Settings } from "../domain/settings.ts";
import { getMember, quote, refuseFault } from "./document-text.ts";
import type { DocumentText } from "./document-text.ts";

/** The usual says nothing, written down or not. @throws Refusal HI_SETTINGS_INVALID */
export function readScanSettings(document: DocumentText, value: Json): Pick<Settings, "scan"> {
  const scan = getMember(value, "scan");
  const named = getMember(scan, "adapter");
  const adapter = typeof named === "string" ? parseRelativePath(named) : undefined;
  if (typeof adapter === "object") {
    const message = `${quote(String(named))} is not a path inside the repository (${adapter.problem})`;
    throw refuseFault(document, { pointer: "/scan/adapter", message });
  }
  const severity = SCAN_SEVERITIES.find((name) => name === getMember(scan, "severity")) ?? USUAL_SCAN.severity;
  const engine = SCAN_ENGINES.find((name) => name === getMember(scan, "engine")) ?? USUAL_SCAN.engine;
  const isUsual = severity === USUAL_SCAN.severity && engine === USUAL_SCAN.engine && adapter === undefined;
  return isUsual ? {} : { scan: { severity, engine, ...(adapter === undefined ? {} : { adapter }) } };
}
