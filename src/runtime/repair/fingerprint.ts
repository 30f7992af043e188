import { createHash } from "node:crypto";
import path from "node:path";

import type { PostEditFinding } from "../../contracts/post-edit-result.ts";
import { MAX_SOURCE_BYTES, readRegularFile } from "../io/read-regular.ts";

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
  const marks = findings.map((finding) => toMark(finding, lines)).toSorted();
  return createHash("sha256").update(JSON.stringify(marks)).digest("hex");
}

function toMark(finding: PostEditFinding, lines: readonly string[]): string {
  const { rule, severity, line, column, endLine, endColumn, message } = finding;
  const isPartOfLine = endLine === line && (endColumn ?? column) > column;
  const text = isPartOfLine ? (lines[line - 1] ?? "") : "";
  return JSON.stringify([rule, severity, message.replaceAll(/\b\d+\b/g, "0"), text.replaceAll(/\s+/g, "")]);
}
