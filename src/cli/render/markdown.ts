import type { LintDebt, PreviewResult } from "../../domain/preview.ts";
import type { RefusalFacts } from "../../domain/refusal.ts";
import type { RunReport } from "../../domain/report.ts";
import type { DebtGroup } from "./debt-table.ts";
import { groupDebt, toBaselineWords } from "./debt-table.ts";
import { toCode, toCodeCell, toFence, toHtmlCode, toMarkdownTable, toPlain, toRuleCell } from "./markdown-text.ts";
import { renderProof } from "./outcome.ts";
import type { ReviewFile } from "./review-file.ts";
import { countActions, listReviewFiles, toDiffText } from "./review-file.ts";
import { toReviewTitle } from "./review-title.ts";
import { PLAIN } from "./style.ts";
import { count, toDebtExcess, toFindingWords } from "./words.ts";

/** GitHub takes a comment or a description of this many characters and no more. */
const MOST_CHARACTERS = 65_536;
/** Rows of a table; what is beyond is counted. */
const MOST_ROWS = { files: 150, debt: 40, findings: 40, names: 20 } as const;
/** A file of ours is long and read by nobody: its diff is cut here, any other there. */
const MOST_DIFF = { ours: 4000, theirs: 20_000 } as const;

/** What a Markdown report is made of. */
export interface MarkdownInput {
  readonly run: Partial<RunReport>;
  readonly verb: string | null;
  readonly refusal?: RefusalFacts;
}

/** The first line of every report: a comment that begins with it is the one to update in place. */
export const toMarker = (verb: string | null): string => `<!-- harness-intelligence: ${verb ?? "run"} -->`;

/**
 * The report as Markdown for a pull request: summary, lint debt by rule and by scope, one collapsed block a file in the
 * order of the paths. It never exceeds what GitHub takes: files that no longer fit are left out whole, and counted.
 */
export function renderMarkdown(input: MarkdownInput): string {
  const { run, refusal } = input;
  const files = run.plan ? listReviewFiles(run.plan) : [];
  const head = [
    toMarker(input.verb),
    `## ${toPlain(toReviewTitle(input))}`,
    ...(refusal ? [renderRefused(refusal)] : []),
    ...renderSummary(files),
    ...renderFindings(run),
    ...renderDebt(run),
  ];
  const foot = run.containment ? [`<sub>${toPlain(renderProof(run as RunReport, PLAIN).join(" "))}</sub>`] : [];
  return `${fit({ head, blocks: files.map(renderFile), foot }).join("\n\n")}\n`;
}

interface Parts {
  readonly head: readonly string[];
  readonly blocks: readonly string[];
  readonly foot: readonly string[];
}

/** Takes as many blocks as there is room for, in their order; the first file that does not fit ends the files. */
function fit({ head, blocks, foot }: Parts): readonly string[] {
  const length = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length + 2, 0);
  const last = [toCut(blocks.length, blocks.length), ...foot];
  let left = MOST_CHARACTERS - length(last);
  const take = (part: string): boolean => {
    const isTaken = part.length + 2 <= left;
    if (isTaken) left -= part.length + 2;
    return isTaken;
  };
  const shown = head.filter(take);
  const end = blocks.findIndex((block) => !take(block));
  if (end === -1 && shown.length === head.length) return [...shown, ...blocks, ...foot];
  const kept = end === -1 ? blocks : blocks.slice(0, end);
  return [...shown, ...kept, toCut(blocks.length - kept.length, blocks.length), ...foot];
}

const toCut = (left: number, all: number): string =>
  `**Cut to what GitHub takes: ${left} of ${count(all, "file")} left out.** The same command with \`--format html\` shows all of them.`;

function renderRefused({ code, message, where, next }: RefusalFacts): string {
  const place =
    where === undefined ? "" : ` (${toCode([where.path, where.line, where.column].filter(Boolean).join(":"))})`;
  return `**${toPlain(code)}** ${toPlain(message)}${place}\n\nNext: ${toPlain(next)}`;
}

