import { createHash } from "node:crypto";
import path from "node:path";

import type { PostEditFinding } from "../../contracts/post-edit-result.ts";
import { MAX_SOURCE_BYTES, readRegularFile } from "../io/read-regular.ts";

/** In UTF-16 code units. */
const MAX_LINE_TEXT = 1000;

/**
 * What one file's findings are told apart by (seed 003 AC-004): their rules, severities, messages and, where a finding
 * marks a part of one line, that line without its blanks. Places and numbers in messages do not count, so it survives
 * lines that move; the line keeps a later mistake of the same kind from being taken for the earlier one.
 * What marks several lines or none (a file that is too long, a name) has no line of its own.
 */
export async function readFingerprint(
  root: string,
  file: string,
  findings: readonly PostEditFinding[]
): Promise<string> {
  const bytes = await readRegularFile(path.join(root, file), MAX_SOURCE_BYTES);
  const lines = bytes?.toString("utf8").split(/\r\n|\n|\r/) ?? [];
  const texts = new Map<number, string>();
  const getText = (line: number): string => {
    const text = texts.get(line) ?? toLineText(lines[line - 1] ?? "");
    texts.set(line, text);
    return text;
  };
  const marks = findings.map((finding) => toMark(finding, getText)).toSorted();
  return createHash("sha256").update(JSON.stringify(marks)).digest("hex");
}

/** A line without its blanks; the hash of a long one, which many findings may stand in. */
function toLineText(line: string): string {
  const text = line.replaceAll(/\s+/g, "");
  return text.length > MAX_LINE_TEXT ? createHash("sha256").update(text).digest("hex") : text;
}

function toMark(finding: PostEditFinding, getText: (line: number) => string): string {
  const { rule, severity, line, column, endLine, endColumn, message } = finding;
  const isPartOfLine = endLine === line && (endColumn ?? column) > column;
  const text = isPartOfLine ? getText(line) : "";
  return JSON.stringify([rule, severity, message.replaceAll(/\b\d+\b/g, "0"), text]);
}
