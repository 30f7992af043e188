import type { LinterCase, LinterReport } from "../../domain/linter-report.ts";
import { renderFindings } from "./findings.ts";
import { neutralise, shorten } from "./neutralise.ts";
import type { Style } from "./style.ts";
import { toTable } from "./table.ts";
import { count } from "./words.ts";

const MAX_TEXT = 400;
const MAX_STDERR = 2000;

/** What a linter said when it was asked, or how it holds to its contract. */
export function renderLinter(report: LinterReport, style: Style): string[] {
  return report.verb === "linter run" ? renderRun(report, style) : renderCheck(report, style);
}

function renderRun({ name, cases }: LinterReport, style: Style): string[] {
  return cases.flatMap((asked) => {
    const tone = asked.failure || asked.disposition === "deny" ? "bad" : "good";
    const because = asked.failure ? "; it could not decide, so this is its policy" : "";
    const stderr = shorten(asked.stderr.trim(), MAX_STDERR);
    return [
      style.paint(tone, `${neutralise(name)}: ${asked.disposition}${because} (${toDuration(asked)})`),
      ...(asked.failure ? [`  ${toFailure(asked)}`] : []),
      ...asked.findings.map(toFindingLine),
      ...toLeftBehind(asked),
      ...(stderr === "" ? [] : ["  stderr:", ...stderr.split("\n").map((line) => `    ${neutralise(line)}`)]),
    ];
  });
}

function renderCheck({ name, cases, findings }: LinterReport, style: Style): string[] {
  const rows = cases.map((asked) => [
    asked.name,
    asked.failure ? toFailure(asked) : asked.disposition,
    `(${toDuration(asked)})`,
  ]);
  const wrong = findings.filter((finding) => finding.severity === "error").length;
  const verdict =
    wrong === 0
      ? style.paint(
          "good",
          `${style.glyphs.ok} ${neutralise(name)} holds to its contract: ${count(cases.length, "run")}`
        )
      : style.paint("bad", `${neutralise(name)}: ${count(wrong, "fault")} in ${count(cases.length, "run")}`);
  const next = wrong === 0 ? [] : [`Next: mend it, then hi linter check ${neutralise(name)}`];
  return [
    style.paint("strong", `Asked ${neutralise(name)}`),
    ...toTable(rows),
    "",
    ...renderFindings(findings, style),
    verdict,
    ...next,
  ];
}

function toFailure({ failure }: LinterCase): string {
  return failure === null ? "" : neutralise(`${failure.kind} (${failure.reason}): ${failure.message}`);
}

function toFindingLine({ id, severity, message, location, evidence }: LinterCase["findings"][number]): string {
  const parts = [location?.path, location?.line, location?.column].filter((part) => part !== undefined);
  const place = parts.length === 0 ? "" : ` (${parts.join(":")})`;
  const shown = `${id} ${severity} ${message}${place}${evidence === undefined ? "" : ` — ${evidence}`}`;
  return `  ${neutralise(shorten(shown, MAX_TEXT))}`;
}

function toLeftBehind({ leftBehind }: LinterCase): string[] {
  return leftBehind.map(
    ({ pid, program }) => `  left process ${pid} (${neutralise(program)}) running outside its group`
  );
}

const toDuration = ({ durationMs }: LinterCase): string => `${Math.max(1, Math.round(durationMs))} ms`;
