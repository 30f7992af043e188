import type { ScanOrder } from "../../commands/scan.ts";
import { SEVERITIES } from "../../contracts/scanner.ts";
import type { ScannerFinding, ScannerResponse, ScannerSeverity } from "../../contracts/scanner.ts";
import { findNearest } from "../did-you-mean.ts";
import { neutralise, shorten } from "./neutralise.ts";
import { toShellWord } from "./shell-word.ts";
import type { Style, Tone } from "./style.ts";
import { count } from "./words.ts";
import type { Wrap } from "./wrap.ts";

/** What `hi scan` does of its own. */
const OWN = ["diff", "secrets", "pqc", "baseline", "triage"];
const MAX_TEXT = 500;
const MAX_SNIPPET = 160;

/** What a scan is told with beside its response. */
export interface ScanEnding {
  readonly exitCode: number;
  readonly order: ScanOrder;
  /** The findings were asked for to be known. */
  readonly takesAll?: boolean;
  readonly style: Style;
  /** How findings are laid out. */
  readonly wrap: Wrap;
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

const TONES: Readonly<Record<ScannerSeverity, Tone>> = { critical: "bad", high: "bad", medium: "warn", low: "dim" };
const LONGEST = Math.max(...SEVERITIES.map((severity) => severity.length));

/** A scan for a person: the findings by file, what is to be known of the run, one sentence that is true alone. */
export function renderScan(response: ScannerResponse, ending: ScanEnding): Printed {
  const notes = renderScanNotes(response, ending);
  return { ...notes, stdout: toText(renderFindings(response.findings, ending)) + notes.stdout };
}

/** The same without the findings. */
export function renderScanNotes(response: ScannerResponse, ending: ScanEnding): Printed {
  const { style } = ending;
  if (!response.ok) {
    const why = neutralise(shorten(response.error ?? "no reason is given", MAX_TEXT));
    const lines = [
      `${style.paint("bad", "HI_SCAN_FAILED")} ${why}`,
      `${style.glyphs.arrow} ${toMeant(ending.order) ?? toMend(ending.order)}`,
    ];
    return { stdout: "", stderr: toText(lines) };
  }
  const notes = response.notices.map((notice) =>
    style.paint("dim", ending.wrap("note: ", neutralise(shorten(notice, MAX_TEXT))))
  );
  return { stdout: toText([...notes, ...renderVerdict(response, ending)]), stderr: "" };
}

function renderFindings(
  findings: readonly ScannerFinding[],
  ending: Pick<ScanEnding, "style" | "wrap">
): readonly string[] {
  const lines: string[] = [];
  let file: string | undefined;
  for (const finding of findings) {
    if (finding.file !== file) {
      lines.push(...(file === undefined ? [] : [""]), ending.style.paint("strong", neutralise(finding.file)));
    }
    file = finding.file;
    lines.push(...renderFinding(finding, ending));
  }
  return lines.length === 0 ? [] : [...lines, ""];
}

function renderFinding(
  finding: ScannerFinding,
  { style, wrap }: Pick<ScanEnding, "style" | "wrap">
): readonly string[] {
  const { severity, line, column, description, rule_id: rule, cwe, snippet, fix_suggestion: fix } = finding;
  const place = `${line}:${column}`.padEnd(8);
  const level = style.paint(TONES[severity], severity.padEnd(LONGEST));
  const name = style.paint("dim", neutralise(cwe === null ? rule : `${rule} (${cwe})`));
  const indent = " ".repeat(10);
  return [
    wrap(`  ${place}${level}  `, `${neutralise(shorten(description, MAX_TEXT))}  ${name}`),
    ...(snippet.trim() === ""
      ? []
      : [style.paint("dim", wrap(`${indent}> `, neutralise(shorten(snippet.trim(), MAX_SNIPPET))))]),
    ...renderWay(finding).map((text) => wrap(indent, text)),
    ...(fix === undefined ? [] : [wrap(`${indent}${style.glyphs.arrow} `, neutralise(shorten(fix, MAX_TEXT)))]),
  ];
}

/** From where to where tainted data flows. */
function renderWay(finding: ScannerFinding): readonly string[] {
  const { source_line: from, source_description: source, sink_line: to, sink_description: sink } = finding;
  if (from === undefined || to === undefined) return [];
  const name = (text: string | undefined) => (text === undefined ? "" : ` (${neutralise(shorten(text, MAX_SNIPPET))})`);
  return [`from line ${from}${name(source)} to line ${to}${name(sink)}`];
}

function renderVerdict(response: ScannerResponse, ending: ScanEnding): readonly string[] {
  const { exitCode, order, style } = ending;
  const { findings, skipped = [], summary } = response;
  const scanned = `${count(summary?.files_scanned ?? 0, "file")} scanned`;
  const left = skipped.length === 0 ? "" : `, ${skipped.length} not, or not whole`;
  if (findings.length === 0) {
    const isWhole = skipped.length === 0 && (summary?.files_scanned ?? 0) > 0;
    if (isWhole) return [style.paint("good", `${style.glyphs.ok} Nothing found. ${scanned}.`)];
    const told = `Nothing found in what was scanned: ${scanned}${left}.`;
    return [style.paint(exitCode === 0 ? "warn" : "bad", told), ...toBlindNext(exitCode, order, style)];
  }
  if (ending.takesAll) {
    const known = `${count(findings.length, "finding is", "findings are")} known now`;
    const told = style.paint(exitCode === 0 ? "good" : "bad", `${known}. ${scanned}${left}.`);
    return [
      told,
      ...(exitCode === 0
        ? [`${style.glyphs.arrow} look at the baseline, and commit it`]
        : toBlindNext(exitCode, order, style)),
    ];
  }
  const counts = SEVERITIES.toReversed()
    .map((severity) => [summary?.by_severity[severity] ?? 0, severity] as const)
    .filter(([amount]) => amount > 0)
    .map(([amount, severity]) => `${amount} ${severity}`);
  const total = style.paint("bad", `${count(findings.length, "finding")}: ${counts.join(", ")}`);
  return [`${total}. ${scanned}${left}.`, `${style.glyphs.arrow} ${toNext(order)}`];
}

function toBlindNext(exitCode: number, order: ScanOrder, style: Style): readonly string[] {
  return exitCode === 0 ? [] : [`${style.glyphs.arrow} ${toMend(order)}`];
}

/** What becomes of findings. */
function toNext({ request }: ScanOrder): string {
  const path = request.path === undefined || request.path === "." ? "" : ` ${toShellWord(request.path)}`;
  const of = request.command === "secrets" || request.command === "pqc" ? ` --of ${request.command}` : "";
  return `mend them, or decide one by one: hi scan triage${path}${of}`;
}

/** What was probably meant where a path that is not there is nearly a command. */
function toMeant({ request: { command, path = "." } }: ScanOrder): string | undefined {
  const nearest = command === "scan-workspace" ? findNearest(path, OWN) : undefined;
  return nearest === undefined ? undefined : `did you mean hi scan ${nearest}?`;
}

function toMend({ request }: ScanOrder): string {
  const verb = request.command === "scan-workspace" ? "scan" : `scan ${request.command}`;
  return `mend what is named, and run hi ${verb} again`;
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
