import type { ScannerResponse, ScannerSeverity } from "../../contracts/scanner.ts";
import { neutralise, shorten } from "./neutralise.ts";

const MAX_TEXT = 500;
const LEVELS: Readonly<Record<ScannerSeverity, string>> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "info",
};

/** One line a finding, as editors' problem matchers read them: `FILE:LINE:COLUMN:LINE:COLUMN: LEVEL: WORDS [RULE]`. */
export function renderScanLines({ findings }: ScannerResponse): string {
  return findings
    .map((finding) => {
      const {
        file,
        line,
        column,
        end_line: endLine,
        end_column: endColumn,
        severity,
        description,
        rule_id: rule,
      } = finding;
      const place = [neutralise(file), line, column, endLine, endColumn].join(":");
      return `${place}: ${LEVELS[severity]}: ${neutralise(shorten(description, MAX_TEXT))} [${neutralise(rule)}]\n`;
    })
    .join("");
}
