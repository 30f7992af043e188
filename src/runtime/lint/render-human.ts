import type { LeftReason, LintFailure, LintFinding, LintResult, LintedScope } from "../../contracts/lint-result.ts";
import { sortFindings } from "../../contracts/lint-result.ts";
import { toPlainLine as toHarmlessLine } from "../../domain/plain-text.ts";

const MAX_PATH = 300;
const MAX_TEXT = 500;
const MAX_FAILURE_LINES = 20;
/** Most texts are, and there may be a hundred thousand. */
const HARMLESS = /^[ -~]*$/;
const toPlainLine = (text: string, maxLength: number): string =>
  text.length <= maxLength && HARMLESS.test(text) ? text : toHarmlessLine(text, maxLength);

/** What a person is told once everything is done: what went wrong, and one sentence on what was checked. */
export function renderEnd(result: LintResult): { readonly stdout: string; readonly stderr: string } {
  const lines = [...renderScopes(result), ...result.notes.map(toNote), toVerdict(result)];
  return { stdout: toText(lines), stderr: toText(result.failures.flatMap(renderFailure)) };
}

/** One thing that a reader of the findings alone would not know. */
export interface Remark {
  readonly id: "empty" | "left" | "note" | "scope";
  readonly level: "note" | "warning";
  readonly text: string;
}

/** Why nothing was checked, what was left, what is to be known of scopes and of what was judged. */
export function listRemarks(result: LintResult): readonly Remark[] {
  const why = isUnexplained(result) ? `: ${toReason(result)}` : "";
  const empty = result.status === "empty" ? [`0 files checked${why}`] : [];
  const left = result.left.map(({ reason, count: many, names }) => toLeft(reason, many, names));
  return [
    ...empty.map((text) => ({ id: "empty" as const, level: "warning" as const, text })),
    ...left.map((text) => ({ id: "left" as const, level: "note" as const, text })),
    ...renderScopes(result).map((text) => ({ id: "scope" as const, level: "note" as const, text })),
    ...result.notes.map((text) => ({ id: "note" as const, level: "warning" as const, text })),
  ];
}

/** What a person is told of one scope, as soon as it is done: its findings, by file. */
export function renderFindings(findings: readonly LintFinding[]): string {
  return toText(toLines(sortFindings(findings)));
}

function toLines(findings: readonly LintFinding[]): readonly string[] {
  const lines: string[] = [];
  let file: string | undefined;
  for (const finding of findings) {
    if (finding.file !== file) lines.push(...(file === undefined ? [] : [""]), toPlainLine(finding.file, MAX_PATH));
    file = finding.file;
    const place = `${finding.line}:${finding.column}`;
    const message = toPlainLine(finding.message, MAX_TEXT);
    lines.push(`  ${place}  ${finding.severity}  ${message}  ${toPlainLine(finding.rule, MAX_TEXT)}`);
    if (finding.help) lines.push(`      ${toPlainLine(finding.help, MAX_TEXT)}`);
  }
  return lines.length === 0 ? [] : [...lines, ""];
}

/** What a reader would not expect of a scope: all of it instead of some, nothing at all, warnings that pass. */
function renderScopes({ scopes }: LintResult): readonly string[] {
  return scopes.flatMap((scope) => {
    const name = toName(scope);
    const lines: string[] = [];
    if (scope.because !== undefined) {
      lines.push(`${name}: all of it, since ${toPlainLine(scope.because, MAX_PATH)} is among the names`);
    }
    if (scope.status === "empty" && scopes.length > 1) lines.push(`${name}: 0 files checked`);
    if (scope.status === "passed") {
      lines.push(`${name}: ${count(scope.warnings, "warning")}, and ${scope.maxWarnings} may pass`);
    } else if (scope.warnings > 0 && scope.maxWarnings > 0) {
      lines.push(`${name}: ${count(scope.warnings, "warning")}, but no more than ${scope.maxWarnings} may pass`);
    }
    return lines;
  });
}

function toName({ path, check }: Pick<LintedScope, "check" | "path">): string {
  return `${path === "." ? "the root" : toPlainLine(path, MAX_PATH)} (${check})`;
}

