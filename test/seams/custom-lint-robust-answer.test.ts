import { writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { ask, FINDING, says, sh, toAnswer, toVerdict } from "../helpers/custom-lint.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";

// What programs print that is no answer, numbered as in test/README.md, each by a real process. Under `open`, so that
// a fault that was taken for an allow would show.

const OK = ["allow", undefined, undefined];
const ALLOW = toAnswer("allow");

type Case = readonly [name: string, output: string, kind: string, reason: string];

/** Answers of bytes that no argument can hold. */
async function askBytes(output: Uint8Array, more: object = {}) {
  return withTemporaryDirectory(async (directory) => {
    const file = path.join(directory, "answer");
    writeFileSync(file, output);
    return ask({ argv: sh('cat >/dev/null; cat "$1"', file), onFailure: "open", ...more });
  });
}

const withFinding = (finding: unknown): string => toAnswer("allow", { findings: [finding] });
const at = (line: string): string =>
  `{"schema":"fak-custom-lint/1","disposition":"allow","findings":[{"id":"x","severity":"e","message":"m","location":{"line":${line}}}]}`;

const MALFORMED: readonly Case[] = [
  [
    "15: a key twice",
    '{"schema":"fak-custom-lint/1","disposition":"allow","disposition":"allow"}',
    "malformed_output",
    "duplicate-key",
  ],
  [
    "15: a key twice, once by an escape",
    '{"schema":"fak-custom-lint/1","disposition":"allow","\\u0064isposition":"allow"}',
    "malformed_output",
    "duplicate-key",
  ],
  [
    "15: a location twice",
    withFinding(FINDING).replace('"id"', '"location":{"line":1},"location":{"path":"p"},"id"'),
    "malformed_output",
    "duplicate-key",
  ],
  ["15: findings twice", ALLOW.replace("}", ',"findings":[],"findings":[]}'), "malformed_output", "duplicate-key"],
  ["15: another case", ALLOW.replace("schema", "Schema"), "malformed_output", "unknown-field"],
  ["16: a line with a point", at("4.0"), "malformed_output", "no-integer"],
  ["16: a line with an exponent", at("1e2"), "malformed_output", "no-integer"],
  ["16: half a line", at("1.5"), "malformed_output", "no-integer"],
  ["16: a line in quotes", at('"4"'), "malformed_output", "wrong-type"],
  ["16: a line beyond 2^53", at("9007199254740993"), "malformed_output", "unsafe-integer"],
  ["16: a line of 2^63", at("9223372036854775808"), "malformed_output", "unsafe-integer"],
  ["16: a line with a leading zero", at("04"), "malformed_output", "syntax"],
  ["17: NaN", at("NaN"), "malformed_output", "syntax"],
  ["17: Infinity", at("-Infinity"), "malformed_output", "syntax"],
  ["17: a trailing comma", ALLOW.replace("}", ",}"), "malformed_output", "syntax"],
  ["17: a comment", `/* fine */${ALLOW}`, "malformed_output", "syntax"],
  ["17: single quotes", ALLOW.replaceAll('"', "'"), "malformed_output", "syntax"],
  ["17: a bare name", ALLOW.replace('"schema"', "schema"), "malformed_output", "syntax"],
  [
    "17: a line break in a text",
    withFinding({ ...FINDING, message: "a\nb" }).replace("\\n", "\n"),
    "malformed_output",
    "syntax",
  ],
  ["17: an escape that is none", withFinding(FINDING).replace('"m"', String.raw`"\x41"`), "malformed_output", "syntax"],
  ["17: cut off", ALLOW.slice(0, -1), "malformed_output", "syntax"],
  ["17: cut off in a text", ALLOW.slice(0, 12), "malformed_output", "syntax"],
  ["18: nesting", "[".repeat(100_000), "malformed_output", "too-deep"],
  ["19: a list", "[]", "malformed_output", "wrong-type"],
  ["19: a text", '"allow"', "malformed_output", "wrong-type"],
  ["19: a number", "0", "malformed_output", "wrong-type"],
  ["19: a word", "true", "malformed_output", "wrong-type"],
  ["19: findings as an object", toAnswer("allow", { findings: {} }), "malformed_output", "wrong-type"],
  ["19: a finding as a text", withFinding("no"), "malformed_output", "wrong-type"],
  ["19: an id as a number", withFinding({ ...FINDING, id: 5 }), "malformed_output", "wrong-type"],
  ["19: a location as a list", withFinding({ ...FINDING, location: [] }), "malformed_output", "wrong-type"],
  ["19: a disposition as a word", ALLOW.replace('"allow"', "true"), "malformed_output", "wrong-type"],
  ["20: nothing", "", "malformed_output", "empty"],
  ["20: white space", " \n\t ", "malformed_output", "empty"],
  ["20: two values", ALLOW + ALLOW, "malformed_output", "second-value"],
  ["20: two lines", `${ALLOW}\n${ALLOW}\n`, "malformed_output", "second-value"],
  ["20: a log line after", `${ALLOW}\ndone\n`, "malformed_output", "second-value"],
  ["20: a log line before", `checking\n${ALLOW}`, "malformed_output", "syntax"],
  ["20: a no-break space before", `\u00A0${ALLOW}`, "malformed_output", "syntax"],
  [
    "21: __proto__ at the top",
    ALLOW.replace("{", '{"__proto__":{"disposition":"allow"},'),
    "malformed_output",
    "reserved-key",
  ],
  [
    "21: __proto__ in a finding",
    withFinding(FINDING).replace('{"id"', '{"__proto__":null,"id"'),
    "malformed_output",
    "reserved-key",
  ],
  [
    "21: __proto__ by an escape",
    ALLOW.replace("{", String.raw`{"\u005f_proto__":1,`),
    "malformed_output",
    "reserved-key",
  ],
  ["21: constructor", ALLOW.replace("{", '{"constructor":{},'), "malformed_output", "unknown-field"],
  ["3: a member that is not known", toAnswer("allow", { note: "" }), "malformed_output", "unknown-field"],
  ["3: one in a finding", withFinding({ ...FINDING, fix: "" }), "malformed_output", "unknown-field"],
  ["3: one in a location", withFinding({ ...FINDING, location: { end: 1 } }), "malformed_output", "unknown-field"],
];

const INVALID: readonly Case[] = [
  ["19: null", "null", "invalid_response", "response-schema"],
  ["19: an empty object", "{}", "invalid_response", "response-schema"],
  ["19: a finding that is null", withFinding(null), "invalid_response", "incomplete-finding"],
  ["19: an id that is null", withFinding({ ...FINDING, id: null }), "invalid_response", "incomplete-finding"],
  ["19: no severity", withFinding({ id: "x", message: "m" }), "invalid_response", "incomplete-finding"],
  [
    "27: an id of no-break spaces",
    withFinding({ ...FINDING, id: "\u00A0\u0085" }),
    "invalid_response",
    "incomplete-finding",
  ],
  [
    "27: a message of em spaces",
    withFinding({ ...FINDING, message: "\u2003\t" }),
    "invalid_response",
    "incomplete-finding",
  ],
  ["another version", ALLOW.replace("/1", "/2"), "invalid_response", "response-schema"],
  ["another disposition", toAnswer("block"), "invalid_response", "unknown-disposition"],
  ["a disposition in capitals", toAnswer("ALLOW"), "invalid_response", "unknown-disposition"],
  ["a negative line", at("-1"), "invalid_response", "negative-location"],
  [
    "28: a finding too many",
    toAnswer("allow", { findings: Array.from({ length: 257 }, () => FINDING) }),
    "invalid_response",
    "too-many-findings",
  ],
];

it.each([...MALFORMED, ...INVALID])("%s", async (_, output, kind, reason) => {
  const open =
    output.length > 50_000 ? await askBytes(Buffer.from(output)) : await ask({ argv: says(output), onFailure: "open" });
  expect(toVerdict(open)).toStrictEqual(["advisory", kind, reason]);
  expect(open.response.findings).toHaveLength(1);
  expect(open.failure?.message.length).toBeLessThan(200);
});

it.each([
  [
    "13: bytes that are no UTF-8",
    Buffer.concat([Buffer.from(ALLOW.slice(0, -1)), Buffer.from([0xff]), Buffer.from("}")]),
    "not-utf8",
  ],
  [
    "13: half a character in a text",
    Buffer.from(withFinding({ ...FINDING, message: "é" })).subarray(0, -5),
    "not-utf8",
  ],
  ["13: an overlong spelling", Buffer.from([0x22, 0xc0, 0xaf, 0x22]), "not-utf8"],
  ["13: half of a surrogate pair", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), "not-utf8"],
  ["14: a byte order mark", Buffer.from(`\uFEFF${ALLOW}`), "byte-order-mark"],
  ["14: UTF-16", Buffer.from(`\uFEFF${ALLOW}`, "utf16le"), "not-utf8"],
  ["18: nesting that would exhaust a stack", Buffer.from(`${"[".repeat(200_000)}${"]".repeat(200_000)}`), "too-deep"],
  ["20: a value and a NUL", Buffer.from(`${ALLOW}\0`), "second-value"],
] as const)("%s", async (_, output, reason) => {
  const closed = await askBytes(output, { onFailure: "closed" });
  expect(toVerdict(closed)).toStrictEqual(["deny", "malformed_output", reason]);
  expect(toVerdict(await askBytes(output))).toStrictEqual(["advisory", "malformed_output", reason]);
});

