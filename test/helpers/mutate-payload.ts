import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import fc from "fast-check";

const CORPUS = path.resolve(import.meta.dirname, "../fixtures/payloads");

/** One payload of the corpus, and whose it is. */
export interface SamplePayload {
  readonly provider: string;
  readonly payload: unknown;
}

/** Every payload of the corpus, with its repository in the place of `{{repo}}`. */
export function readSamples(repository: string): readonly SamplePayload[] {
  const place = JSON.stringify(repository).slice(1, -1);
  return readdirSync(CORPUS).flatMap((provider) =>
    readdirSync(path.join(CORPUS, provider)).map((name) => {
      const text = readFileSync(path.join(CORPUS, provider, name), "utf8").replaceAll("{{repo}}", place);
      return { provider, payload: (JSON.parse(text) as { payload: unknown }).payload };
    })
  );
}

const toText = (value: unknown): string => JSON.stringify(value);

const PATCH_LINES = [
  "*** Begin Patch",
  "*** Update File: ../a.ts",
  "*** Move to: /etc/a.ts",
  "*** Add File: src/a.ts",
  "*** End Patch",
  "+x",
  " ",
];

/** JSON texts for the place of a value: other types, keys of prototypes, depth and size. */
const strangeText: fc.Arbitrary<string> = fc.oneof(
  fc.json(),
  fc
    .constantFrom(null, true, 0, -1, 1e308, "", " ", "\0", "../../etc/passwd", "/", "~", "%2e%2e/a.ts", [], {}, [[]])
    .map(toText),
  fc
    .constantFrom("__proto__", "constructor", "toString")
    .map((key) => `{"${key}":{"file_path":"/etc/a.ts","cwd":"/"}}`),
  fc.integer({ min: 1, max: 100_000 }).map((depth) => `${'{"tool_input":['.repeat(depth)}1${"]}".repeat(depth)}`),
  fc.integer({ min: 1, max: 200_000 }).map((length) => toText("x".repeat(length))),
  fc.array(fc.constantFrom(...PATCH_LINES), { maxLength: 30 }).map((lines) => toText(lines.join("\n")))
);

/** No payload holds it. */
const HERE = "\u0001here\u0001";

/** A payload's text with another value somewhere, at the place that a number picks. */
function swap(payload: unknown, at: number, strange: string): string {
  return toText(mark(payload, at)).replace(toText(HERE), () => strange);
}

function mark(value: unknown, at: number): unknown {
  if (typeof value !== "object" || value === null || at % 5 === 0) return HERE;
  const entries = Object.entries(value);
  const chosen = at % Math.max(1, entries.length);
  const marked = entries.map(([key, inner], index) => [
    key,
    index === chosen ? mark(inner, Math.floor(at / entries.length) + 1) : inner,
  ]);
  return Array.isArray(value) ? marked.map(([, inner]) => inner) : Object.fromEntries(marked);
}

type Mutation = (text: string, payload: unknown) => Buffer;

const byteFlips: fc.Arbitrary<Mutation> = fc
  .array(fc.tuple(fc.nat(100_000), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 })
  .map((flips) => (text) => {
    const bytes = Buffer.from(text);
    for (const [at, byte] of flips) bytes[at % bytes.length] = byte;
    return bytes;
  });

const cuts: fc.Arbitrary<Mutation> = fc.tuple(fc.nat(100_000), fc.nat(100_000)).map(
  ([from, to]) =>
    (text) =>
      Buffer.from(text).subarray(Math.min(from % 40, text.length), to % (text.length + 1))
);

const swaps: fc.Arbitrary<Mutation> = fc.tuple(fc.nat(1_000_000), strangeText).map(
  ([at, strange]) =>
    (_, payload) =>
      Buffer.from(swap(payload, at, strange))
);

const wraps: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.constantFrom("\uFEFF", "\uFEFF\uFEFF", "{", "}", "n++ ", '"', "{}", "\0", "[", "\\"),
    fc.constantFrom("", "}", "{", "\0", "\r\n", '{"a":1}')
  )
  .map(
    ([before, after]) =>
      (text) =>
        Buffer.from(before + text + after)
  );

/** A payload of the corpus, changed: bytes, length, types, depth, size, keys of prototypes, noise around it. */
export function mutatedPayload(samples: readonly SamplePayload[]): fc.Arbitrary<{ provider: string; bytes: Buffer }> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.oneof(byteFlips, cuts, swaps, swaps, wraps))
    .map(([{ provider, payload }, mutate]) => ({ provider, bytes: mutate(JSON.stringify(payload), payload) }));
}
