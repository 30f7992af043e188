import type { CheckReport, DiffRow } from "../../domain/report.ts";
import { renderFindings } from "./findings.ts";
import { neutralise } from "./neutralise.ts";
import type { Style } from "./style.ts";
import { toTable } from "./table.ts";
import { CLASS_WORDS, count, toReasonWords } from "./words.ts";

/** What `hi check` and `hi diff` found: a row a path, or one line that all is in step. */
export function renderCheck(report: CheckReport, style: Style): string[] {
  const { rows, findings, templateVersion, checkedPaths } = report;
  const isClean = rows.length === 0 && findings.every((finding) => finding.severity !== "error");
  const cells = rows.map((row) => [
    CLASS_WORDS[row.class],
    neutralise(row.path),
    toReasonWords(toReason(row), row.path) + toKeys(row.keys),
  ]);
  const verdict = isClean
    ? style.paint("good", `${style.glyphs.ok} In step: ${count(checkedPaths, "path")}, templates ${templateVersion}`)
    : style.paint(
        "strong",
        `Out of step: ${toExtent(rows.length)} (${count(checkedPaths, "path")}, templates ${templateVersion})`
      );
  return [...toTable(cells), ...renderFindings(findings, style), verdict, ...toNext(report)];
}

/** Reasons of rows that only a person can settle, as each of them says. */
const BY_HAND: ReadonlySet<string> = new Set(["link-outside", "unreadable"]);
/** Findings that an update settles. */
const BY_UPDATE: ReadonlySet<string> = new Set(["inputs-changed", "templates-changed"]);

/** A command that changes what was found, where there is one beside those in the rows. */
function toNext({ verb, rows, findings, isPending }: CheckReport): readonly string[] {
  if (verb === "diff") {
    if (isPending) return ["Next: hi update --dry-run"];
    return rows.length === 0 ? [] : ["An update would change nothing: what differs is kept as it is"];
  }
  const isForUpdate = rows.some((row) => !BY_HAND.has(row.reason)) || findings.some(({ code }) => BY_UPDATE.has(code));
  return isForUpdate ? ["Next: hi diff, then hi update"] : [];
}

function toReason({ reason, args, line, column }: DiffRow) {
  const where: DiffRow["args"] = line === undefined ? {} : { why: `line ${line}, column ${column}` };
  return { code: reason, args: { ...args, ...where } };
}

function toExtent(rows: number): string {
  return rows === 0
    ? "every path is as published, but what it was made from changed"
    : count(rows, "path differs", "paths differ");
}

function toKeys(keys: readonly string[] | undefined): string {
  return keys === undefined || keys.length === 0 ? "" : `: ${keys.map(neutralise).join(", ")}`;
}
