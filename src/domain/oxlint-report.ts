import type { Json } from "./json.ts";
import { getAtPointer } from "./json.ts";
import type { ProcessOutcome } from "./process.ts";

/** One diagnostic as oxlint 1.80.0 says it. Line and column are 1-based; column, offset and length count UTF-8 bytes. */
export interface OxlintDiagnostic {
  /** Relative to the directory that the process ran in. */
  readonly path: string;
  /** As the tool names it, `plugin(rule)`; `syntax-error`, `js-plugin-error` and `not-utf-8` where no rule speaks. */
  readonly rule: string;
  readonly severity: "error" | "warning";
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly help?: string;
  readonly url?: string;
}

/** What stdout held; `before` is what was printed ahead of the report, its head only. */
export type OxlintReport =
  | { readonly kind: "report"; readonly files: number; readonly before: string }
  | { readonly kind: "none"; readonly before: string }
  | { readonly kind: "malformed"; readonly why: string; readonly before: string };

/** What a run means, report and ending taken together. Exit 1 alone says nothing: it is told apart by the output. */
export type OxlintReply =
  | { readonly kind: "linted"; readonly files: number }
  | { readonly kind: "no-files" }
  | { readonly kind: "configuration"; readonly text: string }
  | { readonly kind: "type-aware"; readonly text: string }
  | { readonly kind: "tool-missing"; readonly text: string }
  | { readonly kind: "process" }
  | { readonly kind: "malformed"; readonly why: string };

