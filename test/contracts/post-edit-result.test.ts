import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";

import { mergeParts, NOTHING_TO_SAY, toPostEditResult } from "../../src/contracts/post-edit-result.ts";
import type { PostEditFailure, PostEditFinding, PostEditRepair } from "../../src/contracts/post-edit-result.ts";

const RECEIPTS = path.resolve(import.meta.dirname, "../../receipts");
const EXAMPLES = path.join(RECEIPTS, "examples/post-edit-result");

const schema: unknown = JSON.parse(readFileSync(path.join(RECEIPTS, "post-edit-result-1.schema.json"), "utf8"));
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema as object);

function readExamples(kind: "valid" | "invalid"): { name: string; value: unknown }[] {
  return readdirSync(path.join(EXAMPLES, kind)).map((name) => ({
    name,
    value: JSON.parse(readFileSync(path.join(EXAMPLES, kind, name), "utf8")) as unknown,
  }));
}

const FINDING: PostEditFinding = {
  file: "src/a.ts",
  rule: "eslint(no-debugger)",
  severity: "error",
  line: 1,
  column: 1,
  message: "`debugger` statement is not allowed",
};

const FAILURE: PostEditFailure = {
  kind: "timeout",
  command: ["oxlint"],
  exitCode: null,
  signal: "SIGKILL",
  output: "",
};

describe("the published schema", () => {
  it.each(readExamples("valid"))("accepts $name", ({ value }) => {
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each(readExamples("invalid"))("refuses $name", ({ value }) => {
    expect(validate(value)).toBe(false);
  });
});

describe("the documents", () => {
  it("show a result that is one", () => {
    const text = readFileSync(path.join(RECEIPTS, "../docs/hooks.md"), "utf8");
    const examples = [...text.matchAll(/^```json\n(\{\n {2}"schema": "hi-post-edit[\s\S]*?)^```$/gm)];
    expect(examples).toHaveLength(1);
    expect(validate(JSON.parse(examples[0]?.[1] ?? "")), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe("toPostEditResult", () => {
  const nothing = NOTHING_TO_SAY;
  const found = { ...nothing, files: ["src/a.ts", "src/b.ts"], findings: [FINDING, { ...FINDING, file: "src/b.ts" }] };
  const asked: PostEditRepair = { file: "src/a.ts", state: "asked", request: 2 };
  const exhausted: PostEditRepair = { file: "src/a.ts", state: "exhausted" };
  const silent: PostEditRepair = { file: "src/b.ts", state: "silent" };
  const unrecorded: PostEditRepair = { file: "src/b.ts", state: "unrecorded" };

  it.each([
    ["findings", [asked, silent]],
    ["findings", [exhausted, unrecorded]],
    ["exhausted", [exhausted, silent]],
    ["exhausted", [silent]],
    ["findings", []],
  ] as const)("says %s where the requests stand so, and keeps to its schema (%#)", (status, repair) => {
    const result = toPostEditResult(found, repair);
    expect(result).toMatchObject({ status, repair });
    const printed = JSON.stringify(result);
    expect(validate(JSON.parse(printed)), JSON.stringify(validate.errors)).toBe(true);
    expect(toPostEditResult({ ...found, failures: [FAILURE] }, repair).status).toBe("failed");
  });

  it("is made of what several say", () => {
    const other = { ...nothing, files: ["src/b.ts"], failures: [FAILURE], changed: ["src/b.ts"] };
    const result = toPostEditResult(mergeParts([{ ...nothing, files: ["src/b.ts", "src/a.ts"] }, other]));
    expect(result).toMatchObject({ status: "failed", files: ["src/a.ts", "src/b.ts"], changed: ["src/b.ts"] });
  });

  it.each([
    ["skipped", nothing],
    ["clean", { ...nothing, files: ["src/a.ts"] }],
    ["findings", { ...nothing, files: ["src/a.ts"], findings: [FINDING] }],
    ["failed", { ...nothing, files: ["src/a.ts"], failures: [FAILURE] }],
    ["failed", { ...nothing, files: ["src/a.ts"], findings: [FINDING], failures: [FAILURE] }],
  ] as const)("says %s and keeps to its schema", (status, parts) => {
    const result = toPostEditResult(parts);
    expect(result.status).toBe(status);
    const printed = JSON.stringify(result);
    expect(validate(JSON.parse(printed)), JSON.stringify(validate.errors)).toBe(true);
  });

  it("bounds a failure's output and orders findings by place", () => {
    const later = { ...FINDING, line: 9 };
    const result = toPostEditResult({
      ...nothing,
      files: ["src/a.ts"],
      findings: [later, FINDING],
      failures: [{ ...FAILURE, output: "x".repeat(100_000) }],
    });
    expect(result.findings.map((finding) => finding.line)).toStrictEqual([1, 9]);
    expect(result.failures[0]?.output.length).toBeLessThanOrEqual(4096);
  });
});
