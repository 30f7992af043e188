import type { FleetPlanReport, FleetReport, FleetRow, FleetState } from "../../domain/fleet.ts";
import { FLEET_STATES } from "../../domain/fleet.ts";
import type { RefusalFacts } from "../../domain/refusal.ts";
import type { DocumentFormat } from "../../domain/request.ts";
import type { DocumentSources } from "./document.ts";
import { Html, markup } from "./html-text.ts";
import type { DocumentInput } from "./json.ts";
import { renderDocument } from "./json.ts";
import { toCodeCell, toMarkdownTable, toPlain } from "./markdown-text.ts";
import { neutralise } from "./neutralise.ts";
import { renderShell } from "./page/page.ts";
import type { Style, Tone } from "./style.ts";
import { toTable } from "./table.ts";
import { count } from "./words.ts";

const HEAD = [
  "state",
  "repository",
  "create",
  "update",
  "delete",
  "conflicts",
  "findings",
  "new",
  "gone",
  "note",
] as const;
const TONES: Readonly<Record<FleetState, Tone>> = {
  broken: "bad",
  missing: "bad",
  refused: "bad",
  "over-limit": "bad",
  conflicts: "warn",
  changes: "change",
  "in-step": "dim",
};
/** Rows of a Markdown table: a step summary takes a mebibyte, a comment less. */
const MOST_ROWS = 300;

/** For a person: the table, and below it what it adds up to. */
export function renderFleet({ rows }: FleetReport, style: Style): string[] {
  const lines = toTable([HEAD, ...rows.map((row) => toCells(row).map(neutralise))]);
  const [head = "", ...body] = lines;
  return [
    style.paint("dim", head),
    ...body.map((line, at) => style.paint(TONES[rows[at]?.state ?? "in-step"], line)),
    "",
    toTotals(rows),
  ];
}

/** `200 repositories: 1 broken, 3 changes; 40 findings, 12 new`. */
function toTotals(rows: readonly FleetRow[]): string {
  const states = FLEET_STATES.flatMap((state) => {
    const amount = rows.filter((row) => row.state === state).length;
    return amount === 0 ? [] : [`${amount} ${state}`];
  });
  const sum = (key: "findings" | "new"): number => rows.reduce((total, row) => total + (row.debt?.[key] ?? 0), 0);
  return `${count(rows.length, "repository", "repositories")}: ${states.join(", ") || "none"}; ${count(sum("findings"), "finding")}, ${sum("new")} new`;
}

function toCells({ name, state, debt, note, ...counts }: FleetRow): readonly string[] {
  const figures = [counts.create, counts.update, counts.delete, counts.conflicts].map(String);
  const debts = debt === null ? ["-", "-", "-"] : [debt.findings, debt.new, debt.gone].map(String);
  return [state, name, ...figures, ...debts, note];
}

/** Says how many jobs there are, and which lines are none. */
export function renderFleetPlan({ repositories, batches, refused }: FleetPlanReport, style: Style): string[] {
  return [
    `${count(repositories.length, "repository", "repositories")} in ${count(batches.length, "matrix", "matrices")} of at most 256 jobs`,
    ...refused.map(({ line, text, problem }) =>
      style.paint(
        "warn",
        `line ${line}: ${neutralise(text)} ${problem === "twice" ? "stands there twice" : "is no repository (owner/name or owner/name@ref)"}`
      )
    ),
    repositories.length === 0
      ? "Next: name a repository in the list, owner/name a line; there is no matrix without one"
      : "Next: hi fleet plan --format github-matrix prints the matrices",
  ];
}

/** The one document of `hi fleet …`: JSON, Markdown or a page. */
export async function renderFleetAs(
  format: DocumentFormat,
  input: DocumentInput,
  sources: DocumentSources
): Promise<string> {
  const { report, refusal } = input;
  const said = refusal ?? (report?.kind === "refused" ? report.refusal : undefined);
  if (format === "json") return renderDocument(toFleetDocument(input));
  const rows = report?.kind === "fleet" ? report.rows : [];
  return format === "html" ? renderPage(rows, said, await sources.readPageParts()) : renderMarkdown(rows, said);
}

/** `hi-fleet-plan/1` or `hi-fleet-report/1`; a matrix alone is a list of what GitHub's `strategy.matrix` takes. */
function toFleetDocument({ verb, exitCode, report, refusal }: DocumentInput): object {
  const said = refusal ?? (report?.kind === "refused" ? report.refusal : null);
  if (report?.kind === "fleet-plan" && report.isMatrix) return report.batches.map((include) => ({ include }));
  if (verb === "fleet plan") {
    const { repositories = [], batches = [], refused = [] } = report?.kind === "fleet-plan" ? report : {};
    const numbered = batches.map((include, at) => ({ batch: at + 1, include }));
    return {
      format: "hi-fleet-plan/1",
      exitCode,
      repositories: repositories.length,
      batches: numbered,
      refused,
      refusal: said,
    };
  }
  return { format: "hi-fleet-report/1", exitCode, rows: report?.kind === "fleet" ? report.rows : [], refusal: said };
}

function renderMarkdown(rows: readonly FleetRow[], refusal: RefusalFacts | undefined): string {
  const head = ["<!-- harness-intelligence: fleet report -->", "## hi fleet report"];
  if (refusal) return `${[...head, `**${toPlain(refusal.code)}** ${toPlain(refusal.message)}`].join("\n\n")}\n`;
  const cells = rows.slice(0, MOST_ROWS).map((row) => {
    const [state = "", name = "", ...rest] = toCells(row);
    return [state, toCodeCell(name), ...rest.map((cell) => (cell === "" ? "" : toPlain(cell)))];
  });
  const left = rows.length - cells.length;
  const more = left > 0 ? [`… and ${count(left, "more repository", "more repositories")}`] : [];
  return `${[...head, toPlain(toTotals(rows)), toMarkdownTable(HEAD, cells), ...more].join("\n\n")}\n`;
}

function renderPage(
  rows: readonly FleetRow[],
  refusal: RefusalFacts | undefined,
  parts: Parameters<typeof renderShell>[0]["parts"]
): string {
  const summary = refusal === undefined ? toTotals(rows) : `${refusal.code}: ${refusal.message}`;
  const main = markup`<p>${summary}</p>
    <div class="wide" tabindex="0" role="region" aria-label="Repositories"><table>
      <thead><tr>${HEAD.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => {
        const [state = "", name = "", ...rest] = toCells(row);
        return markup`<tr class="state ${state}"><td><b>${state}</b></td><th scope="row"><code>${name}</code></th>${rest.map((cell, at) => markup`<td class="${at < rest.length - 1 ? "number" : "note"}">${cell}</td>`)}</tr>
`;
      })}</tbody>
    </table></div>`;
  return renderShell({ title: "hi fleet report", parts, main, data: new Html("") });
}