function renderSummary(files: readonly ReviewFile[]): string[] {
  if (files.length === 0) return [];
  const counts = countActions(files).filter((part) => part.count > 0);
  const rows = files
    .slice(0, MOST_ROWS.files)
    .map(({ path, shown, ownership, reason, added, removed }) => [
      shown,
      toCodeCell(path),
      ownership,
      `+${added} −${removed}`,
      toPlain(reason),
    ]);
  const rest = files.length - rows.length;
  return [
    counts.map((part) => `**${part.count}** ${part.words}`).join(" · "),
    toMarkdownTable(["", "path", "owned as", "lines", "why"], rows) +
      (rest > 0 ? `\n\n… and ${count(rest, "more path")}` : ""),
  ];
}

function renderFindings({ findings = [], preview }: Partial<RunReport>): string[] {
  const all = [...findings, ...(preview?.mode === "on" ? (preview.findings ?? []) : [])];
  if (all.length === 0) return [];
  const lines = all.slice(0, MOST_ROWS.findings).map((finding) => {
    const place = finding.path === undefined ? "" : `${toCode(finding.path)} `;
    return `- ${finding.severity}: ${place}${toPlain(toFindingWords(finding))}`;
  });
  const rest = all.length - lines.length;
  return [[...lines, ...(rest > 0 ? [`- … and ${rest} more`] : [])].join("\n")];
}

function renderDebt({ preview, debtGate }: Partial<RunReport>): string[] {
  const debt = toDebt(preview);
  if (debt === undefined) return [];
  const gate = debtGate?.exceeded.map((excess) => `**Over the limit:** ${toPlain(toDebtExcess(debtGate, excess))}`);
  return [
    `### Lint debt: ${count(debt.findings, "finding")} in ${count(debt.files, "file")}`,
    ...(gate ?? []),
    toPlain(toBaselineWords(debt)),
    ...(debt.findings + debt.gone === 0
      ? []
      : [renderGroups("rule", groupDebt(debt, "rule")), renderGroups("scope", groupDebt(debt, "scope"))]),
    ...renderNames(
      "Could not be linted",
      debt.unlinted.map(({ path }) => path)
    ),
    ...renderNames("Would be formatted", debt.format?.unformatted ?? []),
  ];
}

function toDebt(preview: Partial<RunReport>["preview"]): LintDebt | undefined {
  return preview?.mode === "on" && !("partial" in preview)
    ? (preview as Extract<PreviewResult, { mode: "on" }>).debt
    : undefined;
}

function renderGroups(by: "rule" | "scope", groups: readonly DebtGroup[]): string {
  const rows = groups
    .slice(0, MOST_ROWS.debt)
    .map((group) => [
      (by === "rule" ? toRuleCell(group.name, group.url) : toCodeCell(group.name)) +
        (group.typed && by === "rule" ? " (types)" : ""),
      ...[group.before, group.after, group.new, group.gone, group.fixable].map(String),
    ]);
  const rest = groups.length - rows.length;
  const table = toMarkdownTable([`by ${by}`, "before", "after", "new", "gone", "fixable"], rows);
  return table + (rest > 0 ? `\n\n… and ${count(rest, `more ${by}`)}` : "");
}

function renderNames(label: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length - MOST_ROWS.names;
  const shown = names.slice(0, MOST_ROWS.names).map(toCode).join(", ");
  return [`${label}: ${shown}${rest > 0 ? `, and ${rest} more` : ""}`];
}

function renderFile(file: ReviewFile): string {
  const notes = [
    ...file.keys.slice(0, MOST_ROWS.names).map(({ name, words }) => `- ${toCode(name)}: ${toPlain(words)}`),
    ...(file.manual.length > 0 ? ["- Lines to add by hand are in the full report"] : []),
  ];
  const summary = `<summary>${file.shown} ${toHtmlCode(file.path)} +${file.added} −${file.removed}</summary>`;
  const body = [...(notes.length > 0 ? [notes.join("\n")] : []), ...(file.diff ? [renderDiff(file)] : [])];
  return ["<details>", summary, "", body.join("\n\n"), "", "</details>"].join("\n");
}

function renderDiff({ diff, ownership }: ReviewFile): string {
  if (diff === undefined) return "";
  const { isPatch, text } = toDiffText(diff);
  if (!isPatch) return toPlain(text);
  const most = ownership === "generated" ? MOST_DIFF.ours : MOST_DIFF.theirs;
  if (text.length <= most) return toFence(text, "diff");
  const shown = text.slice(0, text.lastIndexOf("\n", most));
  const rest = text.slice(shown.length + 1).split("\n").length;
  return `${toFence(shown, "diff")}\n\n… ${count(rest, "more line")}`;
}
