import type { LintFailure, LintFinding, LintResult } from "../../contracts/lint-result.ts";
import { toPlainLine } from "../../domain/plain-text.ts";
import { toWorkflowCommand } from "../../domain/workflow-command.ts";

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

/** A text that may be of any length, on one line. */
function toCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  text: string
): string {
  return toWorkflowCommand(name, properties, toPlainLine(text, MAX_TEXT));
}
