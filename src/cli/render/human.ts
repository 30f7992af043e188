import type { RunReport } from "../../domain/report.ts";
import { renderDiffs } from "./diffs.ts";
import { renderFindings } from "./findings.ts";
import { renderExecutes } from "./foreseen.ts";
import { neutralise } from "./neutralise.ts";
import { renderOutcome, renderProof } from "./outcome.ts";
import { renderConflicts, renderManualLines, renderPlanTable, toPlanCounts } from "./plan.ts";
import { renderPreview } from "./preview.ts";
import type { Style } from "./style.ts";
import { toTable } from "./table.ts";

/** How much of a run's report is wanted: all of it, only what precedes the question, or only what follows it. */
type Part = "whole" | "proposal" | "outcome";

interface Wanted {
  readonly part?: Part;
  /** The command that publishes what a dry run shows. */
  readonly publishWith?: string;
}

/** Words a run's report for a person, as lines. */
export function renderRun(report: RunReport, style: Style, { part = "whole", publishWith }: Wanted = {}): string[] {
  const proposal = part === "outcome" ? [] : renderProposal(report, style);
  return part === "proposal" ? proposal : [...proposal, ...renderOutcome(report, style, publishWith)];
}

function renderProposal(report: RunReport, style: Style): string[] {
  const { plan } = report;
  const showsDetail = report.dryRun || report.verb === "init";
  return [
    ...(showsDetail ? renderEvidence(report, style) : []),
    ...(plan ? [style.paint("strong", `${toHeading(report)}: ${toPlanCounts(plan)}`)] : []),
    // What will not work comes before what will happen.
    ...(plan ? renderConflicts(plan, style, report.verb) : []),
    ...(plan ? renderPlanTable(plan, style) : []),
    ...(plan ? renderManualLines(plan, style) : []),
    ...(plan && report.dryRun ? renderDiffs(plan, style) : []),
    ...withBlankLine(renderFindings(report.findings, style)),
    ...(plan ? withBlankLine(renderExecutes(plan)) : []),
    ...renderPreview(report, style),
    ...renderProof(report, style),
  ];
}

function toHeading({ verb, dryRun }: RunReport): string {
  return `hi ${verb}${dryRun && verb !== "show" ? " (dry run)" : ""}`;
}

function renderEvidence({ evidence }: RunReport, style: Style): string[] {
  if (evidence.length === 0) return [];
  const rows = evidence.map(({ about, value, because }) => [about, neutralise(value), `(${neutralise(because)})`]);
  return [style.paint("strong", "Found"), ...toTable(rows), ""];
}

function withBlankLine(lines: string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}
