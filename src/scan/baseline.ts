import path from "node:path";

import type { ScannerFinding } from "../contracts/scanner.ts";
import { parseShallowJson } from "../domain/json-depth.ts";
import { readAtOnce } from "../runtime/io/read-at-once.ts";
import { ScanFault } from "./scan-fault.ts";

/** Loaded when a baseline is compared or written: most scans of one file have none, and it costs a tenth of them. */
const loadCrypto = () => process.getBuiltinModule("node:crypto");

/** Ours, where `write-baseline` appends; the peer's is read beside it. Both from the project root. */
export const BASELINE_NAME = ".hi-scan-baseline.json";
const BASELINE_NAMES = [BASELINE_NAME, ".foxguard/baseline.json"] as const;
const MAX_BASELINE_BYTES = 64 * 1024 * 1024;

/** One known finding, as a baseline holds it. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly rule_id: string;
  readonly file: string;
  readonly line: number;
}

/** A finding with the columns that its engine counted, which is what the engine's own baseline goes by. */
export interface DetectedFinding extends ScannerFinding {
  readonly counted?: { readonly column: number; readonly end_column: number };
}

/** The known findings that are not told again. */
export interface Baseline {
  readonly fingerprints: ReadonlySet<string>;
  /** The files that they were read from. */
  readonly files: readonly string[];
}

/**
 * What a baseline knows a finding by: a hash over rule, file, place and description. A moved line or other words make
 * it another finding. `file` is from the project root.
 */
export function toBaselineFingerprint(finding: DetectedFinding, file: string): string {
  const { column, end_column: endColumn } = finding.counted ?? finding;
  const parts = [finding.rule_id, file, finding.line, column, finding.end_line, endColumn, finding.description];
  return loadCrypto().createHash("sha256").update(parts.join("\0")).digest("hex");
}

/** Reads the baseline that is named, else those that stand in the project root. A named one that is absent is none. */
export function readBaseline(named: string | undefined, root: string): Baseline {
  const files = named === undefined ? BASELINE_NAMES.map((name) => path.join(root, name)) : [named];
  const fingerprints = new Set<string>();
  const read: string[] = [];
  for (const file of files) {
    const entries = readEntries(file);
    if (!entries) continue;
    read.push(file);
    for (const { fingerprint } of entries) fingerprints.add(fingerprint);
  }
  return { fingerprints, files: read };
}

/** Undefined where nothing stands there. @throws ScanFault for what is no baseline */
function readEntries(file: string): readonly BaselineEntry[] | undefined {
  const read = readAtOnce(file, MAX_BASELINE_BYTES);
  if (read.kind === "absent") return undefined;
  if (read.kind !== "text") throw new ScanFault(`Failed to parse baseline ${file}: it is no readable file`);
  return parseEntries(file, read.text);
}

/** The entries of a baseline's text. @throws ScanFault for what is no baseline */
export function parseEntries(file: string, text: string): readonly BaselineEntry[] {
  let value: unknown;
  try {
    value = parseShallowJson(text);
  } catch {
    throw new ScanFault(`Failed to parse baseline ${file}: it is no JSON`);
  }
  const { version, entries } = (value ?? {}) as { readonly version?: unknown; readonly entries?: unknown };
  if (version !== 1 || !Array.isArray(entries) || !entries.every(isEntry)) {
    throw new ScanFault(`Failed to parse baseline ${file}: it has no version 1 with a list of entries`);
  }
  return entries;
}

function isEntry(value: unknown): value is BaselineEntry {
  const { fingerprint, rule_id: rule, file, line } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return (
    typeof fingerprint === "string" && typeof rule === "string" && typeof file === "string" && Number.isInteger(line)
  );
}
