import type { LintFailure, LintFinding, LintResult } from "../../contracts/lint-result.ts";
import { listRemarks } from "./render-human.ts";
import type { Remark } from "./render-human.ts";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** SARIF 2.1.0: one run; places are characters, and files are named from the repository's root. */
export function renderSarif(result: LintResult): string {
  const rules = [...new Map(result.findings.map((finding) => [finding.rule, finding])).values()];
  const order = new Map(rules.map(({ rule }, index) => [rule, index]));
  const run = {
    tool: {
      driver: {
        name: "hi lint",
        rules: rules.map(({ rule, url }) => ({ id: rule, ...(url === undefined ? {} : { helpUri: url }) })),
      },
    },
    automationDetails: { id: "harness-intelligence/lint/" },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { "%SRCROOT%": { description: { text: "The root of the repository" } } },
    invocations: [
      {
        executionSuccessful: result.status !== "failed",
        exitCode: result.exitCode,
        toolExecutionNotifications: [...result.failures.map(toNotification), ...listRemarks(result).map(toRemark)],
      },
    ],
    results: result.findings.map((finding) => toResult(finding, order.get(finding.rule) ?? -1)),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

function toResult(finding: LintFinding, ruleIndex: number): object {
  const { rule, severity, message, help, file, line, column, endLine, endColumn } = finding;
  const end = endLine === undefined || endColumn === undefined ? {} : { endLine, endColumn };
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: help ? `${message}\n${help}` : message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(file), uriBaseId: "%SRCROOT%" },
          region: { startLine: line, startColumn: column, ...end },
        },
      },
    ],
  };
}

/** A relative path as a relative reference; one that holds a colon must not be taken for a scheme. */
function toUri(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}

function toNotification({ scope, kind, output }: LintFailure): object {
  const where = scope === undefined ? "" : `${scope}: `;
  return { level: "error", descriptor: { id: kind }, message: { text: `${where}${output === "" ? kind : output}` } };
}

function toRemark({ id, level, text }: Remark): object {
  return { level, descriptor: { id }, message: { text } };
}
