import type { PostEditFinding, PostEditResult, PostEditRerun } from "../contracts/post-edit-result.ts";
import { toPlainLine } from "../domain/plain-text.ts";
import { nameFiles, toSections } from "./finding-sections.ts";
import type { FindingSection } from "./finding-sections.ts";

const MAX_PATH = 300;
const MAX_RULE = 120;
const MAX_MESSAGE = 300;
const MAX_FAILURE_LINE = 400;
const MAX_RERUN = 600;
/** Room kept in each section for the line that says how many findings were left out. */
const LEFT_OUT_BYTES = 60;

export interface FeedbackLimits {
  /** Most UTF-8 bytes of the whole text. At least 6,000: the headings of the longest names must fit. */
  readonly maxBytes: number;
  /** Adds each finding's help and documentation address below it. */
  readonly details: boolean;
  /** Only what repair is asked for. */
  readonly askedOnly: boolean;
}

/** The size that agents' limits are about; a limit in characters is met by one in bytes too. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * What is left in the files: by section a heading and one line a finding, cut on a finding's boundary, then how to
 * check again. Empty where nothing is left that is still to be told.
 */
export function renderFindings(result: PostEditResult, limits: FeedbackLimits): string {
  const sections = toSections(result).filter((section) => section.kind === "asked" || !limits.askedOnly);
  if (sections.length === 0) return "";
  const opening = ["The edit was saved.", ...renderRewrite(result)].join(" ");
  const tail = renderRerun(result.rerun);
  const fixed = [opening, ...sections.map((section) => section.heading), tail].join("\n");
  let room = limits.maxBytes - countBytes(fixed) - sections.length * LEFT_OUT_BYTES;
  const lines = sections.flatMap((section) => {
    const shown = renderSection(section, room, limits.details);
    room -= countBytes(shown.slice(1).join("\n"));
    return shown;
  });
  return [opening, ...lines, tail].filter((part) => part !== "").join("\n");
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

/** The heading and as many findings as fit into the bytes. */
function renderSection({ heading, findings }: FindingSection, maxBytes: number, details: boolean): readonly string[] {
  let room = maxBytes;
  const blocks: string[] = [];
  for (const finding of findings) {
    const block = renderFinding(finding, details);
    room -= countBytes(block) + 1;
    if (room < 0) break;
    blocks.push(block);
  }
  const leftOut = findings.length - blocks.length;
  return [heading, ...blocks, ...(leftOut > 0 ? [`… and ${leftOut} more that are not shown here`] : [])];
}

function renderFinding(finding: PostEditFinding, details: boolean): string {
  const place = `${toPlainLine(finding.file, MAX_PATH)}:${finding.line}:${finding.column}`;
  const message = toPlainLine(finding.message, MAX_MESSAGE);
  const line = `${place} ${toPlainLine(finding.rule, MAX_RULE)} ${finding.severity} ${message}`;
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
