import type { ScannerFinding } from "../../contracts/scanner.ts";
import type { SourceFile } from "../detector.ts";
import { findHidden, redactRange } from "../secrets/redact.ts";
import type { TextRange } from "../text-lines.ts";
import type { Match, RuleFacts } from "./rule.ts";
import type { Node } from "./syntax.ts";

/** A longer line is cut: a snippet is for reading. */
const MAX_SNIPPET_LENGTH = 500;

/** A rule's word about a node. */
export interface RuleMatch extends Match {
  readonly rule: RuleFacts;
  readonly node: Node;
}

/**
 * The matches of one file as the contract says them: 1-based, columns in UTF-16 code units, the end exclusive, in the
 * order of their places. No snippet shows a secret that a rule or a pattern knows.
 */
export function toFindings(file: SourceFile, matches: readonly RuleMatch[]): ScannerFinding[] {
  if (matches.length === 0) return [];
  const secrets = matches.flatMap(({ secrets: nodes = [] }) => nodes.map(toRange));
  const hidden = findHidden(file.text, undefined, secrets);
  const shown = { path: file.path, showLine: openLines(file.text, hidden), toByte: openBytes(file) };
  return matches.map((match) => toFinding(match, shown)).toSorted(byPlace);
}

interface Shown {
  readonly path: string;
  readonly showLine: (start: number) => string;
  /** The place on disk of an offset of the text. */
  readonly toByte: (offset: number) => number;
}

function toFinding(
  { rule, node, description, fix, trace }: RuleMatch,
  { path, showLine, toByte }: Shown
): ScannerFinding {
  const { start, end } = node.range();
  return {
    rule_id: rule.id,
    severity: rule.severity,
    cwe: rule.cwe,
    description,
    file: path,
    line: start.line + 1,
    column: start.column + 1,
    end_line: end.line + 1,
    end_column: end.column + 1,
    snippet: showLine(start.index - start.column),
    confidence: 1,
    ...trace,
    ...(trace ? { sink_start_byte: toByte(start.index), sink_end_byte: toByte(end.index) } : {}),
    ...(fix === undefined ? {} : { fix_suggestion: fix }),
  };
}

/** What stands between the quotes of a literal. */
function toRange(literal: Node): TextRange {
  const { start, end } = literal.range();
  return { start: start.index + 1, end: Math.max(end.index - 1, start.index + 1) };
}

/** Characters between two places that are counted once. */
const STRIDE = 4096;

/** A byte order mark is on disk and not in the text; beyond ASCII a character takes more than one byte. */
function openBytes({ text, bytes }: SourceFile): (offset: number) => number {
  const size = Buffer.byteLength(text);
  const mark = Math.max(bytes.length - size, 0);
  if (size === text.length) return (offset) => offset + mark;
  const counted = [0];
  return (offset) => {
    const whole = Math.floor(offset / STRIDE);
    for (let at = counted.length; at <= whole; at += 1) {
      counted.push((counted[at - 1] ?? 0) + Buffer.byteLength(text.slice((at - 1) * STRIDE, at * STRIDE)));
    }
    return mark + (counted[whole] ?? 0) + Buffer.byteLength(text.slice(whole * STRIDE, offset));
  };
}

/** Lines by their start, each looked up once: a bundle has thousands of findings on one. */
function openLines(text: string, hidden: readonly TextRange[]): (start: number) => string {
  const shown = new Map<number, string>();
  return (start) => {
    const snippet = shown.get(start) ?? toSnippet(text, start, hidden);
    shown.set(start, snippet);
    return snippet;
  };
}

function toSnippet(text: string, start: number, hidden: readonly TextRange[]): string {
  const feed = text.indexOf("\n", start);
  const lineEnd = feed === -1 ? text.length : feed;
  const end = Math.min(text[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd, start + MAX_SNIPPET_LENGTH);
  const shown = redactRange(text, { start, end }, hidden);
  return end < lineEnd - 1 ? `${shown}…` : shown;
}

function byPlace(left: ScannerFinding, right: ScannerFinding): number {
  return left.line - right.line || left.column - right.column || (left.rule_id < right.rule_id ? -1 : 1);
}
