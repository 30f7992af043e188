import type { InspectionReport, ReportedFinding } from "../../domain/verification-report.ts";
import { neutralise, shorten } from "./neutralise.ts";
import type { Style } from "./style.ts";
import { count } from "./words.ts";

const MAX_FINDINGS = 100;
const MAX_TEXT = 400;

/** What an inspection found, file by file, what blocks first; and what to do next. */
export function renderInspection(report: InspectionReport, style: Style): string[] {
  const { violations, warnings, changedFiles, baselineCommit } = report;
  const shown = [...violations, ...warnings].slice(0, MAX_FINDINGS);
  const left = violations.length + warnings.length - shown.length;
  const changed = `${count(changedFiles.length, "changed file")} since ${baselineCommit.slice(0, 12)}`;
  return [
    ...[...Map.groupBy(shown, ({ path }) => path)].flatMap(([path, findings]) => renderFile(path, findings, style)),
    ...(left > 0 ? [`… and ${left} more: --json has all`, ""] : []),
    ...renderOutcome(report, changed, style),
  ];
}

function renderFile(path: string, findings: readonly ReportedFinding[], style: Style): string[] {
  return [style.paint("strong", neutralise(path)), ...findings.flatMap((finding) => renderFinding(finding, style)), ""];
}

function renderFinding(
  { severity, code, line, column, explanation, remediation, confidence }: ReportedFinding,
  style: Style
): string[] {
  const place = line === undefined ? "" : ` ${line}:${column ?? 1}`;
  const sure = confidence === "high" ? "" : style.paint("dim", ` (${confidence} confidence)`);
  const [tone, word] = severity === "blocking" ? (["bad", "blocks"] as const) : (["warn", "warning"] as const);
  return [
    `  ${style.paint(tone, `${word} ${code}`)}${place}${sure}`,
    `    ${neutralise(shorten(explanation, MAX_TEXT))}`,
    style.paint("dim", `    ${neutralise(remediation)}`),
  ];
}

function renderOutcome({ status, violations, warnings }: InspectionReport, changed: string, style: Style): string[] {
  const also = warnings.length === 0 ? "" : `, ${count(warnings.length, "warning")}`;
  if (status === "passed") {
    return [
      style.paint("good", `${style.glyphs.ok} Inspection passed: ${changed}${also}`),
      "Next: hi verify runs the policy's commands and seals a pass",
    ];
  }
  return [
    style.paint(
      "bad",
      `${style.glyphs.error} Inspection blocks: ${count(violations.length, "violation")}${also} in ${changed}`
    ),
    "Next: mend what blocks, then hi inspect; what should stay changed, a person changes outside of a session",
  ];
}