/** Most of the text outside the diagnostics that is kept, in UTF-16 code units. */
const MOST_TEXT = 64 * 1024;
/** The report begins a line: a configuration module may have printed something like it within one. */
const BEGINNING = /(?:^|\n)\{\s*"diagnostics"\s*:\s*\[/;

/**
 * Reads the JSON report of `oxlint --format=json` as it arrives. Diagnostics are handed over one by one and not kept,
 * so a report of any length costs the memory of its longest diagnostic. Of a file that is not UTF-8 the linter says its
 * absolute path only; with the folder that it ran in that is a diagnostic, without it the report is malformed.
 */
export function createReportReader(take: (diagnostic: OxlintDiagnostic) => void, folder?: string) {
  const decoder = new TextDecoder();
  const state: ReaderState = { part: "before", before: "", tail: "", items: createItemReader(take, folder) };
  const feed = (text: string): void => {
    if (state.part === "before") feedBefore(state, text);
    else if (state.part === "items") feedItems(state, text);
    else if (state.tail.length < MOST_TEXT) state.tail += text;
  };
  return {
    push: (chunk: Uint8Array): void => feed(decoder.decode(chunk, { stream: true })),
    end: (): OxlintReport => {
      feed(decoder.decode());
      return toReport(state);
    },
  };
}

interface ReaderState {
  part: "before" | "items" | "tail";
  before: string;
  tail: string;
  readonly items: ReturnType<typeof createItemReader>;
}

function feedBefore(state: ReaderState, text: string): void {
  state.before += text;
  const found = BEGINNING.exec(state.before);
  if (found !== null) {
    const rest = state.before.slice(found.index + found[0].length);
    state.before = state.before.slice(0, found.index + (found[0].startsWith("\n") ? 1 : 0));
    state.part = "items";
    feedItems(state, rest);
  } else if (state.before.length > 2 * MOST_TEXT) {
    // A beginning may still be cut in two at the end of what came so far.
    state.before = state.before.slice(0, MOST_TEXT) + state.before.slice(-64);
  }
}

function feedItems(state: ReaderState, text: string): void {
  const end = state.items.feed(text);
  if (end === undefined) return;
  state.part = "tail";
  state.tail = text.slice(end);
}

const QUOTE = 34;
const BACKSLASH = 92;
const isOpening = (char: number): boolean => char === 123 || char === 91;
const isClosing = (char: number): boolean => char === 125 || char === 93;
/** White space and commas. */
const isBetween = (char: number): boolean => char === 32 || char === 44 || char === 10 || char === 13 || char === 9;

/** Splits the elements of an array without looking inside; knows strings, so that their brackets do not count. */
function createItemReader(take: (diagnostic: OxlintDiagnostic) => void, folder: string | undefined) {
  let pending = "";
  let depth = 0;
  let isInString = false;
  /** 1 where the last piece ended in a backslash: the character that it escapes is still to come. */
  let skip = 0;
  let problem: string | undefined;
  const finish = (text: string): void => {
    const diagnostic = parseDiagnostic(text, folder);
    if (diagnostic === undefined) problem ??= "a diagnostic is not what it should be";
    else take(diagnostic);
  };
  /** Where the array ended, one behind its bracket; undefined while it goes on. */
  const feed = (piece: string): number | undefined => {
    const text = pending + piece;
    let start = 0;
    let at = pending.length + skip;
    for (; at < text.length; at += 1) {
      const char = text.charCodeAt(at);
      if (isInString) {
        at = findStringEnd(text, at);
        if (at >= text.length) break;
        isInString = false;
      } else if (char === QUOTE && depth > 0) isInString = true;
      else if (isOpening(char)) {
        if (depth === 0) start = at;
        depth += 1;
      } else if (isClosing(char)) {
        if (depth === 0) return at + 1 - pending.length;
        depth -= 1;
        if (depth === 0) finish(text.slice(start, at + 1));
      } else if (depth === 0 && !isBetween(char)) problem ??= "something stands between the diagnostics";
    }
    skip = at - text.length;
    pending = depth === 0 ? "" : text.slice(start);
    return undefined;
  };
  return { feed, problem: () => problem };
}
/** The place of the closing quote; at or one behind the end where it is still to come. */
function findStringEnd(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    const isEscaped = countBackslashes(text, from, end) % 2 === 1;
    if (quote === -1) return isEscaped ? end + 1 : end;
    if (!isEscaped) return quote;
    at = quote;
  }
}

/** Backslashes that stand directly before `end`, none of them before `from`. */
function countBackslashes(text: string, from: number, end: number): number {
  let count = 0;
  while (end - count > from && text.charCodeAt(end - count - 1) === BACKSLASH) count += 1;
  return count;
}

function toReport({ part, before, tail, items }: ReaderState): OxlintReport {
  if (part === "before") return { kind: "none", before };
  const malformed = (why: string): OxlintReport => ({ kind: "malformed", why, before });
  const problem = items.problem();
  if (problem !== undefined) return malformed(problem);
  if (part === "items") return malformed("the report ends within its diagnostics");
  const figures = /^\s*,([^{}]*)\}/.exec(tail)?.[1];
  const files = figures === undefined ? undefined : getAtPointer(parseJson(`{${figures}}`), "/number_of_files");
  return typeof files === "number" ? { kind: "report", files, before } : malformed("the number of files is missing");
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Any member of what was parsed, of which nothing is known yet. */
interface Unknown {
  readonly [key: string]: unknown;
}

/** One element of the report, or undefined where it lacks what every diagnostic has: a message and a file. */
function parseDiagnostic(text: string, folder: string | undefined): OxlintDiagnostic | undefined {
  // Read without pointers: a report has a hundred thousand of these.
  const value = toObject(parseJson(text));
  const { message, filename: path, code, severity, help, url, labels } = value;
  if (typeof message !== "string") return undefined;
  if (typeof path !== "string") return folder === undefined ? undefined : toUndecoded(value, message, folder);
  const span = toObject(toObject(Array.isArray(labels) ? labels[0] : undefined)["span"]);
  return {
    path,
    rule: typeof code === "string" ? code : toRuleWithoutCode(message),
    severity: severity === "error" ? "error" : "warning",
    line: toNumber(span["line"], 1),
    column: toNumber(span["column"], 1),
    offset: toNumber(span["offset"], 0),
    length: toNumber(span["length"], 0),
    message,
    ...(typeof help === "string" ? { help } : {}),
    ...(typeof url === "string" ? { url } : {}),
  };
}

/** What stands for a rule where a file is not UTF-8: the linter does not read it. */
const NOT_UTF8_RULE = "not-utf-8";

const UNDECODED = /^Failed to open file (.+) with error "stream did not contain valid UTF-8"$/s;

/** What oxlint 1.80.0 says of a file that is not UTF-8, in exactly that shape; its words name a temporary place. */
function toUndecoded(value: Unknown, message: string, folder: string): OxlintDiagnostic | undefined {
  const { labels } = value;
  const isBare = value["severity"] === "error" && Array.isArray(labels) && labels.length === 0;
  const file = isBare && Object.keys(value).length === 3 ? UNDECODED.exec(message)?.[1] : undefined;
  if (file?.startsWith(`${folder}/`) !== true) return undefined;
  const path = file.slice(folder.length + 1);
  if (path.split("/").some((segment) => segment === "" || segment === "." || segment === "..")) return undefined;
  const place = { line: 1, column: 1, offset: 0, length: 0 };
  return {
    path,
    rule: NOT_UTF8_RULE,
    severity: "error",
    ...place,
    message: "The file is not UTF-8, so it cannot be read.",
  };
}

const NOTHING: Unknown = {};

function toObject(value: unknown): Unknown {
  return value !== null && typeof value === "object" ? (value as Unknown) : NOTHING;
}

function toNumber(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/** What stands for a rule where a plugin of the project's threw. */
export const PLUGIN_ERROR_RULE = "js-plugin-error";

/** The rule of a diagnostic that names none. */
export function toRuleWithoutCode(message: string): string {
  return message.startsWith("Error running JS plugin") ? PLUGIN_ERROR_RULE : "syntax-error";
}

/** Which text on stdout means what (oxlint 1.80.0); each begins a line, since a configuration may print before it. */
const MEANINGS = [
  { kind: "configuration", text: /^Failed to parse oxlint configuration file/m },
  { kind: "tool-missing", text: /^Failed to find tsgolint executable/m },
  { kind: "type-aware", text: /^(?:Error running tsgolint|Failed to (?:spawn|parse|read|write) .*tsgolint)/m },
] as const;

/** Takes the ending and the report together. A silent success is malformed: nothing was checked. */
export function toOxlintReply(outcome: ProcessOutcome, report: OxlintReport): OxlintReply {
  const isItsOwnEnd = outcome.ending === "ok" || (outcome.ending === "exited" && outcome.exitCode === 1);
  if (!isItsOwnEnd) return { kind: "process" };
  if (report.kind === "report") {
    return report.files === 0 ? { kind: "no-files" } : { kind: "linted", files: report.files };
  }
  if (report.kind === "malformed") return { kind: "malformed", why: report.why };
  const meaning = MEANINGS.find(({ text }) => text.test(report.before));
  if (meaning !== undefined) return { kind: meaning.kind, text: report.before };
  if (outcome.ending === "exited") return { kind: "process" };
  return { kind: "malformed", why: "there is no report on stdout" };
}
