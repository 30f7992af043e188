import type { LintFinding, LintResult } from "../contracts/lint-result.ts";
import type { ScannerFinding } from "../contracts/scanner.ts";
import { toPlainLine } from "../domain/plain-text.ts";
import { findRoot } from "../runtime/find-root.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { LINTABLE } from "../runtime/lint/choose-files.ts";
import { runLint } from "../runtime/lint/run-lint.ts";
import { toToolEnvironment } from "../runtime/run-tool.ts";
import type { LintAnswer, LintAsk, LintEngine } from "../scan/lint-engine.ts";

const NOTHING = { findings: [], skipped: [] } as const;
const NO_ROUTE = "oxlint was not run: no route is recorded here (hi init records one)";
/** The most of a linter's own words that a notice holds, in UTF-16 code units. */
const MOST_SAID = 300;

/**
 * The linter as the scanner may ask it: the recorded route of each file's scope, with that scope's own oxlint, started by
 * this process and no second Node before it.
 */
export function createLintEngine(env: Readonly<Record<string, string | undefined>>): LintEngine {
  return async (ask) => {
    const root = await findRoot(ask.folder);
    if (root === undefined || !isSameOrBelow(root, ask.folder)) return { ...NOTHING, notices: [NO_ROUTE] };
    const files = ask.files.filter(({ place }) => LINTABLE.test(place));
    if (files.length === 0) return { ...NOTHING, notices: [] };
    const result = await lint({ ...ask, files }, root, env);
    return toAnswer(result, toNames(files, root));
  };
}

function lint(ask: LintAsk, root: string, env: Readonly<Record<string, string | undefined>>): Promise<LintResult> {
  const request = { checks: ["lint"], fix: false, scopes: [], staged: false, exactly: true } as const;
  return runLint(
    { ...request, paths: ask.files.map(({ place }) => place) },
    {
      root,
      cwd: root,
      env: toToolEnvironment(env),
      deadlineAt: performance.now() + ask.timeoutMs,
      onStarted: ask.onStarted,
      stdin: process.stdin,
    }
  );
}

/** By what the linter calls a file, which is its real path from the root with slashes: what the scan calls it. */
function toNames(files: LintAsk["files"], root: string): ReadonlyMap<string, string> {
  return new Map(
    files
      .filter(({ place }) => isSameOrBelow(root, place))
      .map(({ place, shown }) => {
        const inside = place.slice(root.length).replace(/^[/\\]/, "");
        return [process.platform === "win32" ? inside.replaceAll("\\", "/") : inside, shown];
      })
  );
}

function toAnswer(result: LintResult, names: ReadonlyMap<string, string>): LintAnswer {
  const findings = result.findings.flatMap((finding) => {
    const file = names.get(finding.file);
    return file === undefined ? [] : [toFinding(finding, file)];
  });
  const notices = result.failures.map(({ kind, output }) => `oxlint: ${kind}: ${toPlainLine(output, MOST_SAID)}`);
  const failed = result.failures.length > 0 && result.findings.length === 0;
  const skipped = failed
    ? [...names.values()].map(
        (file) => ({ file, reason: "engine-failed", detail: "oxlint did not look at it" }) as const
      )
    : [];
  return { findings, skipped, notices };
}

/**
 * A linter's error is medium, its warning low: what it says is seldom about security, and a threshold of high is to leave
 * it out. The columns are UTF-16 code units on both sides. The line itself is not shown: it may hold a secret.
 */
function toFinding(finding: LintFinding, file: string): ScannerFinding {
  const { rule, severity, line, column, endLine = line, endColumn = column, message, help } = finding;
  return {
    rule_id: toRuleId(rule),
    severity: severity === "error" ? "medium" : "low",
    cwe: null,
    description: toPlainLine(message, 1000),
    file,
    line,
    column,
    end_line: endLine,
    end_column: endColumn,
    snippet: "",
    confidence: 1,
    ...(help === undefined ? {} : { fix_suggestion: toPlainLine(help, 1000) }),
  };
}

/** `oxlint/no-eval` of `eslint(no-eval)`, `oxlint/typescript/no-explicit-any` of another plugin's. */
function toRuleId(rule: string): string {
  const [, plugin, name] = /^([\w@/-]+)\(([^()]+)\)$/.exec(rule) ?? [];
  if (plugin === undefined || name === undefined) return `oxlint/${rule}`;
  return plugin === "eslint" ? `oxlint/${name}` : `oxlint/${plugin}/${name}`;
}
