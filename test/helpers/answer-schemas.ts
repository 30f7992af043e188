import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";

const FOLDER = path.resolve(import.meta.dirname, "../fixtures/answers");
const ajv = new Ajv2020({ allErrors: true, strict: true });

const compile = (file: string) => ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);

const RECEIPTS = path.resolve(import.meta.dirname, "../../receipts");

const compileAll = (folder: string, neutral: string) =>
  new Map([
    ...["claude", "codex", "cursor", "opencode"].map(
      (provider) => [provider, compile(path.join(folder, `${provider}.schema.json`))] as const
    ),
    ["neutral", compile(path.join(RECEIPTS, neutral))] as const,
  ]);

const VALIDATORS = compileAll(FOLDER, "post-edit-result-1.schema.json");
const AT_STOPS = compileAll(path.join(FOLDER, "stop"), "stop-verdict-1.schema.json");
const BEFORE_TOOLS = compileAll(path.join(FOLDER, "pre-tool"), "pre-tool-verdict-1.schema.json");

/** Where the answers of Claude Code and Codex may be nothing at all, the others' are always an object. */
const MAY_BE_EMPTY = new Set(["claude", "codex"]);

export const isProvider = (name: string): boolean => VALIDATORS.has(name);

/** What a provider's own schema, or that of the neutral result, has against an answer; empty where it takes it. */
export function findAnswerFaults(provider: string, stdout: string, event = "post-edit"): string {
  const text = stdout.trimEnd();
  if (text === "" && MAY_BE_EMPTY.has(provider)) return "";
  const schemas = new Map([
    ["pre-tool", BEFORE_TOOLS],
    ["stop", AT_STOPS],
  ]).get(event);
  const validate = (schemas ?? VALIDATORS).get(provider);
  try {
    return validate?.(JSON.parse(text)) ? "" : JSON.stringify(validate?.errors);
  } catch (error) {
    return String(error);
  }
}
