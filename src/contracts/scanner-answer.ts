import { toPlainLine } from "../domain/plain-text.ts";
import { SEVERITIES } from "./scanner.ts";
import type { ScannerSeverity } from "./scanner.ts";

/** What a live host takes from a finding; every text is one harmless line. */
export interface AnswerFinding {
  readonly rule: string;
  readonly severity: ScannerSeverity;
  /** 1-based, columns in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly description: string;
  readonly fix?: string;
}

export type ScannerAnswer =
  | { readonly kind: "scanned"; readonly findings: readonly AnswerFinding[] }
  /** The scanner said that it failed. */
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "malformed"; readonly why: string };

/** The most findings of one file that anybody reads. */
const MOST_FINDINGS = 1000;
const MAX_TEXT = 1000;
const VERSION = /^1\.\d+\.\d+$/;

/**
 * Reads what an adapter printed, by its own properties only, as a host that trusts no process: one JSON value of this
 * version with a list of findings. The peer's bare list of findings is taken too. One finding that is none makes it all
 * malformed: a host must not show half of what was found.
 */
export function parseScannerAnswer(text: string): ScannerAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "malformed", why: text.trim() === "" ? "it printed nothing" : "it printed no JSON" };
  }
  if (Array.isArray(value)) return toFindings(value);
  if (typeof value !== "object" || value === null) return { kind: "malformed", why: "it printed no object" };
  const version = own(value, "schema_version");
  if (version !== undefined && (typeof version !== "string" || !VERSION.test(version))) {
    return { kind: "malformed", why: "it speaks another version of the contract" };
  }
  const error = own(value, "error");
  if (own(value, "ok") === false || typeof error === "string") {
    return { kind: "failed", error: typeof error === "string" ? toPlainLine(error, MAX_TEXT) : "no reason is given" };
  }
  // The peer leaves an empty list out.
  const findings = own(value, "findings") ?? (own(value, "ok") === true ? [] : undefined);
  return Array.isArray(findings) ? toFindings(findings) : { kind: "malformed", why: "it has no list of findings" };
}

function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function toFindings(list: readonly unknown[]): ScannerAnswer {
  if (list.length > MOST_FINDINGS) return { kind: "malformed", why: `it has more than ${MOST_FINDINGS} findings` };
  const findings = list.map(toFinding);
  const known = findings.filter((finding) => finding !== undefined);
  if (known.length < findings.length) return { kind: "malformed", why: "a finding of it is none" };
  return { kind: "scanned", findings: known };
}

function toFinding(value: unknown): AnswerFinding | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const severity = SEVERITIES.find((name) => name === own(value, "severity"));
  const rule = toText(own(value, "rule_id"));
  const description = toText(own(value, "description"));
  const line = toCount(own(value, "line"));
  if (severity === undefined || rule === undefined || description === undefined || line === undefined) return undefined;
  const column = toCount(own(value, "column")) ?? 1;
  const endLine = toCount(own(value, "end_line")) ?? line;
  const endColumn = toCount(own(value, "end_column")) ?? column;
  const fix = toText(own(value, "fix_suggestion"));
  return { rule, severity, line, column, endLine, endColumn, description, ...(fix === undefined ? {} : { fix }) };
}

function toText(value: unknown): string | undefined {
  const text = typeof value === "string" ? toPlainLine(value, MAX_TEXT) : "";
  return text === "" ? undefined : text;
}

function toCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}
