import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { findAgent } from "../../src/agents/find-agent.ts";
import { toPostEditResult } from "../../src/contracts/post-edit-result.ts";
import type { PostEditFinding, PostEditRepair, PostEditResult } from "../../src/contracts/post-edit-result.ts";
import { findAnswerFaults } from "../helpers/answer-schemas.ts";

// Seed 003 AC-009, AC-010: whatever a result holds, each provider's answer is one that it takes whole.

/** Codex cuts a text of more than about 2,500 tokens; Claude Code replaces a context of more than 10,000 characters. */
const MOST_BYTES = 10_000;
const HIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB\u2800]/u;

const nasty = fc.constantFrom(
  ..."\u001B[31m|\u001B]0;t\u0007|\u001BP1$r|\u009B2J|\u202E|\u2066|\u200B|\u200D|\uFE0F|\u{E0100}|\u{E0041}|\u00AD|\u034F|\u115F|\u3164|\u2800|\uD800|\u2028|\n|\r|\u0085|\u0000|\uFFF9|日本語|😀".split(
    "|"
  )
);
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: "binary" }), fc.lorem()), { maxLength: 30 })
  .map((all) => all.join(""));
const long = fc.oneof(text, fc.constantFrom("m".repeat(5000), "語".repeat(3000), "\u202E".repeat(5000)));
const file = fc.oneof(
  fc.constantFrom("src/a.ts", "src/b.ts", "src/語.ts", `${"deep/".repeat(80)}a.ts`),
  text.map((name) => `x${name}`)
);
const place = fc.integer({ min: 1, max: 99_999 });

const finding: fc.Arbitrary<PostEditFinding> = fc.record(
  {
    file,
    rule: long,
    severity: fc.constantFrom("error" as const, "warning" as const),
    line: place,
    column: place,
    message: long,
    help: long,
    url: long,
    isAdvice: fc.constant(true as const),
  },
  { requiredKeys: ["file", "rule", "severity", "line", "column", "message"] }
);

const state = fc.constantFrom("asked" as const, "exhausted" as const, "silent" as const, "unrecorded" as const);

const result: fc.Arbitrary<PostEditResult> = fc
  .record({
    findings: fc.oneof(fc.array(finding, { maxLength: 4 }), fc.array(finding, { minLength: 50, maxLength: 200 })),
    failures: fc.array(
      fc.record({
        kind: fc.constantFrom("process" as const, "timeout" as const),
        command: fc.array(long, { maxLength: 3 }),
        exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
        signal: fc.option(fc.constant("SIGKILL")),
        output: long,
      }),
      { maxLength: 2 }
    ),
    changed: fc.array(file, { maxLength: 6 }),
    rerun: fc.array(fc.record({ cwd: file, command: fc.array(long, { minLength: 1, maxLength: 4 }) }), {
      maxLength: 2,
    }),
    states: fc.array(fc.tuple(state, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 9 }),
    isHeard: fc.boolean(),
  })
  .map(({ states, isHeard, ...part }) => {
    const files = [...new Set(part.findings.filter((found) => !found.isAdvice).map((found) => found.file))];
    const repair = files.map((name, at): PostEditRepair => {
      const [said, request] = states[at % states.length] ?? ["asked", 1];
      return said === "asked" ? { file: name, state: said, request } : { file: name, state: said };
    });
    return toPostEditResult({ ...part, files }, isHeard ? repair : []);
  });

/** Every text of an answer. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const count = (
  findings: readonly PostEditFinding[],
  repair: readonly PostEditRepair[],
  states: readonly string[]
): number => {
  const wanted = new Set(repair.filter((entry) => states.includes(entry.state)).map((entry) => entry.file));
  return findings.filter((found) => !found.isAdvice && wanted.has(found.file)).length;
};

interface Answer {
  readonly reason?: string;
  readonly hookSpecificOutput?: { readonly additionalContext: string };
  readonly additional_context?: string;
  readonly text?: string;
}

const toContext = (answer: Answer): string =>
  answer.hookSpecificOutput?.additionalContext ?? answer.additional_context ?? answer.text ?? "";

/** Findings that a text shows, and those that it says it leaves out. */
function countTold(told: string): number {
  const lines = told.split("\n");
  const shown = lines.filter((line) => /^\S.*:\d+:\d+ .*(?:error|warning)/.test(line) && !line.startsWith("hi")).length;
  const leftOut = lines.map((line) => Number(/^… and (\d+) more that are not shown here$/.exec(line)?.[1] ?? 0));
  return shown + leftOut.reduce((sum, left) => sum + left, 0);
}

describe("any result, as it is", () => {
  it("is printed so that a terminal shows every character, and reads back the same", () => {
    fc.assert(
      fc.property(result, (said) => {
        const printed = findAgent("neutral")?.respond(said) ?? "";
        expect(printed).not.toMatch(HIDDEN);
        expect(JSON.parse(printed)).toEqual(said);
      }),
      { numRuns: 50 }
    );
  });
});

describe.each(["claude", "codex", "cursor", "opencode"])("any result, for %s", (provider) => {
  const respond = (said: PostEditResult): string => findAgent(provider)?.respond(said, "postToolUse") ?? "";

  it("is an answer that the provider takes, within its limits and with nothing hidden in it", () => {
    fc.assert(
      fc.property(result, (said) => {
        const answer = respond(said);
        expect(findAnswerFaults(provider, answer)).toBe("");
        for (const told of answer === "" ? [] : listTexts(JSON.parse(answer))) {
          expect(new TextEncoder().encode(told).length).toBeLessThan(MOST_BYTES);
          expect(told.replaceAll("\n", "")).not.toMatch(HIDDEN);
        }
      }),
      { numRuns: 1000 }
    );
  });

  it("asks exactly where something is asked for, and tells or counts every finding that is not silent", () => {
    const plain = result.map((said) => ({
      ...said,
      findings: said.findings.map((found) => ({ ...found, rule: "r", message: "m", help: "", url: "" })),
      failures: [],
    }));
    fc.assert(
      fc.property(plain, (said) => {
        const answer = respond(said);
        const asked = count(said.findings, said.repair, ["asked"]);
        const advice = said.findings.filter((found) => found.isAdvice).length;
        const told =
          said.repair.length === 0
            ? said.findings.length
            : asked + count(said.findings, said.repair, ["unrecorded", "exhausted"]) + advice;
        const { reason, ...rest } = (answer === "" ? {} : JSON.parse(answer)) as Answer;
        if (provider === "claude" || provider === "codex") {
          expect(answer.includes('"decision":"block"')).toBe(asked > 0);
          expect(countTold(reason ?? "")).toBe(asked);
          expect(reason ?? "The edit was saved.").toMatch(/^The edit was saved\./);
        }
        expect(countTold(toContext(rest))).toBe(told);
        expect(answer.includes("Repair them before you go on")).toBe(asked > 0);
        expect(answer === "" || answer === "{}").toBe(told === 0 && said.changed.length === 0);
      }),
      { numRuns: 500 }
    );
  });
});
