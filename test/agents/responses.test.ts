import { describe, expect, it } from "vitest";

import { findAgent } from "../../src/agents/find-agent.ts";
import { toPostEditResult } from "../../src/contracts/post-edit-result.ts";
import type { PostEditFinding, PostEditResult } from "../../src/contracts/post-edit-result.ts";

const NOTHING = { files: ["src/a.ts"], findings: [], failures: [], changed: [], rerun: [] };
const RERUN = [{ cwd: ".", command: ["oxlint", "-c", "oxlint.config.ts", "src/a b.ts"] }];

function makeFinding(line: number, more: Partial<PostEditFinding> = {}): PostEditFinding {
  return {
    file: "src/a.ts",
    rule: "eslint(no-debugger)",
    severity: "error",
    line,
    column: 3,
    message: "`debugger` statement is not allowed",
    help: "Remove the debugger statement",
    url: "https://example.org/no-debugger",
    ...more,
  };
}

const ASKED = [{ file: "src/a.ts", state: "asked", request: 1 }] as const;

const CLEAN = toPostEditResult(NOTHING);
const SKIPPED = toPostEditResult({ ...NOTHING, files: [] });
const REWRITTEN = toPostEditResult({ ...NOTHING, changed: ["src/a.ts"] });
const FOUND = toPostEditResult(
  {
    ...NOTHING,
    changed: ["src/a.ts"],
    findings: [makeFinding(2), makeFinding(7, { severity: "warning", rule: "eslint(eqeqeq)" })],
    rerun: RERUN,
  },
  ASKED
);
const FAILED = toPostEditResult({
  ...NOTHING,
  failures: [{ kind: "tool-missing", command: ["oxlint"], exitCode: null, signal: null, output: "not\nthere" }],
});
const MANY = toPostEditResult(
  { ...NOTHING, findings: Array.from({ length: 5000 }, (_, index) => makeFinding(index + 1)), rerun: RERUN },
  ASKED
);

function respond(provider: string, result: PostEditResult, event?: string): unknown {
  const text = findAgent(provider)?.respond(result, event);
  return text === undefined || text === "" ? text : JSON.parse(text);
}

interface BlockAnswer {
  readonly decision?: string;
  readonly reason?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly hookEventName: string; readonly additionalContext?: string };
}

describe.each(["claude", "codex"])("%s", (provider) => {
  it("says nothing of a clean or skipped edit", () => {
    expect(respond(provider, CLEAN)).toBe("");
    expect(respond(provider, SKIPPED)).toBe("");
  });

  it("asks for repair with a reason that stands alone", () => {
    const answer = respond(provider, FOUND) as BlockAnswer;
    expect(answer.decision).toBe("block");
    for (const text of [answer.reason, answer.hookSpecificOutput?.additionalContext]) {
      expect(text).toContain("src/a.ts:2:3 eslint(no-debugger) error `debugger` statement is not allowed");
      expect(text).toContain("src/a.ts:7:3 eslint(eqeqeq) warning");
    }
    expect(answer.reason).toMatch(/edit was saved/i);
    expect(answer.reason).toMatch(/1 error.*1 warning/);
    expect(answer.reason).toContain("npx --no-install oxlint -c oxlint.config.ts 'src/a b.ts'");
    expect(answer.hookSpecificOutput?.additionalContext).toContain("Remove the debugger statement");
    expect(answer.hookSpecificOutput?.additionalContext).toContain("https://example.org/no-debugger");
    expect(answer.hookSpecificOutput?.additionalContext).toMatch(/rewrote src\/a\.ts/);
  });

  it("tells that a clean file was rewritten, without asking for repair", () => {
    const answer = respond(provider, REWRITTEN) as BlockAnswer;
    expect(answer.decision).toBeUndefined();
    expect(answer.reason).toBeUndefined();
    expect(answer.hookSpecificOutput?.additionalContext).toMatch(/rewrote src\/a\.ts/);
  });

  it("reports a failure of ours in one line and never blocks", () => {
    const answer = respond(provider, FAILED) as BlockAnswer;
    expect(answer.decision).toBeUndefined();
    expect(answer.systemMessage).toMatch(/^hi: [^\n]*oxlint[^\n]*$/);
  });

  it("knows no key that the strict schema does not", () => {
    for (const result of [FOUND, REWRITTEN, FAILED, MANY]) {
      const answer = respond(provider, result) as Record<string, unknown>;
      const allowed = ["decision", "reason", "systemMessage", "hookSpecificOutput"];
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(answer)));
      const nested = Object.keys((answer["hookSpecificOutput"] as object | undefined) ?? {});
      expect(["hookEventName", "additionalContext"]).toEqual(expect.arrayContaining(nested));
      if (nested.length > 0) expect(answer).toHaveProperty("hookSpecificOutput.hookEventName", "PostToolUse");
    }
  });

  it("cuts on a finding boundary and says how many were left out", () => {
    const answer = respond(provider, MANY) as BlockAnswer;
    for (const text of [answer.reason ?? "", answer.hookSpecificOutput?.additionalContext ?? ""]) {
      const lines = text.split("\n").filter((line) => line.startsWith("src/a.ts:"));
      expect(text.length).toBeLessThan(10_000);
      expect(lines.length).toBeGreaterThan(10);
      expect(lines.every((line) => line.endsWith("is not allowed"))).toBe(true);
      expect(text).toContain(`${5000 - lines.length} more`);
    }
  });
});