const KINDS: Readonly<Record<LintFailure["kind"], string>> = {
  configuration: "the configuration does not work",
  "malformed-output": "the tool's report cannot be read",
  "node-version": "this Node is too old for the configuration",
  process: "the tool did not do its work",
  timeout: "the tool did not end in time",
  "tool-missing": "the tool is not installed",
  "tool-version": "the tool is of another version",
};

const NEXT: Readonly<Record<LintFailure["kind"], string>> = {
  configuration: "mend what is named",
  "malformed-output": "run it again; where it stays so, install the selected version anew",
  "node-version": "run it with Node 22.18 or later",
  process: "see what the tool says, and run it again",
  timeout: "run it again, with a longer HI_LINT_DEADLINE_MS if need be",
  "tool-missing": "install the dependencies",
  "tool-version": "install the dependencies",
};

function renderFailure({ scope, check, kind, output, exitCode, signal, command }: LintFailure): readonly string[] {
  const where = scope === undefined || check === undefined ? "" : `${toName({ path: scope, check })}: `;
  const ending = signal ?? (exitCode === null ? undefined : `exit ${exitCode}`);
  const [tool = ""] = command.length > 2 ? command.slice(1) : command;
  const about = toPlainLine([tool, ending].filter(Boolean).join(", "), MAX_PATH);
  const said = output.split("\n").map((line) => `  ${toPlainLine(line, MAX_TEXT)}`);
  const head = `${where}${KINDS[kind]} (${kind}${about === "" ? "" : `: ${about}`})`;
  return [head, ...said.slice(0, MAX_FAILURE_LINES), `  next: ${NEXT[kind]}`];
}

function toNote(note: string): string {
  return `note: ${toPlainLine(note, MAX_TEXT)}`;
}

/** The last line, which must tell the truth alone. */
function toVerdict(result: LintResult): string {
  const files = result.scopes.reduce((total, scope) => total + scope.files, 0);
  const looked = files === 0 ? "0 files checked" : `${count(files, "file")} checked${toWhere(result.scopes)}`;
  const left = result.left.map(({ reason, count: many, names }) => toLeft(reason, many, names));
  const whyNone = isUnexplained(result) ? [toReason(result)] : [];
  const why = [...whyNone, ...left].filter((text) => text !== "").join("; ");
  const told = why === "" ? looked : `${looked}: ${why}`;
  const fixed = result.changed.length > 0 ? `${count(result.changed.length, "file")} changed. ` : "";
  if (result.status === "failed") return `${fixed}Not everything could be checked. ${capital(told)}.`;
  const errors = result.findings.filter(({ severity }) => severity === "error").length;
  const warnings = result.findings.length - errors;
  if (result.findings.length === 0) return `${fixed}${files === 0 ? "" : "Nothing found. "}${capital(told)}.`;
  const found = [count(errors, "error"), count(warnings, "warning")].filter((text) => !text.startsWith("0 "));
  return `${fixed}${found.join(" and ")}. ${capital(told)}.`;
}

/** No file was checked, and nothing says why yet. */
function isUnexplained({ scopes, left, status }: LintResult): boolean {
  return left.length === 0 && status !== "failed" && scopes.every(({ files }) => files === 0);
}

function toWhere(scopes: readonly LintedScope[]): string {
  const paths = new Set(scopes.filter(({ files }) => files > 0).map(({ path }) => path));
  return paths.size > 1 ? ` in ${paths.size} scopes` : "";
}

function toReason({ scopes, given, checks }: LintResult): string {
  if (given === 0) return "no name was given";
  if (scopes.length > 0) return "there is no file to check in what was asked for";
  if (given !== undefined) return "nothing that was named concerns a scope";
  return checks.includes("lint") ? "no scope is selected" : "no selected scope is formatted by oxfmt";
}

const REASONS: Readonly<Record<LeftReason, string>> = {
  gone: "gone",
  outside: "outside the repository",
  unusual: "of a name that no tool can be told",
  unowned: "in no scope, or left out of it",
  ignored: "ignored by git or the linter",
  unsupported: "nothing that the tools read",
  "not-asked": "in a scope that was not asked for",
};

function toLeft(reason: LeftReason, many: number, names: readonly string[]): string {
  const [first = ""] = names;
  const shown = many === 1 ? toPlainLine(first, MAX_PATH) : count(many, "name");
  return `${shown} ${many === 1 ? "is" : "are"} ${REASONS[reason]}`;
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? "" : "s"}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function toText(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
