import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { saysDeny } from "../../src/contracts/custom-lint-deny.ts";
import { readResponse } from "../../src/contracts/custom-lint-response.ts";
import { ask, sh } from "../helpers/custom-lint.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";

// The reader against mutated answers. The judge is made of other parts: the platform's parser, the published schema and
// a look at every name. What it refuses must never pass, and what it takes must pass.

const RUNS = 20_000;
const THROUGH_THE_PROCESS = 500;
const MAX_FINDINGS = 4;

const schema: unknown = JSON.parse(
  readFileSync(path.join(PROJECT_ROOT, "receipts/custom-lint-response-1.schema.json"), "utf8")
);
const validate = new Ajv2020({ allowUnionTypes: true, strict: true }).compile(schema as object);

const usual = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });
const text = fc.oneof(
  usual(
    40,
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((words) => `w${words}`)
  ),
  usual(1, fc.string({ unit: "binary", maxLength: 12 })),
  usual(1, fc.constantFrom(" ", "\u0085", "\u2003", "\\", '"', "\0"))
);
const place = fc.oneof(
  usual(20, fc.nat(900)),
  usual(1, fc.constantFrom<unknown>(-1, 2 ** 53 - 1, 2 ** 53, 1.5, null, "4"))
);
const finding = fc.record(
  {
    id: text,
    severity: text,
    message: text,
    location: fc.option(fc.record({ path: text, line: place, column: place }, { requiredKeys: [] })),
    evidence: fc.option(text),
  },
  { requiredKeys: ["id", "severity", "message"] }
);
const response = fc.record(
  {
    schema: fc.oneof(usual(30, fc.constant("fak-custom-lint/1")), usual(1, fc.constant("fak-custom-lint/2"))),
    disposition: fc.oneof(usual(30, fc.constantFrom("allow", "deny", "advisory")), usual(1, fc.constant("block"))),
    findings: fc.option(fc.array(finding, { maxLength: MAX_FINDINGS + 1, size: "max" })),
  },
  { requiredKeys: ["schema", "disposition"] }
);

/** What goes wrong on the way to a stdout: a byte more, less or another, a piece twice, a name, a spelling. */
const mutation = fc.record({
  kind: fc.constantFrom("byte", "insert", "cut", "repeat", "swap"),
  at: fc.nat(),
  more: fc.nat(),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc
      .constantFrom(
        ",",
        "{}",
        "[]",
        "\uFEFF",
        "\0",
        '"__proto__":1,',
        '"schema":"fak-custom-lint/1",',
        '"x":0,',
        "4.0",
        "1e2",
        "NaN",
        "// a\n",
        "\\ud800",
        "'",
        "\n",
        "deny"
      )
      .map((part) => new TextEncoder().encode(part))
  ),
});

type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(bytes: Buffer<ArrayBuffer>, { kind, at, more, bytes: piece }: Mutation): Buffer<ArrayBuffer> {
  const start = at % (bytes.length + 1);
  const end = Math.min(bytes.length, start + (more % 40));
  const [before, middle, after] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)];
  if (kind === "byte") return Buffer.concat([before, piece.subarray(0, 1), bytes.subarray(start + 1)]);
  if (kind === "insert") return Buffer.concat([before, piece, middle, after]);
  if (kind === "cut") return Buffer.concat([before, after]);
  if (kind === "repeat") return Buffer.concat([before, middle, middle, after]);
  return Buffer.concat([after, middle, before]);
}

const output = fc
  .tuple(response, fc.boolean(), fc.array(mutation, { maxLength: 2 }))
  .map(([value, isWide, mutations]) => {
    let bytes = Buffer.from(JSON.stringify(value, null, isWide ? 2 : 0));
    for (const one of mutations) bytes = mutate(bytes, one);
    return bytes;
  });

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
