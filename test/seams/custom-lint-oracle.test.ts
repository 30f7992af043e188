import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CustomLintResult, CustomLintSpec } from "../../src/contracts/custom-lint.ts";
import { MAX_FINDINGS, output } from "../helpers/custom-lint-answers.ts";
import { ask, FINDING, node, says, sh, toAnswer } from "../helpers/custom-lint.ts";
import { withTemporaryDirectory } from "../helpers/hi.ts";

// Another host of the contract beside ours, on the same programs. HI_ORACLE_HOST is a program that reads one case a
// line, {spec, request} in our names, and answers one line {response, kind, stderr}; HI_ORACLE_FIXTURE is its fixture.

const HOST = process.env["HI_ORACLE_HOST"] ?? "";
const FIXTURE = process.env["HI_ORACLE_FIXTURE"] ?? "";
const RANDOM_ANSWERS = 1000;

const IS_THERE = HOST !== "" && FIXTURE !== "";
if (!IS_THERE) console.warn("NOT SHOWN: another host of the contract (HI_ORACLE_HOST, HI_ORACLE_FIXTURE)");

interface Verdict {
  readonly response: {
    readonly disposition: string;
    readonly findings?: readonly { readonly id: string; readonly message: string }[];
  };
  readonly kind: string;
}

/** The other host, as one process that answers case by case. */
class Oracle {
  private readonly child = spawn(HOST, [], { stdio: ["pipe", "pipe", "inherit"] });
  private readonly lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();

  async ask(spec: Partial<CustomLintSpec>, request: object = REQUEST): Promise<Verdict> {
    const whole = { name: "probe", onFailure: "closed", ...spec };
    this.child.stdin.write(`${JSON.stringify({ spec: whole, request })}\n`);
    const { value } = (await this.lines.next()) as { value: string };
    return JSON.parse(value) as Verdict;
  }

  end(): void {
    this.child.stdin.end();
  }
}

const REQUEST = { hook: "pre-tool", subject: { text: "safe" } };

const toVerdict = ({ response, failure }: CustomLintResult): Verdict => ({ response, kind: failure?.kind ?? "" });
/** What two hosts have to agree about; a failure's words are each host's own. */
const toEssence = ({ response, kind }: Verdict) => ({
  kind,
  disposition: response.disposition,
  findings: (response.findings ?? []).map(({ id, message }) => (kind === "" ? { id, message } : { id })),
});

