import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { readScannerRequest } from "../../src/contracts/scanner-request.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";

// What hosts are told, held against what the reader does.

const RECEIPTS = path.join(PROJECT_ROOT, "receipts");

function readAll(name: string) {
  const schema: unknown = JSON.parse(readFileSync(path.join(RECEIPTS, `scanner-${name}-1.schema.json`), "utf8"));
  const folder = path.join(RECEIPTS, `examples/scanner-${name}`);
  const examples = readdirSync(folder).map((file) => ({ file, bytes: readFileSync(path.join(folder, file)) }));
  return {
    validate: new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true }).compile(schema as object),
    examples,
  };
}

describe.each(["request", "response"])("%s", (name) => {
  const { validate, examples } = readAll(name);

  it.each(examples)("$file", ({ file, bytes }) => {
    const isValid = file.startsWith("valid-");
    expect(validate(JSON.parse(bytes.toString("utf8"))), JSON.stringify(validate.errors)).toBe(isValid);
  });

  it("has both kinds", () => {
    const kinds = new Set(examples.map(({ file }) => file.split("-")[0]));
    expect([...kinds].toSorted()).toStrictEqual(["invalid", "valid"]);
  });
});

it.each(readAll("request").examples)("the reader agrees about the request $file", ({ file, bytes }) => {
  expect(readScannerRequest(bytes).ok).toBe(file.startsWith("valid-"));
});
