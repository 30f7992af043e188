import { DOCTOR_AREAS } from "../../domain/doctor.ts";
import type { DoctorFinding, DoctorReport } from "../../domain/doctor.ts";
import { AREA_WORDS, toDoctorWords } from "./doctor-words.ts";
import { neutralise } from "./neutralise.ts";
import type { Style, Tone } from "./style.ts";
import { count } from "./words.ts";

const TONES: Readonly<Record<DoctorFinding["severity"], Tone>> = {
  ok: "good",
  info: "dim",
  warning: "warn",
  error: "bad",
};

/** What was looked at, area by area, what was seen, and below what is wrong the command that mends it. */
export function renderDoctor({ findings }: DoctorReport, style: Style): string[] {
  const areas = DOCTOR_AREAS.flatMap((area) => {
    const own = findings.filter((finding) => finding.area === area);
    if (own.length === 0) return [];
    return [style.paint("strong", AREA_WORDS[area]), ...own.flatMap((finding) => renderFinding(finding, style)), ""];
  });
  return [...areas, renderVerdict(findings, style)];
}

function renderFinding(finding: DoctorFinding, style: Style): string[] {
  const { severity, path, next, code } = finding;
  const { ok, info, warning, error } = style.glyphs;
  const mark = style.paint(TONES[severity], { ok, info, warning, error }[severity]);
  const place = path === undefined ? "" : `${neutralise(path)}: `;
  const name = severity === "ok" ? "" : style.paint("dim", ` [${code}]`);
  const mend = next === undefined ? [] : [`      ${style.glyphs.arrow} ${neutralise(next)}`];
  return [`  ${mark} ${place}${toDoctorWords(finding)}${name}`, ...mend];
}

function renderVerdict(findings: readonly DoctorFinding[], style: Style): string {
  const amountOf = (severity: DoctorFinding["severity"]): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const warnings = amountOf("warning");
  const rest = warnings === 0 ? "" : `, ${count(warnings, "warning")}`;
  const wrong = amountOf("error");
  if (wrong > 0) return style.paint("bad", `${count(wrong, "thing is", "things are")} wrong${rest}`);
  return style.paint(
    "good",
    `${style.glyphs.ok} Nothing is wrong: ${count(findings.length, "thing", "things")} looked at${rest}`
  );
}
