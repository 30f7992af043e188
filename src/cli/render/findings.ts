import type { Finding } from "../../domain/finding.ts";
import { neutralise } from "./neutralise.ts";
import type { Style, Tone } from "./style.ts";
import { toFindingWords } from "./words.ts";

const TONES: Readonly<Record<Finding["severity"], Tone>> = { error: "bad", warning: "warn", info: "dim" };

/** One line a finding: how much it weighs, where, and what it says. */
export function renderFindings(findings: readonly Finding[], style: Style): string[] {
  return findings.map((finding) => {
    const mark = finding.severity === "info" ? style.glyphs.info : style.glyphs.warning;
    const place = finding.path === undefined ? "" : `${neutralise(finding.path)} `;
    return `${style.paint(TONES[finding.severity], mark)} ${place}${toFindingWords(finding)}`;
  });
}
