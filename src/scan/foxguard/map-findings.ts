import type { ScannerFinding } from "../../contracts/scanner.ts";
import type { DetectedFinding } from "../baseline.ts";
import { redactSecrets, redactWords } from "../secrets/redact.ts";

/** Rules that work on offsets of the whole text count characters; those on syntax and lines count bytes. */
const COUNTS_CHARACTERS = /^(?:config|manifest|cert)\/|\/pq-ready-/;
/** The peer's finding as the contract has it: columns in UTF-16 code units, no secret in its texts. */
export function toContractFinding(
  finding: ScannerFinding,
  file: string,
  readLine: (line: number) => string | undefined
): DetectedFinding {
  const { line, column, end_line: endLine, end_column: endColumn } = finding;
  const toUnits = COUNTS_CHARACTERS.test(finding.rule_id) ? charactersToUnits : bytesToUnits;
  return {
    ...finding,
    file,
    column: toUnits(readLine(line), column),
    end_column: toUnits(readLine(endLine), endColumn),
    counted: { column, end_column: endColumn },
    description: redactWords(finding.description),
    snippet: redactSecrets(finding.snippet),
    ...(finding.source_description === undefined
      ? {}
      : { source_description: redactSecrets(finding.source_description) }),
    ...(finding.sink_description === undefined ? {} : { sink_description: redactSecrets(finding.sink_description) }),
  };
}

/** A line that is not known, or shorter, leaves the column as it is. */
function bytesToUnits(line: string | undefined, column: number): number {
  if (line === undefined) return column;
  const bytes = Buffer.from(line);
  return column - 1 > bytes.length ? column : bytes.subarray(0, column - 1).toString("utf8").length + 1;
}

function charactersToUnits(line: string | undefined, column: number): number {
  if (line === undefined) return column;
  const characters = [...line];
  return column - 1 > characters.length ? column : characters.slice(0, column - 1).join("").length + 1;
}