describe("what is an answer all the same", () => {
  it.each([
    ["20: white space round it", `\r\n\t ${ALLOW}\n\n`],
    ["19: findings that are null", toAnswer("allow", { findings: null })],
    ["19: a location that is null", withFinding({ ...FINDING, location: null, evidence: null })],
    ["16: a line that is null", withFinding({ ...FINDING, location: { line: null } })],
    ["16: the largest line", at("9007199254740991")],
    ["16: minus zero", at("-0")],
    ["allow with a finding of an error", withFinding(FINDING)],
    ["17: an escaped half of a character", withFinding(FINDING).replace('"m"', String.raw`"\ud800"`)],
  ])("%s", async (_, output) => {
    expect(toVerdict(await ask({ argv: says(output) }))).toStrictEqual(OK);
  });

  it("26: a location that says nothing is left out, and 27: texts stay as they are", async () => {
    const finding = {
      id: " x ",
      severity: "whatever",
      message: " m\t",
      location: { path: "", line: 0, column: 0 },
      evidence: "",
    };
    const { response } = await ask({ argv: says(withFinding(finding)) });
    expect(response.findings).toStrictEqual([{ id: " x ", severity: "whatever", message: " m\t" }]);
    const kept = { ...FINDING, location: { path: "../../etc", line: 4, column: 0 } };
    expect((await ask({ argv: says(withFinding(kept)) })).response.findings[0]?.location).toStrictEqual({
      path: "../../etc",
      line: 4,
    });
  });

  it("28: as many findings as are allowed, in their order", async () => {
    const findings = Array.from({ length: 256 }, (_, index) => ({ ...FINDING, id: `n${index}` }));
    const result = await ask({ argv: says(toAnswer("deny", { findings })) });
    expect(result.failure).toBeUndefined();
    expect(result.response.findings.map(({ id }) => id)).toStrictEqual(findings.map(({ id }) => id));
    const fewer = await ask({
      argv: says(toAnswer("allow", { findings: [FINDING, FINDING] })),
      limits: { maxFindings: 1 },
    });
    expect(toVerdict(fewer)).toStrictEqual(["deny", "invalid_response", "too-many-findings"]);
  });
});

