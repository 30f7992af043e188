import { lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { ScannerFinding } from "../contracts/scanner.ts";
import { parseShallowJson } from "../domain/json-depth.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { readAtOnce } from "../runtime/io/read-at-once.ts";
import { ScanFault } from "./scan-fault.ts";

/** Loaded when a baseline is compared or written: most scans of one file have none, and it costs a tenth of them. */
const loadCrypto = () => process.getBuiltinModule("node:crypto");

/** Ours, where `write-baseline` appends; the peer's is read beside it. Both from the project root. */
export const BASELINE_NAME = ".hi-scan-baseline.json";
const BASELINE_NAMES = [BASELINE_NAME, ".foxguard/baseline.json"] as const;
const MAX_BASELINE_BYTES = 64 * 1024 * 1024;

interface BaselineEntry {
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
  let value: unknown;
  try {
    value = parseShallowJson(read.text);
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

/** What `write-baseline` came to. */
interface BaselineWritten {
  readonly added: number;
  readonly total: number;
}

/**
 * Adds findings to a baseline, made where it is missing: what it holds stays. The new text takes the file's name in one
 * step; neither the file nor a folder on the way from the root may be a link. @throws ScanFault
 */
export function appendToBaseline(
  target: string,
  root: string,
  findings: readonly { readonly finding: DetectedFinding; readonly file: string }[]
): BaselineWritten {
  const folder = path.dirname(target);
  if (!isSameOrBelow(root, target)) throw new ScanFault(`The baseline ${target} would lie outside of ${root}`);
  mkdirSync(folder, { recursive: true });
  if (realpathSync(folder) !== folder) throw new ScanFault(`The baseline ${target} lies behind a link`);
  const facts = lstatSync(target, { throwIfNoEntry: false });
  if (facts && !facts.isFile()) throw new ScanFault(`The baseline ${target} is no regular file`);
  const kept = readEntries(target) ?? [];
  const known = new Set(kept.map(({ fingerprint }) => fingerprint));
  const added = findings
    .map(({ finding, file }) => ({
      fingerprint: toBaselineFingerprint(finding, file),
      rule_id: finding.rule_id,
      file,
      line: finding.line,
    }))
    .filter(({ fingerprint }) => !known.has(fingerprint) && known.add(fingerprint));
  const entries = [...kept, ...added];
  const temporary = `${target}.${loadCrypto().randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify({ version: 1, entries }, undefined, 2)}\n`, { flag: "wx" });
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
  return { added: added.length, total: entries.length };
}