describe.runIf(IS_THERE)("beside another host", () => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle();
  });

  afterAll(() => {
    oracle.end();
  });

  async function compare(
    spec: Partial<CustomLintSpec> & { readonly argv: readonly string[] },
    request = REQUEST
  ): Promise<void> {
    const theirs = toEssence(await oracle.ask(spec, request));
    expect(toEssence(toVerdict(await ask({ ...spec, request })))).toStrictEqual(theirs);
  }

  const modes = (timeout: string) =>
    [
      ["allow", [], "safe", {}],
      ["deny", [], "please deny-me", {}],
      ["environment", [], "env:HI_PLANTED_SECRET", {}],
      ["malformed", ["--mode", "malformed"], "safe", {}],
      ["overflow", ["--mode", "overflow"], "safe", {}],
      ["overflow of a small limit", ["--mode", "overflow"], "safe", { maxOutputBytes: 64 }],
      ["timeout", ["--mode", timeout], "safe", { timeoutMs: 400 }],
      ["crash", ["--mode", "crash"], "safe", {}],
      ["an unknown mode", ["--mode", "nonsense"], "safe", {}],
      ["a request that is too large", [], "x".repeat(128), { maxInputBytes: 32 }],
    ] as const;

  describe.each(["open", "closed"])("registered %s", (onFailure) => {
    it.each(modes("timeout"))("both say the same of our fixture: %s", (_, args, text, limits) =>
      compare({ argv: node("fixture.mjs", ...args), onFailure, limits }, { hook: "pre-tool", subject: { text } })
    );

    it.each(modes("sleep"))("both say the same of the other fixture: %s", (_, args, text, limits) =>
      compare({ argv: [FIXTURE, ...args], onFailure, limits }, { hook: "pre-tool", subject: { text } })
    );

    it.each([
      [
        "an answer with every member",
        says(
          toAnswer("deny", { findings: [{ ...FINDING, location: { path: "p", line: 1, column: 2 }, evidence: "e" }] })
        ),
      ],
      ["nulls", says('{"schema":"fak-custom-lint/1","disposition":"allow","findings":null}')],
      ["null", says("null")],
      ["a list", says("[]")],
      ["nothing", says("")],
      ["two values", says(toAnswer("allow").repeat(2))],
      ["a log line", says(`x\n${toAnswer("allow")}`)],
      ["a byte order mark", says(`\uFEFF${toAnswer("allow")}`)],
      [
        "a line of 4.0",
        says(
          toAnswer("allow", { findings: [{ ...FINDING, location: {} }] }).replace(
            '"location":{}',
            '"location":{"line":4.0}'
          )
        ),
      ],
      ["a blank id", says(toAnswer("allow", { findings: [{ ...FINDING, id: "\u2003" }] }))],
      ["too many findings", says(toAnswer("allow", { findings: Array.from({ length: 257 }, () => FINDING) }))],
      ["another schema", says(toAnswer("allow").replace("/1", "/2"))],
      ["an exit code", says(toAnswer("allow"), 3)],
      ["a signal", sh("kill -9 $$")],
      ["no such program", ["no-such-program-here"]],
      ["a program that does not read", sh('printf %s "$1"', toAnswer("allow"))],
      ["noise on stderr beyond its limit", sh("head -c 70000 /dev/zero >&2; cat >/dev/null")],
    ])("both say the same of %s", (_, argv) => compare({ argv, onFailure }));
  });

  it("a misspelt policy is a fault to both, and denies with us alone", async () => {
    const spec = { argv: says(toAnswer("allow")), onFailure: "Closed" };
    expect(await oracle.ask(spec)).toMatchObject({ kind: "invalid_spec", response: { disposition: "advisory" } });
    expect(toVerdict(await ask(spec))).toMatchObject({ kind: "invalid_spec", response: { disposition: "deny" } });
  });

  it.each([
    ["a name twice", '{"schema":"fak-custom-lint/1","disposition":"deny","disposition":"allow"}'],
    ["a name in another case", '{"Schema":"fak-custom-lint/1","DISPOSITION":"allow"}'],
    [
      "an integer beyond 2^53",
      '{"schema":"fak-custom-lint/1","disposition":"allow","findings":[{"id":"x","severity":"e","message":"m","location":{"line":9007199254740993}}]}',
    ],
  ])("we are stricter about %s", async (_, text) => {
    expect((await oracle.ask({ argv: says(text) })).kind).toBe("");
    expect(toVerdict(await ask({ argv: says(text) }))).toMatchObject({
      kind: "malformed_output",
      response: { disposition: "deny" },
    });
  });

  it("an explicit deny survives another fault with us alone", async () => {
    const spec = { argv: says(toAnswer("deny"), 1), onFailure: "open" };
    expect(await oracle.ask(spec)).toMatchObject({ kind: "crash", response: { disposition: "advisory" } });
    expect(toVerdict(await ask(spec))).toMatchObject({ kind: "crash", response: { disposition: "deny" } });
  });

  it("a grandchild on the pipe is a crash to the other host, and nothing to us", async () => {
    const spec = { argv: sh('cat >/dev/null; printf %s "$1"; sleep 2 &', toAnswer("allow")) };
    expect((await oracle.ask(spec)).kind).toBe("crash");
    expect(toVerdict(await ask(spec)).kind).toBe("");
  });

  /** Where we refuse what the other host takes, this is why. */
  const STRICTER = new Set(["duplicate-key", "not-utf8", "unknown-field", "unsafe-integer", "reserved-key"]);

  it(`of ${RANDOM_ANSWERS} mutated answers we take none that the other host refuses, and say why where it is the other way`, async () => {
    await withTemporaryDirectory(async (directory) => {
      const file = path.join(directory, "answer");
      const seen = { same: 0, stricter: 0, taken: 0 };
      for (const bytes of fc.sample(output, { numRuns: RANDOM_ANSWERS, seed: 11 })) {
        writeFileSync(file, bytes);
        const spec = {
          argv: sh('cat >/dev/null; cat "$1"', file),
          onFailure: "closed",
          limits: { maxFindings: MAX_FINDINGS, timeoutMs: 60_000 },
        };
        const theirs = await oracle.ask(spec);
        const ours = await ask(spec);
        if (!ours.failure) seen.taken += 1;
        if ((ours.failure?.kind ?? "") === theirs.kind) {
          expect(toEssence(toVerdict(ours)), bytes.toString("latin1")).toStrictEqual(toEssence(theirs));
          seen.same += 1;
          continue;
        }
        expect([...STRICTER], bytes.toString("latin1")).toContain(ours.failure?.reason);
        seen.stricter += 1;
      }
      process.stdout.write(`${JSON.stringify(seen)}\n`);
      expect(seen.same).toBeGreaterThan(RANDOM_ANSWERS * 0.8);
      expect(seen.taken).toBeGreaterThan(RANDOM_ANSWERS / 10);
    });
  });
});
