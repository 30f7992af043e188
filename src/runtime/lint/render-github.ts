import type { LintFailure, LintFinding, LintResult } from "../../contracts/lint-result.ts";
import { toPlainLine } from "../../domain/plain-text.ts";

const MAX_TEXT = 2000;

/** Annotations of GitHub's workflows, one line each. */
export function renderGithub(result: LintResult): string {
  const lines = [...result.findings.map(toAnnotation), ...result.failures.map(toFailureAnnotation)];
  return lines.map((line) => `${line}\n`).join("");
}

function toAnnotation({ severity, file, line, column, endLine, endColumn, rule, message, help }: LintFinding): string {
  // Columns of different lines are none that an annotation can have.
  const columns = endLine === undefined || endLine === line ? { col: column, endColumn } : {};
  const place = { file, line, endLine, ...columns, title: toPlainLine(rule, MAX_TEXT) };
  return toCommand(severity, place, help ? `${message} (${help})` : message);
}

function toFailureAnnotation({ scope, kind, output }: LintFailure): string {
  return toCommand("error", { title: `hi lint: ${kind}` }, scope === undefined ? output : `${scope}: ${output}`);
}

/** `::error file=…::text`, with what would end a value or a line escaped. */
function toCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  text: string
): string {
  const known = Object.entries(properties).filter(([, value]) => value !== undefined);
  const pairs = known.map(([key, value]) => `${key}=${toProperty(String(value))}`);
  return `::${name} ${pairs.join(",")}::${toData(toPlainLine(text, MAX_TEXT))}`;
}

function toData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function toProperty(text: string): string {
  return toData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
