import type { PostEditFinding, PostEditResult, PostEditRerun } from "../contracts/post-edit-result.ts";
import { toPlainLine } from "./plain-text.ts";

const MAX_PATH = 300;
const MAX_MESSAGE = 300;
const MAX_FAILURE_LINE = 400;
const MAX_RERUN = 600;
/** Room kept for the line that says how many findings were left out. */
const LEFT_OUT_ROOM = 60;

export interface FeedbackLimits {
  /** Most UTF-16 code units of the whole text. */
  readonly maxLength: number;
  /** Adds each finding's help and documentation address below it. */
  readonly details: boolean;
}

/** `1 error, 2 warnings`. */
function countFindings(findings: readonly PostEditFinding[]): string {
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const counts = [toCount(errors, "error"), toCount(findings.length - errors, "warning")];
  return counts.filter((count) => count !== "").join(", ");
}

/** What is left to repair: a heading, one line a finding cut on a finding's boundary, and how to check again. */
export function renderFindings(result: PostEditResult, { maxLength, details }: FeedbackLimits): string {
  const head = [renderHeading(result), ...renderRewrite(result)].join("\n");
  const tail = renderRerun(result.rerun);
  let room = maxLength - head.length - tail.length - LEFT_OUT_ROOM;
  const blocks: string[] = [];
  for (const finding of result.findings) {
    const block = renderFinding(finding, details);
    room -= block.length + 1;
    if (room < 0) break;
    blocks.push(block);
  }
  const leftOut = result.findings.length - blocks.length;
  const more = leftOut > 0 ? [`… and ${leftOut} more that are not shown here`] : [];
  return [head, ...blocks, ...more, tail].filter((part) => part !== "").join("\n");
}

/** Says which files are no longer as the agent wrote them; empty where none was rewritten. */
export function renderRewrite(result: PostEditResult): readonly string[] {
  if (result.changed.length === 0) return [];
  const names = nameFiles(result.changed);
  return [`hi rewrote ${names} (formatting, safe lint fixes): read it again before the next edit.`];
}

/** All failures in one line, for a channel that blocks nothing. */
export function renderFailure(result: PostEditResult): string {
  const [first] = result.failures;
  if (!first) return "";
  const more = result.failures.length > 1 ? ` (and ${result.failures.length - 1} more)` : "";
  const ending = first.signal ?? (first.exitCode === null ? "" : `exit ${first.exitCode}`);
  const facts = [first.kind, first.command.join(" "), ending, first.output].filter((fact) => fact !== "");
  return toPlainLine(`hi: the edit was saved but not fully checked: ${facts.join(": ")}`, MAX_FAILURE_LINE) + more;
}

function renderHeading({ findings }: PostEditResult): string {
  const files = nameFiles([...new Set(findings.map((finding) => finding.file))]);
  return `The edit was saved. Lint findings left in ${files}: ${countFindings(findings)}. Repair them before you go on.`;
}

function renderFinding(finding: PostEditFinding, details: boolean): string {
  const place = `${toPlainLine(finding.file, MAX_PATH)}:${finding.line}:${finding.column}`;
  const message = toPlainLine(finding.message, MAX_MESSAGE);
  const line = `${place} ${toPlainLine(finding.rule, MAX_PATH)} ${finding.severity} ${message}`;
  const extras = details ? [finding.help, finding.url] : [];
  const shown = extras.filter((text) => text !== undefined && text !== "");
  return [line, ...shown.map((text) => `  ${toPlainLine(text ?? "", MAX_MESSAGE)}`)].join("\n");
}

function renderRerun(checks: readonly PostEditRerun[]): string {
  const commands = checks.map(({ cwd, command }) => {
    const words = ["npx", "--no-install", ...command].map(quote).join(" ");
    return cwd === "." ? words : `(cd ${quote(cwd)} && ${words})`;
  });
  const text = `Check again: ${commands.join(" ; ")}`;
  return commands.length === 0 || text.length > MAX_RERUN ? "" : text;
}

/** A word as a POSIX shell reads it back. */
function quote(word: string): string {
  const plain = toPlainLine(word, MAX_RERUN);
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}

function nameFiles(files: readonly string[]): string {
  const named = files.slice(0, 3).map((file) => toPlainLine(file, MAX_PATH));
  const rest = files.length - named.length;
  return rest > 0 ? `${named.join(", ")} and ${rest} more` : named.join(", ");
}

function toCount(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
