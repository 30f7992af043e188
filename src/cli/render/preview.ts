import type { DebtRow, LintDebt, PartialPreview } from "../../domain/preview.ts";
import type { RunReport } from "../../domain/report.ts";
import { renderFindings } from "./findings.ts";
import { neutralise } from "./neutralise.ts";
import type { Style } from "./style.ts";
import { toTable } from "./table.ts";
import { count, toDebtExcess } from "./words.ts";

/** Rows of the debt table that are shown; the JSON report has them all. */
const MAX_ROWS = 40;
const MAX_NAMES = 10;

/** What the candidate's lint and format say, what ran for it, and what was not looked at. */
export function renderPreview({ preview, candidate, debtGate }: RunReport, style: Style): string[] {
  if (preview === undefined) return [];
  if (preview.mode === "off") {
    return ["", "Preview: off; the candidate was made, proven and removed, and nothing was run in it"];
  }
  // The refusal that follows says what is missing.
  if ("partial" in preview) {
    return ["", ...renderFindings(preview.findings ?? [], style), ...renderTimings(preview, style)];
  }
  const { debt } = preview;
  const skipped = (candidate?.notPreviewed ?? []).map(({ path, why }) => `${path} (${why})`);
  return [
    "",
    style.paint("strong", `Lint debt: ${count(debt.findings, "finding")} in ${count(debt.files, "file")}`) +
      toBaseline(debt),
    ...renderDebt(debt.rows, style),
    ...renderGone(debt),
    ...renderUnlinted(debt),
    ...renderFormatDebt(debt, style),
    ...renderDebtGate(debtGate, style),
    ...renderFindings(preview.findings ?? [], style),
    ...renderNames("Not linted", preview.notLinted),
    ...renderNames("Not previewed", skipped),
    ...renderTimings(preview, style),
  ];
}

function toBaseline({ baseline, rows, gone }: LintDebt): string {
  if (baseline === "failed") {
    return "; the present oxlint configuration does not load under the pinned oxlint, so nothing is compared";
  }
  if (baseline === "none") return "; there is no oxlint configuration to compare with, so all are new";
  const same = rows.reduce((sum, row) => sum + row.same, 0);
  const fresh = rows.reduce((sum, row) => sum + row.new, 0);
  return `; against the present oxlint configuration ${fresh} new, ${same} same, ${gone} gone`;
}

function renderDebt(rows: readonly DebtRow[], style: Style): string[] {
  if (rows.length === 0) return [];
  const cells = rows
    .slice(0, MAX_ROWS)
    .map((row) =>
      [
        row.scope,
        row.rule + (row.typed ? " (types)" : ""),
        row.severity,
        row.count,
        row.fixable,
        row.new,
        row.same,
      ].map((cell) => neutralise(String(cell)))
    );
  const [head = "", ...lines] = toTable([["scope", "rule", "severity", "count", "fixable", "new", "same"], ...cells]);
  const rest = rows.length - cells.length;
  return [
    style.paint("dim", head),
    ...lines,
    ...(rest > 0 ? [style.paint("dim", `  … ${count(rest, "more rule")} (--json has them)`)] : []),
  ];
}

function renderGone({ goneRows }: LintDebt): string[] {
  return renderNames(
    "No longer reported",
    goneRows.map(({ scope, rule, gone }) => `${gone} × ${rule} (${scope})`)
  );
}

function renderUnlinted({ unlinted }: LintDebt): string[] {
  const why = { encoding: "it is not UTF-8", plugin: "a plugin failed", syntax: "it does not parse" } as const;
  return renderNames(
    "Could not be linted",
    unlinted.map((file) => `${file.path} (${why[file.why]})`)
  );
}

/** What a team's own limit says; without one there is nothing to say. */
function renderDebtGate(gate: RunReport["debtGate"], style: Style): string[] {
  if (gate === undefined) return [];
  if (gate.exceeded.length === 0) return [style.paint("good", `${style.glyphs.ok} Within the limit on lint debt`)];
  return gate.exceeded.map((excess) => style.paint("bad", `${style.glyphs.error} ${toDebtExcess(gate, excess)}`));
}

function renderFormatDebt({ format }: LintDebt, style: Style): string[] {
  if (format === undefined) return [];
  const { checked, unformatted, unparsed = [] } = format;
  const whole =
    checked === 0 ? count(unformatted.length, "file") : `${unformatted.length} of ${count(checked, "file")}`;
  return [
    style.paint("strong", `Format debt: ${whole} would change`),
    ...renderNames("  such as", unformatted),
    ...renderNames("  not read as code", unparsed),
  ];
}

export function renderNames(label: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMES).map(neutralise);
  const rest = names.length - shown.length;
  return [`${label}: ${shown.join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`];
}

/** Where the dependencies came from, and how long each stage took. */
function renderTimings(
  { timings, installs = [] }: Pick<PartialPreview, "installs" | "timings">,
  style: Style
): string[] {
  const sources = installs.map(({ what, source }) => `${neutralise(what)} (${neutralise(source)})`);
  const lines = sources.length === 0 ? [] : [style.paint("dim", `Dependencies: ${sources.join(", ")}`)];
  if (timings.length === 0) return lines;
  const stages = timings.map(({ stage, durationMs }) => `${stage} ${Math.round(durationMs)} ms`);
  return [...lines, style.paint("dim", `Time: ${stages.join(", ")}`)];
}
