import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { saysDeny } from "../../src/contracts/custom-lint-deny.ts";
import { readResponse } from "../../src/contracts/custom-lint-response.ts";
import { MAX_FINDINGS, output, response } from "../helpers/custom-lint-answers.ts";
import { ask, sh } from "../helpers/custom-lint.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";

// The reader against mutated answers. The judge is made of other parts: the platform's parser, the published schema and
// a look at every name. What it refuses must never pass, and what it takes must pass.

const RUNS = 20_000;
const THROUGH_THE_PROCESS = 500;

const schema: unknown = JSON.parse(
  readFileSync(path.join(PROJECT_ROOT, "receipts/custom-lint-response-1.schema.json"), "utf8")
);
const validate = new Ajv2020({ allowUnionTypes: true, strict: true }).compile(schema as object);

/** Undefined for what is no answer of the contract. */
function judge(bytes: Buffer): unknown {
  let value: unknown;
  let plain: string;
  try {
    plain = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(plain);
  } catch {
    return undefined;
  }
  if (hasRepeatedOrOddNames(plain) || hasOddNumbers(plain) || !validate(value)) return undefined;
  const { findings } = value as { readonly findings?: readonly unknown[] | null };
  return (findings ?? []).length <= MAX_FINDINGS ? value : undefined;
}

/** Names of one object that JSON.parse would join: found by the texts before a colon, object by object. */
function hasRepeatedOrOddNames(plain: string): boolean {
  const objects: (Set<string> | undefined)[] = [];
  for (const token of plain.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    const [sign, colon] = token;
    if (sign === "{") objects.push(new Set());
    else if (sign === "[") objects.push(undefined);
    else if (sign === "}" || sign === "]") objects.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(sign.slice(0, -colon.length)) as string;
      if (name === "__proto__" || objects.at(-1)?.has(name)) return true;
      objects.at(-1)?.add(name);
    }
  }
  return false;
}

/** Spellings of numbers that the platform makes whole numbers of. */
function hasOddNumbers(plain: string): boolean {
  const outside = plain.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return [...outside.matchAll(/-?\d[\d.eE+-]*/g)].some(([number]) => !/^-?\d+$/.test(number));
}

describe("the reader of a response", () => {
  it(`takes what is one and nothing else, and never throws (${RUNS} answers)`, () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(output, (bytes) => {
        const reading = readResponse(bytes, MAX_FINDINGS);
        expect(reading.ok, bytes.toString("latin1")).toBe(judge(bytes) !== undefined);
        seen[reading.ok ? "taken" : "refused"] += 1;
        if (!reading.ok) return;
        // A deny that is read is a deny that is seen.
        expect(saysDeny(bytes)).toBe(reading.response.disposition === "deny");
      }),
      { numRuns: RUNS, seed: 20_261_130 }
    );
    // Both sides of the judge were met, and often.
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(RUNS / 10);
  });

  it("keeps every text that it takes", () => {
    fc.assert(
      fc.property(response, (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const reading = readResponse(bytes, MAX_FINDINGS);
        if (!reading.ok) return;
        const wanted = (value.findings ?? []).map(({ id, severity, message }) => ({ id, severity, message }));
        expect(reading.response.findings).toMatchObject(wanted);
      }),
      { numRuns: 2000 }
    );
  });

  it("never throws for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readResponse(bytes, MAX_FINDINGS).ok).toBe(false);
        expect(typeof saysDeny(bytes)).toBe("boolean");
      }),
      { numRuns: 5000 }
    );
  });
});

it(`says the same through the process (${THROUGH_THE_PROCESS} answers)`, async () => {
  await withTemporaryDirectory(async (directory) => {
    const file = path.join(directory, "answer");
    for (const bytes of fc.sample(output, { numRuns: THROUGH_THE_PROCESS, seed: 7 })) {
      writeFileSync(file, bytes);
      const argv = sh('cat >/dev/null; cat "$1"', file);
      const result = await ask({ argv, onFailure: "open", limits: { maxFindings: MAX_FINDINGS, timeoutMs: 60_000 } });
      const reading = readResponse(bytes, MAX_FINDINGS);
      const failed = saysDeny(bytes) ? "deny" : "advisory";
      expect(result.failure).toStrictEqual(reading.ok ? undefined : reading.failure);
      expect(result.response.disposition).toBe(reading.ok ? reading.response.disposition : failed);
    }
  });
});
