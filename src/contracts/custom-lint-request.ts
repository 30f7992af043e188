import { findTooDeep } from "../domain/json-depth.ts";
import { readStrictJson } from "./custom-lint-json.ts";
import { isBlank } from "./custom-lint-response.ts";
import { CUSTOM_LINT_SCHEMA } from "./custom-lint.ts";
import type { CustomLintRequest } from "./custom-lint.ts";

/** Reads a request that a person wrote down; the schema may be left out. A text says what is wrong with it. */
export function parseRequest(text: string): CustomLintRequest | string {
  let value: unknown;
  try {
    if (findTooDeep(text) !== undefined) return "it is nested too deep";
    const plain = text.replace(/^\uFEFF/, "");
    value = JSON.parse(plain);
    const reading = readStrictJson(new TextEncoder().encode(plain));
    if (!reading.ok) return reading.fault.message;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "it is no object";
  const { schema = CUSTOM_LINT_SCHEMA, hook, subject, ...more } = value as Record<string, unknown>;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) return `it has a member that is not known: ${JSON.stringify(unknown.slice(0, 60))}`;
  if (schema !== CUSTOM_LINT_SCHEMA) return `its schema is not ${CUSTOM_LINT_SCHEMA}`;
  if (typeof hook !== "string" || isBlank(hook)) return "it names no hook";
  return subject === undefined ? "it has no subject" : { schema, hook, subject };
}
