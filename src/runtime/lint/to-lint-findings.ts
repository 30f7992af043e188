import path from "node:path";

import type { LintFinding } from "../../contracts/lint-result.ts";
import { SYNTAX_ERROR_RULE } from "../../contracts/post-edit-result.ts";
import type { OxlintDiagnostic } from "../../domain/oxlint-report.ts";
import { toPositionReader } from "../byte-position.ts";
import { MAX_SOURCE_BYTES, readRegularFileSync } from "../io/read-regular.ts";

/** Where a report came from; absolute real paths. */
export interface ReportPlace {
  readonly root: string;
  readonly cwd: string;
  readonly scope: string;
}

/** A report's diagnostics as findings, and the files among them that are no text. */
export interface ReportFindings {
  readonly findings: readonly LintFinding[];
  /** `.ts` is a video format too: what the linter says of such a file is none of its rules. */
  readonly binary: number;
}

/** The linter's diagnostics as findings of the hook's contract: its bytes become characters by each file's own text. */
export function toLintFindings(diagnostics: readonly OxlintDiagnostic[], place: ReportPlace): ReportFindings {
  const findings: LintFinding[] = [];
  let binary = 0;
  for (const [name, own] of groupByFile(diagnostics)) {
    const file = path.resolve(place.cwd, name);
    const bytes = readRegularFileSync(file, MAX_SOURCE_BYTES) ?? Buffer.alloc(0);
    if (own.some(({ rule }) => rule === SYNTAX_ERROR_RULE) && bytes.includes(0)) binary += 1;
    else {
      const locate = toPositionReader(bytes);
      const inside = path.relative(place.root, file).split(path.sep).join("/");
      for (const diagnostic of own) findings.push(toFinding(diagnostic, inside, { locate, scope: place.scope }));
    }
  }
  return { findings, binary };
}

function groupByFile(diagnostics: readonly OxlintDiagnostic[]): ReadonlyMap<string, readonly OxlintDiagnostic[]> {
  const groups = new Map<string, OxlintDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const group = groups.get(diagnostic.path);
    if (group) group.push(diagnostic);
    else groups.set(diagnostic.path, [diagnostic]);
  }
  return groups;
}

function toFinding(
  { rule, severity, offset, length, message, help, url }: OxlintDiagnostic,
  file: string,
  { locate, scope }: { readonly locate: ReturnType<typeof toPositionReader>; readonly scope: string }
): LintFinding {
  const isPlaced = offset > 0 || length > 0;
  const end = locate(offset + length);
  return {
    scope,
    file,
    rule,
    severity,
    ...locate(offset),
    ...(isPlaced ? { endLine: end.line, endColumn: end.column } : {}),
    message,
    ...(help ? { help } : {}),
    ...(url ? { url } : {}),
  };
}
