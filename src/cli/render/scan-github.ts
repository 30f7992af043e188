import type { ScannerFinding, ScannerResponse, ScannerSeverity } from "../../contracts/scanner.ts";
import { toWorkflowCommand } from "../../domain/workflow-command.ts";
import { neutralise, shorten } from "./neutralise.ts";

const MAX_TEXT = 2000;
const LEVELS: Readonly<Record<ScannerSeverity, string>> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "notice",
};

/** Annotations of GitHub's workflows, one line each: findings, files that were not scanned, and why nothing was. */
export function renderScanGithub({ findings, skipped = [], error }: ScannerResponse): string {
  const lines = [
    ...findings.map(toAnnotation),
    ...skipped.map(({ file, reason, detail }) =>
      toCommand(
        "warning",
        { file, title: "hi scan: not scanned" },
        detail === undefined ? reason : `${reason}: ${detail}`
      )
    ),
    ...(error === undefined ? [] : [toCommand("error", { title: "hi scan: HI_SCAN_FAILED" }, error)]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function toAnnotation(finding: ScannerFinding): string {
  const { severity, file, line, column, end_line: endLine, end_column: endColumn, rule_id: title } = finding;
  const { description, fix_suggestion: fix } = finding;
  // Columns of different lines are none that an annotation can have.
  const columns = endLine === line ? { col: column, endColumn } : {};
  const text = fix === undefined ? description : `${description.replace(/[.:;]?\s*$/, ".")} Instead: ${fix}`;
  return toCommand(LEVELS[severity], { file, line, endLine, ...columns, title }, text);
}

/** Names and texts of anybody's, made safe to print. */
function toCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  text: string
): string {
  const safe = Object.entries(properties).map(([key, value]) => [
    key,
    typeof value === "string" ? neutralise(value) : value,
  ]);
  return toWorkflowCommand(name, Object.fromEntries(safe), neutralise(shorten(text, MAX_TEXT)));
}
