import type { ConfigEdit, ConfigEditor, EditedConfig, ParsedConfig } from "../domain/config-edit.ts";
import type { Json } from "../domain/json.ts";
import { isJsonEqual } from "../domain/json.ts";
import { applySplices, findLineEnding } from "./text-splice.ts";

/** The one pointer of a lines file: the lines between our markers, as an array of strings. */
const SECTION = "/section";
const BEGIN = "# hi:begin";
const END = "# hi:end";

/** Our marked section: its lines, and the span from the begin marker to the end of the end marker's line. */
interface Section {
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
}

type Reading =
  | { readonly ok: true; readonly section: Section | undefined }
  | { readonly ok: false; readonly message: string; readonly line: number };

interface Line {
  readonly start: number;
  readonly text: string;
}

/**
 * Keeps one marked section in a file of lines (ignore files): replaced in place, everything else left byte for byte.
 * Markers that do not pair are a problem: guessing where ours ends could take the project's lines.
 */
export const linesConfigEditor: ConfigEditor = { parse: parseLines, edit: editLines };

function parseLines(text: string): ParsedConfig {
  const reading = readSection(text);
  if (!reading.ok) return { ok: false, problem: { message: reading.message, line: reading.line, column: 1 } };
  const { section } = reading;
  return { ok: true, get: (pointer) => (pointer === SECTION ? section?.lines : undefined) };
}

function editLines(text: string, edit: ConfigEdit): EditedConfig {
  const lines = toSectionLines(edit);
  const refuse = (reason: string): EditedConfig => ({ ok: false, reason, lines });
  if (edit.pointer !== SECTION) return refuse(`a file of lines has no ${edit.pointer}`);
  const reading = readSection(text);
  if (!reading.ok) return refuse(`line ${reading.line}: ${reading.message}`);
  const { section } = reading;
  if (edit.kind === "remove") return { ok: true, text: section ? removeSection(text, section) : text };
  if (edit.kind !== "set") return refuse("only the whole section can be set or removed");
  if (!isLineArray(edit.value)) return refuse("a section is a list of single lines without our markers");
  if (section && isJsonEqual(section.lines as Json, edit.value)) return { ok: true, text };
  return { ok: true, text: section ? replaceSection(text, section, lines) : addSection(text, lines) };
}

function isLineArray(value: Json): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.every(
      (line) => typeof line === "string" && !/[\r\n]/.test(line) && line.trim() !== BEGIN && line.trim() !== END
    )
  );
}

/** The section as it lands, markers included. */
function toSectionLines(edit: ConfigEdit): readonly string[] {
  const value = edit.kind === "set" ? edit.value : [];
  const inner = Array.isArray(value) ? value.filter((line): line is string => typeof line === "string") : [];
  return [BEGIN, ...inner, END];
}

function splitLines(text: string): readonly Line[] {
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  return text
    .slice(start)
    .split(/(\r\n|\n|\r)/)
    .map((part) => {
      const line = { start, text: part };
      start += part.length;
      return line;
    })
    .filter((_, index) => index % 2 === 0);
}

function readSection(text: string): Reading {
  const lines = splitLines(text);
  const begins = lines.flatMap((line, index) => (line.text.trim() === BEGIN ? [index] : []));
  const ends = lines.flatMap((line, index) => (line.text.trim() === END ? [index] : []));
  const [begin, extraBegin] = begins;
  const [end, extraEnd] = ends;
  if (begin === undefined && end === undefined) return { ok: true, section: undefined };
  if (begin === undefined || (end !== undefined && end < begin)) {
    return { ok: false, message: `${END} without a ${BEGIN} before it`, line: (end ?? 0) + 1 };
  }
  if (end === undefined) return { ok: false, message: `${BEGIN} without a ${END} after it`, line: begin + 1 };
  const extra = extraBegin ?? extraEnd;
  if (extra !== undefined) return { ok: false, message: "our markers stand here a second time", line: extra + 1 };
  const first = lines[begin];
  const last = lines[end];
  const inner = lines.slice(begin + 1, end).map((line) => line.text);
  if (!first || !last) return { ok: true, section: undefined };
  return { ok: true, section: { lines: inner, start: first.start, end: last.start + last.text.length } };
}

function replaceSection(text: string, { start, end }: Section, lines: readonly string[]): string {
  return applySplices(text, [{ start, end, text: lines.join(findLineEnding(text, start, end)) }]);
}

/** Goes to the end of the file; a file without a final newline stays without one. */
/**
 * Puts the markers round our lines where they stand already, one after the other: an earlier section whose markers are
 * gone (`hi eject`) is not doubled. Only lines that speak of our own folder can be meant.
 */
function takeStanding(text: string, [begin = "", ...rest]: readonly string[]): string | undefined {
  const inner = rest.slice(0, -1);
  if (!inner.some((line) => line.includes(".hi/"))) return undefined;
  const standing = splitLines(text);
  const at = standing.findIndex((_, index) => inner.every((line, step) => standing[index + step]?.text === line));
  const [first, last] = [standing[at], standing[at + inner.length - 1]];
  if (at === -1 || !first || !last) return undefined;
  const eol = findLineEnding(text);
  const end = last.start + last.text.length;
  return `${text.slice(0, first.start)}${begin}${eol}${text.slice(first.start, end)}${eol}${rest.at(-1) ?? ""}${text.slice(end)}`;
}

function addSection(text: string, lines: readonly string[]): string {
  const taken = takeStanding(text, lines);
  if (taken !== undefined) return taken;
  const eol = findLineEnding(text);
  const section = lines.join(eol);
  const isEmpty = text === "" || text === "\uFEFF";
  if (isEmpty) return text + section + eol;
  return /[\r\n]$/.test(text) ? text + section + eol : text + eol + section;
}

/** Takes the section's lines and one line break: the inverse of adding it. */
function removeSection(text: string, { start, end }: Section): string {
  const following = /^(?:\r\n|\n|\r)/.exec(text.slice(end))?.[0] ?? "";
  if (following) return applySplices(text, [{ start, end: end + following.length, text: "" }]);
  const leading = /(?:\r\n|\n|\r)$/.exec(text.slice(0, start))?.[0] ?? "";
  return applySplices(text, [{ start: start - leading.length, end, text: "" }]);
}
