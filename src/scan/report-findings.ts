import { SEVERITIES } from "../contracts/scanner.ts";
import type { FindingSelector, ScannerFinding, ScannerSummary } from "../contracts/scanner.ts";
import type { DetectedFinding } from "./baseline.ts";

/** By file, place and rule. */
export function toSorted(findings: readonly DetectedFinding[]): readonly DetectedFinding[] {
  return findings.toSorted(
    (left, right) =>
      toOrder(left.file, right.file) ||
      left.line - right.line ||
      left.column - right.column ||
      toOrder(left.rule_id, right.rule_id)
  );
}

function toOrder(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Without what only our own bookkeeping knows. */
export function toTold({ counted: _counted, ...finding }: DetectedFinding): ScannerFinding {
  return finding;
}

export function toSummary(findings: readonly ScannerFinding[], filesScanned: number, ms: number): ScannerSummary {
  const count = (severity: string): number => findings.filter((each) => each.severity === severity).length;
  const counts = SEVERITIES.map((severity) => [severity, count(severity)]);
  return {
    findings_total: findings.length,
    files_scanned: filesScanned,
    duration_ms: Math.round(ms),
    by_severity: Object.fromEntries(counts) as ScannerSummary["by_severity"],
  };
}

/** Whether a finding is meant: rule, line and column exactly, the file whole or from one of its separators on. */
export function isMeant({ rule_id: rule, file, line, column }: FindingSelector): (finding: ScannerFinding) => boolean {
  const wanted = file?.replaceAll("\\", "/").replace(/^\.\//, "");
  return (finding) => {
    const named = finding.file.replaceAll("\\", "/");
    return (
      (rule === undefined || finding.rule_id === rule) &&
      (wanted === undefined || named === wanted || named.endsWith(`/${wanted.replace(/^\//, "")}`)) &&
      (line === undefined || finding.line === line) &&
      (column === undefined || finding.column === column)
    );
  };
}
