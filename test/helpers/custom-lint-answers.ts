import fc from "fast-check";

/** Few, so that too many come up. */
export const MAX_FINDINGS = 4;

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
/** Answers of which most are right, and every rule is broken now and then. */
export const response = fc.record(
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

/** The bytes of such an answer, mutated up to two times. */
export const output = fc
  .tuple(response, fc.boolean(), fc.array(mutation, { maxLength: 2 }))
  .map(([value, isWide, mutations]) => {
    let bytes = Buffer.from(JSON.stringify(value, null, isWide ? 2 : 0));
    for (const one of mutations) bytes = mutate(bytes, one);
    return bytes;
  });
