import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseScannerAnswer } from "../../src/contracts/scanner-answer.ts";

const FINDING = { rule_id: "js/no-eval", severity: "high", description: "eval runs text", line: 3 };
const RESPONSE = {
  schema_version: "1.0.0",
  command: "scan-file",
  ok: true,
  exit_code: 1,
  findings: [FINDING],
  notices: [],
};
const parse = (value: unknown) => parseScannerAnswer(JSON.stringify(value));

describe("what an adapter printed", () => {
  it("is taken with what it says, and with what holds where it says nothing", () => {
    expect(parse(RESPONSE)).toStrictEqual({
      kind: "scanned",
      findings: [
        {
          rule: "js/no-eval",
          severity: "high",
          description: "eval runs text",
          line: 3,
          column: 1,
          endLine: 3,
          endColumn: 1,
        },
      ],
    });
  });

  it.each([
    [{ ...RESPONSE, findings: [{ ...FINDING, severity: "severe" }] }],
    [{ ...RESPONSE, findings: [{ ...FINDING, line: 0 }] }],
    [{ ...RESPONSE, findings: [{ ...FINDING, line: 1.5 }] }],
    [{ ...RESPONSE, findings: [{ ...FINDING, rule_id: "\u200B" }] }],
    [{ ...RESPONSE, findings: [FINDING, null] }],
    [{ ...RESPONSE, findings: Array.from({ length: 1001 }, () => FINDING) }],
    [{ ...RESPONSE, schema_version: "2.0.0" }],
    [{ ...RESPONSE, schema_version: 1 }],
    [{ ...RESPONSE, ok: "yes", findings: undefined }],
    [null],
    ["text"],
    [3],
  ])("is malformed as %j", (value) => {
    expect(parse(value).kind).toBe("malformed");
  });

  it("has no members of the language's own prototypes", () => {
    expect(parseScannerAnswer('{"__proto__":{"ok":true,"findings":[]}}').kind).toBe("malformed");
    expect(parseScannerAnswer('{"ok":true,"findings":[{"__proto__":{"severity":"high"}}]}').kind).toBe("malformed");
  });

  it("never throws, and every text of it is one harmless line, whatever it is", () => {
    const text = fc.string({ unit: "binary", maxLength: 30 });
    const value = fc.oneof(text, fc.integer(), fc.constant(null), fc.boolean(), fc.constantFrom("high", "low"));
    const finding = fc.record(
      { rule_id: value, severity: value, description: value, line: value, column: value, fix_suggestion: value },
      { requiredKeys: [] }
    );
    const response = fc.record(
      { ok: value, error: value, schema_version: fc.oneof(value, fc.constant("1.0.0")), findings: fc.array(finding) },
      { requiredKeys: [] }
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          text,
          response.map((one) => JSON.stringify(one))
        ),
        (printed) => {
          const answer = parseScannerAnswer(printed);
          const said =
            answer.kind === "scanned"
              ? answer.findings.map(({ description }) => description)
              : [JSON.stringify(answer)];
          for (const line of said) expect(line).not.toMatch(/[\n\r\u001B\u202E]/);
        }
      ),
      { numRuns: 20_000 }
    );
  });
});
