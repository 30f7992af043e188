import { readFileSync } from "node:fs";
import path from "node:path";

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readScannerRequest } from "../../src/contracts/scanner-request.ts";
import { SCANNER_COMMANDS } from "../../src/contracts/scanner.ts";
import type { Json } from "../../src/domain/json.ts";
import { askAdapterText, layOut } from "../helpers/adapter.ts";
import { PROJECT_ROOT, withTemporaryDirectory } from "../helpers/hi.ts";
import { mutateAt, MUTATIONS } from "../helpers/mutate-json.ts";

// The reader against mutated requests. The judge is made of other parts: the platform's parser, the published schema and
// a look at every name.

const RUNS = 20_000;
const THROUGH_THE_PROCESS = 500;

const schema = JSON.parse(
  readFileSync(path.join(PROJECT_ROOT, "receipts/scanner-request-1.schema.json"), "utf8")
) as object;
const validate = new Ajv2020({ allowUnionTypes: true, strict: true }).compile(schema);

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const file = fc.constantFrom("a.js", "src", ".", "../x", "/etc/passwd", "é \n.js", "-x", "none", "", "a\u0000b");
const whole = fc.oneof(fc.nat(5), fc.constantFrom(-1, 2 ** 53, 1.5));

/** As a request is written down: what is undefined is not there. */
function withoutAbsent(value: object): Json {
  const text = JSON.stringify(value);
  return JSON.parse(text) as Json;
}

const request = fc
  .record({
    command: fc.constantFrom<string>(...SCANNER_COMMANDS),
    schema_version: maybe(fc.constantFrom("1.0.0", "1.9", "2.0.0", "")),
    request_id: maybe(fc.string()),
    path: maybe(file),
    workspace_root: maybe(fc.constantFrom("src", ".", "none")),
    severity: maybe(fc.constantFrom("low", "high", "HIGH", null)),
    change_mode: maybe(fc.constantFrom("none", "staged", "unstaged")),
    exclude: maybe(fc.array(fc.constantFrom("src", "**/*.js", "a[", ""), { maxLength: 2 })),
    explain: maybe(fc.boolean()),
    max_file_size: maybe(whole),
    min_confidence: maybe(fc.double({ min: 0, max: 2, noNaN: true })),
    finding: maybe(
      fc.record({ rule_id: maybe(fc.constantFrom("js/no-eval", "x]")), file: maybe(file), line: maybe(whole) })
    ),
    suppression: maybe(fc.constantFrom("inline", "config", "baseline", "none")),
    "✓ not known": maybe(fc.jsonValue({ maxDepth: 2 })),
  })
  .map((value) => withoutAbsent(value));

/** A request that most often can be answered. */
const sound = fc
  .record({
    command: fc.constantFrom<string>(...SCANNER_COMMANDS),
    path: fc.constantFrom("a.js", "src", "."),
    severity: maybe(fc.constantFrom("low", "high")),
    finding: fc.constant({ rule_id: "js/no-eval", file: "a.js" }),
  })
  .map((value) => Buffer.from(JSON.stringify(value)));

/** A request's bytes: as they are, one value changed, or some bytes changed. */
const bytes = fc
  .tuple(
    request,
    fc.option(fc.tuple(fc.integer({ min: 1, max: 12 }), MUTATIONS), { freq: 2 }),
    fc.nat(3),
    fc.nat(),
    fc.nat(255)
  )
  .map(([value, mutation, kind, at, byte]) => {
    const changed = mutation ? mutateAt(value, ...mutation) : value;
    const text = Buffer.from(JSON.stringify(changed));
    if (kind === 1) return text.subarray(0, at % (text.length + 1));
    if (kind === 2) text[at % text.length] = byte;
    return text;
  });

function isRequest(input: Uint8Array): boolean {
  let plain: string;
  try {
    plain = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(input);
    if (!validate(JSON.parse(plain))) return false;
  } catch {
    return false;
  }
  return !hasOddSpelling(plain);
}

/** A name twice in one object, and numbers that the platform makes whole numbers of. */
function hasOddSpelling(plain: string): boolean {
  const objects: (Set<string> | undefined)[] = [];
  for (const token of plain.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    const [sign, colon] = token;
    if (sign === "{") objects.push(new Set());
    else if (sign === "[") objects.push(undefined);
    else if (sign === "}" || sign === "]") objects.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(sign.slice(0, -colon.length)) as string;
      if (objects.at(-1)?.has(name)) return true;
      objects.at(-1)?.add(name);
    }
  }
  return hasOddNumber(plain);
}

/** Whole numbers of the contract that are spelled otherwise, by the platform's own word for their spelling. */
function hasOddNumber(plain: string): boolean {
  const spelled = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === "number" ? { source: context?.source ?? "" } : value;
  const parse = JSON.parse as (text: string, reviver: typeof spelled) => Record<string, Record<string, unknown>>;
  const { max_file_size: size, finding } = parse(plain, spelled);
  const numbers = [size, finding?.["line"], finding?.["column"]] as readonly { readonly source?: string }[];
  return numbers.some((number) => /[.eE]/.test(number?.source ?? ""));
}

describe("the reader of a request", () => {
  it(`takes what is one and nothing else, and never throws (${RUNS} requests)`, () => {
    const seen = { taken: 0, refused: 0 };
    fc.assert(
      fc.property(bytes, (input) => {
        const reading = readScannerRequest(input);
        expect(reading.ok, input.toString("latin1")).toBe(isRequest(input));
        seen[reading.ok ? "taken" : "refused"] += 1;
        if (!reading.ok) expect(reading.error).toMatch(/^invalid adapter request: ./);
      }),
      { numRuns: RUNS, seed: 20_261_130 }
    );
    // Both sides of the judge were met, and often.
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(RUNS / 10);
  });

  it("never throws for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (input) => {
        expect(readScannerRequest(input).ok).toBe(false);
      }),
      { numRuns: 5000 }
    );
  });

  it("echoes the id of every text that is JSON and has one", () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue({ maxDepth: 3 }), (id, more) => {
        const reading = readScannerRequest(Buffer.from(JSON.stringify({ command: 1, more, request_id: id })));
        expect(reading).toMatchObject({ ok: false, requestId: id.toWellFormed() });
      }),
      { numRuns: 2000 }
    );
  });
});

it(`answers each as a process too, with one JSON value and exit 0 (${THROUGH_THE_PROCESS} requests)`, async () => {
  await withTemporaryDirectory(async (cwd) => {
    layOut(cwd, { "a.js": "eval(x);\n", "src/b.ts": "let b = 1;\n" });
    const inputs = fc.sample(fc.oneof(bytes, sound), { numRuns: THROUGH_THE_PROCESS, seed: 7 });
    const seen = { answered: 0, failed: 0 };
    const work = async (): Promise<void> => {
      for (let input = inputs.pop(); input; input = inputs.pop()) {
        const response = await askAdapterText(input, { cwd });
        const reading = readScannerRequest(input);
        if (!reading.ok) expect(response.error).toBe(reading.error);
        expect(response.command).toBe(reading.ok ? reading.request.command : null);
        seen[response.ok ? "answered" : "failed"] += 1;
      }
    };
    await Promise.all([work(), work()]);
    expect(Math.min(seen.answered, seen.failed)).toBeGreaterThan(THROUGH_THE_PROCESS / 20);
  });
});