it("21: a subject that names a prototype goes through and pollutes nothing", async () => {
  const subject: unknown = JSON.parse(
    '{"tool":"shell","args":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}'
  );
  const result = await ask({ argv: sh("cat >&2"), request: { hook: "pre-tool", subject } });
  expect(result.stderr).toBe(`${JSON.stringify({ schema: "fak-custom-lint/1", hook: "pre-tool", subject })}\n`);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

const DENY = toAnswer("deny", { findings: [FINDING] });

describe("3: an explicit deny is never made an allow by another fault", () => {
  it.each([
    ["a member that is not known", toAnswer("deny", { note: 1 })],
    ["a finding too many", toAnswer("deny", { findings: Array.from({ length: 257 }, () => FINDING) })],
    ["an incomplete finding", toAnswer("deny", { findings: [{ id: "x" }] })],
    ["another version", DENY.replace("/1", "/2")],
    ["cut off behind it", DENY.slice(0, 60)],
    ["a later allow", '{"schema":"fak-custom-lint/1","disposition":"deny","disposition":"allow"}'],
    ["an earlier allow", '{"schema":"fak-custom-lint/1","disposition":"allow","disposition":"deny"}'],
    ["a second value", `${DENY}\n${ALLOW}`],
    ["a second value behind an allow", `${ALLOW}\n${DENY}`],
    ["a log line before", `checking {1 of 2\n${DENY}`],
    ["a byte order mark", `\uFEFF${DENY}`],
    ["an escape in its name", `${DENY.replace("disposition", String.raw`dispo\u0073ition`)}.`],
    ["a line break behind the colon", `${DENY.replace('disposition":', 'disposition"\n:\n ')}.`],
    ["a raw line break in a text before it", '{"findings":[{"message":"one\ntwo"}],"disposition":"deny"}'],
    ["a quote too many before it", '{"findings":[{"message":"5" disk"}],"disposition":"deny"}'],
    ["a bracket too few before it", '{"findings":[{"id":"a"},"disposition":"deny"}'],
    ["a list round it", `[${DENY}]`],
    ["many blanks in what is else whole", DENY.replace('"deny"', `${" ".repeat(100)}"deny","more":1`)],
    ["many blanks, and a second word", DENY.replace('"deny"', `${"\n".repeat(100)}"deny","disposition":"allow"`)],
    ["a log line before it, on its line", `12:00 [info {x ${DENY}`],
    ["a hundred blanks before its colon", `${DENY.replace('disposition":', `disposition"${" ".repeat(100)}:`)}.`],
  ])("%s", async (_, output) => {
    const result = await ask({ argv: says(output), onFailure: "open" });
    expect(result.failure).toBeDefined();
    expect(result.response.disposition).toBe("deny");
  });

  it.each([
    ["it crashes then", 'printf %s "$1"; kill -9 $$', "crash"],
    ["it hangs then", 'printf %s "$1"; sleep 60', "timeout"],
    ["it floods then", 'printf "%s\\n" "$1"; yes', "output_overflow"],
    ["it is in two bytes a character", 'printf %s "$1" | iconv -f UTF-8 -t UTF-16LE', "malformed_output"],
    ["it is not UTF-8 then", 'printf "%s\\377" "$1"', "malformed_output"],
  ])("%s", async (_, script, kind) => {
    const result = await ask({ argv: sh(script, DENY), onFailure: "open", limits: { timeoutMs: 1000 } });
    expect([result.response.disposition, result.failure?.kind]).toStrictEqual(["deny", kind]);
  });

  it.each([
    ["inside a text", toAnswer("allow", { note: '{"disposition":"deny"}' })],
    ["inside a member", toAnswer("allow", { note: { disposition: "deny" } })],
    ["of another spelling", toAnswer("Deny")],
    ["as a name", '{"deny":"disposition"}'],
  ])("and nothing else is taken for one: %s", async (_, output) => {
    const result = await ask({ argv: says(output), onFailure: "open" });
    expect(result.failure).toBeDefined();
    expect(result.response.disposition).toBe("advisory");
  });
});
