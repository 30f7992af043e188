import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { readResponse } from "../../src/contracts/custom-lint-response.ts";
import { toPayload } from "../../src/runtime/custom-lint-command.ts";
import { PROJECT_ROOT } from "../helpers/hi.ts";

// What authors are told, held against what the host does.

const RECEIPTS = path.join(PROJECT_ROOT, "receipts");

function readAll(name: string) {
  const schema: unknown = JSON.parse(readFileSync(path.join(RECEIPTS, `custom-lint-${name}-1.schema.json`), "utf8"));
  const folder = path.join(RECEIPTS, `examples/custom-lint-${name}`);
  const examples = readdirSync(folder).map((file) => ({ file, bytes: readFileSync(path.join(folder, file)) }));
  return {
    validate: new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: true }).compile(schema as object),
    examples,
  };
}

describe.each(["request", "response"])("%s", (name) => {
  const { validate, examples } = readAll(name);

  it.each(examples)("$file", ({ file, bytes }) => {
    expect(validate(JSON.parse(bytes.toString("utf8"))), JSON.stringify(validate.errors)).toBe(
      file.startsWith("valid-")
    );
  });

  it("has both kinds", () => {
    const kinds = new Set(examples.map(({ file }) => file.split("-")[0]));
    expect([...kinds].toSorted()).toStrictEqual(["invalid", "valid"]);
  });
});

it.each(readAll("response").examples)("the host agrees about the response $file", ({ file, bytes }) => {
  expect(readResponse(bytes, 256).ok).toBe(file.startsWith("valid-"));
});

it.each(readAll("request").examples.filter(({ file }) => file.startsWith("valid-")))(
  "the host sends the request $file as it is",
  ({ bytes }) => {
    const request = JSON.parse(bytes.toString("utf8")) as Parameters<typeof toPayload>[0];
    expect(String(toPayload(request))).toBe(JSON.stringify(request));
  }
);
