import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";

import { generateValidators } from "../../.tools/validators.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const RECEIPTS = path.join(ROOT, "receipts");
const NAMES = [
  "receipt",
  "settings",
  "selection",
  "scan",
  "linters",
  "pre-tool-verdict",
  "stop-verdict",
  "write-decision",
  "stop-decision",
  "guard-session",
  "session-report",
  "policy",
  "verification-seal",
  "seal-pointer",
  "sealed-state",
  "stop-record",
  "verification-report",
  "inspection",
  "guard",
  "linter-report",
  "containment",
  "cleanup",
  "report",
  "plan",
  "doctor",
  "lint-result",
  "journal",
  "recovery",
  "fleet-plan",
  "fleet-report",
] as const;

const readJson = (...names: readonly string[]): unknown =>
  JSON.parse(readFileSync(path.join(RECEIPTS, ...names), "utf8"));
const schemas = NAMES.map((name) => readJson(`${name}-1.schema.json`) as object);
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, schemas, strict: true });

describe.each(NAMES)("%s-1.schema.json", (name) => {
  const validate = ajv.getSchema(`${name}-1.schema.json`);
  const files = readdirSync(path.join(RECEIPTS, "examples", name));

  test("has examples that must and must not validate, and no others", () => {
    expect(files.filter((file) => !/^(?:in)?valid-[a-z-]+\.json$/.test(file))).toStrictEqual([]);
    expect(files.some((file) => file.startsWith("valid-"))).toBe(true);
    expect(files.some((file) => file.startsWith("invalid-"))).toBe(true);
  });

  test.each(files)("%s", (file) => {
    const isValid = validate?.(readJson("examples", name, file));
    expect(isValid, JSON.stringify(validate?.errors)).toBe(file.startsWith("valid-"));
  });
});

test("the committed validators are those of the committed schemas", async () => {
  for (const { path: file, text } of await generateValidators()) {
    expect(readFileSync(path.join(ROOT, file), "utf8") === text, `${file}: node .tools/validators.ts`).toBe(true);
  }
});

test("the generated validators load nothing", () => {
  const source = readFileSync(path.join(ROOT, "src/adapters/validators.generated.js"), "utf8");
  expect(source.replaceAll(/'require\([^']*'/g, "")).not.toMatch(/\brequire\(|\bimport\b/);
});
