import { AnswerFault } from "./custom-lint-fault.ts";
import type { JsonFault, StrictJson, StrictObject } from "./custom-lint-json.ts";
import { readStrictJson } from "./custom-lint-json.ts";
import { CUSTOM_LINT_SCHEMA } from "./custom-lint.ts";
import type {
  CustomLintDisposition,
  CustomLintFailure,
  CustomLintFinding,
  CustomLintLocation,
  CustomLintResponse,
} from "./custom-lint.ts";

export type ResponseReading =
  | { readonly ok: true; readonly response: CustomLintResponse }
  | { readonly ok: false; readonly failure: CustomLintFailure };

/**
 * Reads a linter's stdout strictly, in the contract's order: JSON, types and names (`malformed_output`), then what they
 * say (`invalid_response`). `null` stands for a member that is not there. Never throws.
 */
export function readResponse(output: Uint8Array, maxFindings: number): ResponseReading {
  const reading = readStrictJson(output);
  if (!reading.ok) return { ok: false, failure: { kind: "malformed_output", ...reading.fault } };
  try {
    const draft = toDraft(reading.value);
    const fault = findInvalid(draft, maxFindings);
    if (fault) return { ok: false, failure: { kind: "invalid_response", ...fault } };
    // Just held to the contract's values.
    return { ok: true, response: draft as CustomLintResponse };
  } catch (error) {
    if (error instanceof AnswerFault) {
      return { ok: false, failure: { kind: "malformed_output", reason: error.reason, message: error.message } };
    }
    throw error;
  }
}

/** A response of the right shape, whatever it says. */
interface Draft {
  readonly schema: string;
  readonly disposition: string;
  readonly findings: readonly CustomLintFinding[];
}

function toDraft(value: StrictJson): Draft {
  const members = toObject(value, "the response", ["schema", "disposition", "findings"]);
  const findings = members.get("findings") ?? [];
  if (!isList(findings)) throw new AnswerFault("wrong-type", "findings is no list");
  return {
    schema: toText(members, "schema", "the response"),
    disposition: toText(members, "disposition", "the response"),
    findings: findings.map((finding, index) => toFinding(finding, `finding ${index}`)),
  };
}

function toFinding(value: StrictJson, about: string): CustomLintFinding {
  const members = toObject(value, about, ["id", "severity", "message", "location", "evidence"]);
  const location = toLocation(members.get("location") ?? null, `the location of ${about}`);
  const evidence = toText(members, "evidence", about);
  return {
    id: toText(members, "id", about),
    severity: toText(members, "severity", about),
    message: toText(members, "message", about),
    ...(location && { location }),
    ...(evidence !== "" && { evidence }),
  };
}

/** Undefined where it says nothing: empty texts and zeros are the same as none. */
function toLocation(value: StrictJson, about: string): CustomLintLocation | undefined {
  const members = toObject(value, about, ["path", "line", "column"]);
  const path = toText(members, "path", about);
  const line = toInteger(members, "line", about);
  const column = toInteger(members, "column", about);
  const said = { ...(path !== "" && { path }), ...(line !== 0 && { line }), ...(column !== 0 && { column }) };
  return Object.keys(said).length === 0 ? undefined : said;
}

function toObject(value: StrictJson, about: string, known: readonly string[]): StrictObject {
  if (value === null) return new Map();
  if (!(value instanceof Map)) throw new AnswerFault("wrong-type", `${about} is no object`);
  for (const key of value.keys()) {
    if (known.includes(key)) continue;
    throw new AnswerFault(
      "unknown-field",
      `${about} has a member that is not known: ${JSON.stringify(key.slice(0, 60))}`
    );
  }
  return value;
}

function toText(members: StrictObject, key: string, about: string): string {
  const value = members.get(key) ?? "";
  if (typeof value !== "string") throw new AnswerFault("wrong-type", `${key} of ${about} is no text`);
  return value;
}

/** Whole numbers in their plain spelling, as the contract's own reader takes them: `4`, and neither `4.0` nor `4e0`. */
function toInteger(members: StrictObject, key: string, about: string): number {
  const value = members.get(key) ?? null;
  if (value === null) return 0;
  if (typeof value !== "object" || !("lexeme" in value)) {
    throw new AnswerFault("wrong-type", `${key} of ${about} is no number`);
  }
  if (!/^-?\d+$/.test(value.lexeme)) throw new AnswerFault("no-integer", `${key} of ${about} is no whole number`);
  const number = Number(value.lexeme);
  if (!Number.isSafeInteger(number)) {
    throw new AnswerFault("unsafe-integer", `${key} of ${about} is beyond 2^53, so it cannot be told exactly`);
  }
  return number === 0 ? 0 : number;
}

function isList(value: StrictJson): value is readonly StrictJson[] {
  return Array.isArray(value);
}

const DISPOSITIONS: readonly string[] = ["allow", "advisory", "deny"] satisfies readonly CustomLintDisposition[];

function findInvalid({ schema, disposition, findings }: Draft, maxFindings: number): JsonFault | undefined {
  if (schema !== CUSTOM_LINT_SCHEMA) {
    return { reason: "response-schema", message: `the response's schema is not ${CUSTOM_LINT_SCHEMA}` };
  }
  if (!DISPOSITIONS.includes(disposition)) {
    return { reason: "unknown-disposition", message: "the disposition is none of allow, deny and advisory" };
  }
  if (findings.length > maxFindings) {
    const message = `the response has ${findings.length} findings, and at most ${maxFindings} are taken`;
    return { reason: "too-many-findings", message };
  }
  for (const [index, finding] of findings.entries()) {
    if (isBlank(finding.id) || isBlank(finding.severity) || isBlank(finding.message)) {
      return { reason: "incomplete-finding", message: `finding ${index} needs an id, a severity and a message` };
    }
    if ((finding.location?.line ?? 0) < 0 || (finding.location?.column ?? 0) < 0) {
      return { reason: "negative-location", message: `finding ${index} has a negative line or column` };
    }
  }
  return undefined;
}

/** Nothing but white space, in Unicode's sense (U+0085 is not in JavaScript's). */
export function isBlank(text: string): boolean {
  return /^[\s\u0085]*$/.test(text);
}
