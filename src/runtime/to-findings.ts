import path from "node:path";

import type { PostEditFinding } from "../contracts/post-edit-result.ts";
import { toRuleWithoutCode } from "../domain/oxlint-report.ts";
import { toPositionReader } from "./byte-position.ts";
import { MAX_SOURCE_BYTES, readRegularFile } from "./io/read-regular.ts";
import type { OxlintDiagnostic } from "./parse-oxlint.ts";

/** The repository root and the folder the linter ran in, absolute real paths. */
export interface ReportPlace {
  readonly root: string;
  readonly cwd: string;
  /** The bytes of the files that were asked for, by their repository-relative names. */
  readonly known: ReadonlyMap<string, Buffer>;
}

/** The linter's diagnostics as findings of the contract, its bytes turned into characters by the files' own text. */
export async function toFindings(
  diagnostics: readonly OxlintDiagnostic[],
  place: ReportPlace
): Promise<readonly PostEditFinding[]> {
  const findings: PostEditFinding[] = [];
  for (const filename of new Set(diagnostics.map((diagnostic) => diagnostic.filename))) {
    const file = path.resolve(place.cwd, filename);
    const name = path.relative(place.root, file).split(path.sep).join("/");
    const bytes = place.known.get(name) ?? (await readRegularFile(file, MAX_SOURCE_BYTES));
    const locate = toPositionReader(bytes ?? Buffer.alloc(0));
    const own = diagnostics.filter((diagnostic) => diagnostic.filename === filename);
    findings.push(...own.map((diagnostic) => toFinding(diagnostic, name, locate)));
  }
  return findings;
}

function toFinding(
  diagnostic: OxlintDiagnostic,
  file: string,
  locate: ReturnType<typeof toPositionReader>
): PostEditFinding {
  const span = diagnostic.labels[0]?.span;
  const end = span && locate(span.offset + span.length);
  return {
    file,
    rule: diagnostic.code || toRuleWithoutCode(diagnostic.message),
    severity: diagnostic.severity === "error" ? "error" : "warning",
    ...(span ? locate(span.offset) : { line: 1, column: 1 }),
    ...(end && { endLine: end.line, endColumn: end.column }),
    message: diagnostic.message,
    ...(diagnostic.help && { help: diagnostic.help }),
    ...(diagnostic.url && { url: diagnostic.url }),
  };
}
