import { createHash } from "node:crypto";
import path from "node:path";

import type { ScannerFinding, ScannerResponse, ScannerSeverity, SkippedFile } from "../../contracts/scanner.ts";
import { neutralise } from "./neutralise.ts";

/** How code scanning ranks a severity: a level, and a number out of 10. */
const RANKS: Readonly<Record<ScannerSeverity, readonly [level: "error" | "note" | "warning", score: string]>> = {
  critical: ["error", "9.5"],
  high: ["error", "8.0"],
  medium: ["warning", "5.5"],
  low: ["note", "2.0"],
};

/**
 * A scan for code scanning (SARIF 2.1.0): places in UTF-16 code units, files from the current folder, and what a finding is
 * known again by when its line moves. What was not scanned is a notification: an empty list of results is no verdict.
 */
export function toScanSarif(
  response: ScannerResponse,
  { exitCode, version }: { readonly exitCode: number; readonly version: string }
) {
  const { findings, command } = response;
  const rules = [...new Map(findings.map((finding) => [finding.rule_id, finding])).values()];
  const order = new Map(rules.map(({ rule_id: rule }, at) => [rule, at]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "hi scan", version, rules: rules.map(toRule) } },
        automationDetails: { id: `harness-intelligence/scan/${command ?? "scan"}/` },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "The folder that the scan was started in" } } },
        invocations: [
          { executionSuccessful: exitCode !== 2, exitCode, toolExecutionNotifications: toNotifications(response) },
        ],
        results: toResults(findings, order),
      },
    ],
  };
}

function toRule({ rule_id: rule, severity, cwe, tags = [] }: ScannerFinding) {
  const [level, score] = RANKS[severity];
  const weakness = cwe === null ? [] : [`external/cwe/${cwe.toLowerCase()}`];
  return {
    id: neutralise(rule),
    shortDescription: { text: neutralise(rule) },
    defaultConfiguration: { level },
    properties: { tags: ["security", ...weakness, ...tags], "security-severity": score },
  };
}

function toResults(findings: readonly ScannerFinding[], order: ReadonlyMap<string, number>) {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const { rule_id: rule, severity, description, fix_suggestion: fix, file, snippet } = finding;
    const seen = `${rule}\0${file}\0${snippet.trim()}${toHiddenSize(finding)}`;
    const known = createHash("sha256").update(seen).digest("hex").slice(0, 32);
    const ordinal = (counts.get(known) ?? 0) + 1;
    counts.set(known, ordinal);
    return {
      ruleId: neutralise(rule),
      ruleIndex: order.get(rule) ?? 0,
      level: RANKS[severity][0],
      message: { text: neutralise(fix === undefined ? description : `${description} ${fix}`) },
      locations: [toLocation(file, toRegion(finding))],
      ...toRelated(finding),
      partialFingerprints: {
        "harnessIntelligence/v1": `${known}:${ordinal}`,
        primaryLocationLineHash: `${known.slice(0, 16)}:${ordinal}`,
      },
      properties: { confidence: finding.confidence, severity },
    };
  });
}

/**
 * Of a finding whose secret is hidden, how long it is, which its region says as well: all that may be told of the secret
 * where the log is uploaded. A hash of it could be held against guesses.
 */
function toHiddenSize({ line, column, end_line: endLine, end_column: endColumn, snippet }: ScannerFinding): string {
  return endLine === line && snippet.includes("[REDACTED]") ? `\0${endColumn - column}` : "";
}

function toRegion({ line, column, end_line: endLine, end_column: endColumn }: ScannerFinding) {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

/** Where tainted data comes from. */
function toRelated({ file, source_line: line, source_description: text }: ScannerFinding) {
  if (line === undefined) return {};
  const location = toLocation(file, { startLine: line });
  return { relatedLocations: [{ ...location, message: { text: neutralise(text ?? "the source") } }] };
}

function toLocation(file: string, region: object) {
  return { physicalLocation: { artifactLocation: toArtifact(file), region } };
}

/** A relative reference where the file lies below the current folder; a file elsewhere is named by its own address. */
function toArtifact(file: string): object {
  const inside = path.relative(process.cwd(), path.resolve(file));
  const isBelow = inside !== "" && inside.split(path.sep)[0] !== ".." && !path.isAbsolute(inside);
  const uri = (isBelow ? inside : path.resolve(file)).split(path.sep).map(encode).join("/");
  return isBelow ? { uri, uriBaseId: "%SRCROOT%" } : { uri: `file://${uri}` };
}

function encode(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`
  );
}

function toNotifications({ skipped = [], notices, error }: ScannerResponse) {
  const say = (level: "error" | "note" | "warning", text: string) => ({ level, message: { text: neutralise(text) } });
  if (error !== undefined) return [say("error", `HI_SCAN_FAILED: ${error}`)];
  return [...notices.map((notice) => say("note", notice)), ...skipped.map(toSkipped)];
}

function toSkipped({ file, reason, detail }: SkippedFile) {
  return {
    level: "warning",
    descriptor: { id: reason },
    message: { text: neutralise(`Not scanned, or not whole: ${detail ?? reason}`) },
    locations: [{ physicalLocation: { artifactLocation: toArtifact(file) } }],
  };
}