describe("cursor", () => {
  it("prints {} when there is nothing to say, and always for afterFileEdit", () => {
    expect(respond("cursor", CLEAN, "postToolUse")).toStrictEqual({});
    expect(respond("cursor", SKIPPED)).toStrictEqual({});
    expect(respond("cursor", FOUND, "afterFileEdit")).toStrictEqual({});
  });

  it("gives findings, rewrites and failures as additional_context only", () => {
    for (const [result, part] of [
      [FOUND, "src/a.ts:2:3 eslint(no-debugger) error"],
      [REWRITTEN, "rewrote src/a.ts"],
      [FAILED, "hi: "],
    ] as const) {
      const answer = respond("cursor", result, "postToolUse") as Record<string, string>;
      expect(Object.keys(answer)).toStrictEqual(["additional_context"]);
      expect(answer["additional_context"]).toContain(part);
    }
  });
});

describe("opencode", () => {
  it("prints {} when there is nothing to say", () => {
    expect(respond("opencode", CLEAN)).toStrictEqual({});
    expect(respond("opencode", SKIPPED)).toStrictEqual({});
  });

  it("gives findings, rewrites and failures as one text to append", () => {
    for (const [result, part] of [
      [FOUND, "src/a.ts:2:3 eslint(no-debugger) error"],
      [REWRITTEN, "rewrote src/a.ts"],
      [FAILED, "hi: "],
    ] as const) {
      const answer = respond("opencode", result) as Record<string, string>;
      expect(Object.keys(answer)).toStrictEqual(["text"]);
      expect(answer["text"]).toContain(part);
    }
  });
});

describe("neutral", () => {
  it("prints the result as it is", () => {
    for (const result of [CLEAN, SKIPPED, FOUND, FAILED]) {
      const printed = JSON.stringify(result);
      expect(respond("neutral", result)).toStrictEqual(JSON.parse(printed));
    }
  });
});

describe("every provider", () => {
  it("shows findings and failures that come together", () => {
    const both = toPostEditResult({ ...NOTHING, findings: FOUND.findings, failures: FAILED.failures }, ASKED);
    for (const provider of ["claude", "codex", "cursor", "opencode"]) {
      const text = JSON.stringify(respond(provider, both, "postToolUse"));
      expect(text).toContain("src/a.ts:2:3");
      expect(text).toContain("hi: ");
    }
  });

  it("neutralises control characters, terminal escapes, line breaks and bidi overrides", () => {
    const dirty = "a\u001B[31mred\u001B]0;title\u0007\u202Eevil\u2066\nsrc/b.ts:1:1 fake\r\u0085\u2028x\u0000\u009B2J";
    const result = toPostEditResult({
      ...NOTHING,
      findings: [makeFinding(1, { message: dirty, help: dirty, rule: `r\u202E(x)`, url: `https://x/\u001B[0m` })],
      failures: [{ kind: "process", command: ["x\u001B[1m"], exitCode: 1, signal: null, output: dirty }],
    });
    for (const provider of ["claude", "codex", "cursor", "opencode"]) {
      const answer = respond(provider, result, "postToolUse");
      const texts = JSON.stringify(answer, (_, value: unknown) =>
        typeof value === "string" ? value.replaceAll("\n", " ⏎ ") : value
      );
      // oxlint-disable-next-line no-control-regex
      expect(texts).not.toMatch(/\\u00|[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/);
      expect(texts).not.toMatch(/⏎ src\/b\.ts:1:1 fake/);
      expect(texts).toContain("red");
    }
  });

  it("bounds one endless message", () => {
    const result = toPostEditResult({ ...NOTHING, findings: [makeFinding(1, { message: "m".repeat(50_000) })] });
    for (const provider of ["claude", "codex", "cursor", "opencode"]) {
      expect(JSON.stringify(respond(provider, result, "postToolUse")).length).toBeLessThan(10_000);
    }
  });
});
