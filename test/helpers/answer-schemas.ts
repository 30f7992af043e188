import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";

const FOLDER = path.resolve(import.meta.dirname, "../fixtures/answers");
const ajv = new Ajv2020({ allErrors: true, strict: true });

const compile = (file: string) => ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);

const RESULT = path.resolve(import.meta.dirname, "../../receipts/post-edit-result-1.schema.json");

const VALIDATORS = new Map([
  ...["claude", "codex", "cursor", "opencode"].map(
    (provider) => [provider, compile(path.join(FOLDER, `${provider}.schema.json`))] as const
  ),
  ["neutral", compile(RESULT)] as const,
]);

/** Where the answers of Claude Code and Codex may be nothing at all, the others' are always an object. */
const MAY_BE_EMPTY = new Set(["claude", "codex"]);

export const isProvider = (name: string): boolean => VALIDATORS.has(name);

/** What a provider's own schema, or that of the neutral result, has against an answer; empty where it takes it. */
export function findAnswerFaults(provider: string, stdout: string): string {
  const text = stdout.trimEnd();
  if (text === "" && MAY_BE_EMPTY.has(provider)) return "";
  const validate = VALIDATORS.get(provider);
  try {
    return validate?.(JSON.parse(text)) ? "" : JSON.stringify(validate?.errors);
  } catch (error) {
    return String(error);
  }
}
