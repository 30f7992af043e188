import type { RelativePath } from "./paths.ts";

/** That edits are scanned, and how: generated from the settings, read by the hook. Without it nothing is. */
export const SCAN_RECORD_PATH = ".hi/scan.json" as RelativePath;
export const SCAN_RECORD_VERSION = 1;

export const SCAN_SEVERITIES = ["low", "medium", "high", "critical"] as const;
export const SCAN_ENGINES = ["auto", "embedded", "foxguard"] as const;

/** How edits are scanned. Its schema is receipts/scan-1.schema.json. */
export interface ScanChoices {
  /** The least severity that an agent is told. */
  readonly severity: (typeof SCAN_SEVERITIES)[number];
  readonly engine: (typeof SCAN_ENGINES)[number];
  /** The adapter's program, where it is not the one in node_modules. */
  readonly adapter?: RelativePath;
}

export const USUAL_SCAN: ScanChoices = { severity: "medium", engine: "auto" };
