import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { HookRepository } from "../helpers/hook-repository.ts";

// Cursor can run the hooks of `.claude/settings.json` beside its own, with payloads of its own shape, and hands
// CURSOR_VERSION to them. Claude Code started in a terminal of Cursor's may inherit that variable. One edit is
// processed once, and each agent gets its feedback.

const UGLY = "export  const a = 1\ndebugger\n";
const TIDY = "export const a = 1;\ndebugger;\n";
const CURSORS_OWN =
  '{ "version": 1, "hooks": { "postToolUse": [{ "command": "node .hi/runtime/hook.mjs post-edit --provider cursor" }] } }';
let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await repository.write("src/a.ts", UGLY);
  await repository.write(".cursor/hooks.json", CURSORS_OWN);
});

const claudePayload = (): Record<string, unknown> => ({
  session_id: randomUUID(),
  transcript_path: "/t.jsonl",
  cwd: repository.root,
  hook_event_name: "PostToolUse",
  tool_name: "Write",
  tool_input: { file_path: repository.at("src/a.ts"), content: UGLY },
});

const cursorPayload = (event = "postToolUse"): Record<string, unknown> => ({
  conversation_id: randomUUID(),
  generation_id: "g",
  cursor_version: "3.18.0",
  workspace_roots: [repository.root],
  cwd: "",
  hook_event_name: event,
  tool_name: "Write",
  tool_input: { file_path: repository.at("src/a.ts") },
});

async function run(payload: Record<string, unknown>, env: Readonly<Record<string, string>>): Promise<unknown> {
  const { stdout, exitCode, stderr } = await repository.run("claude", payload, { env });
  expect([exitCode, stderr]).toStrictEqual([0, ""]);
  const isProcessed = (await repository.read("src/a.ts")) === TIDY;
  return { isProcessed, answer: stdout === "" ? "" : (JSON.parse(stdout) as unknown) };
}

describe("the Claude projection", () => {
  it.each([
    ["by Claude Code", { CLAUDECODE: "1" }],
    ["by Claude Code in a terminal of Cursor's", { CLAUDECODE: "1", CURSOR_VERSION: "3.18.0", CURSOR_TRACE_ID: "x" }],
    ["by something that sets neither", {}],
  ])("run %s speaks, and blocks", async (_, env) => {
    expect(await run(claudePayload(), env as Record<string, string>)).toMatchObject({
      isProcessed: true,
      answer: { decision: "block" },
    });
  });

  it.each([
    ["with Cursor's payload", cursorPayload, { CURSOR_VERSION: "3.18.0" }],
    ["with Cursor's payload under Claude's event name", () => cursorPayload("PostToolUse"), {}],
    ["with Cursor's payload, started from Claude Code", cursorPayload, { CLAUDECODE: "1", CURSOR_VERSION: "3.18.0" }],
    ["with a payload like Claude Code's", claudePayload, { CURSOR_VERSION: "3.18.0" }],
  ])("run by Cursor %s leaves the edit to Cursor's own", async (_, makePayload, env) => {
    const outcome = await run(makePayload(), env as Record<string, string>);
    expect(outcome).toStrictEqual({ isProcessed: false, answer: {} });
  });

  it.each([
    ["its own payload", cursorPayload],
    ["a payload like Claude Code's", claudePayload],
  ])("run by Cursor with %s speaks where Cursor has no hook of ours, and does not block", async (_, makePayload) => {
    await repository.write(".cursor/hooks.json", '{ "version": 1, "hooks": {} }');
    const outcome = await run(makePayload(), { CURSOR_VERSION: "3.18.0" });
    expect(outcome).toMatchObject({
      isProcessed: true,
      answer: {
        hookSpecificOutput: {
          hookEventName: "PostToolUse",
          additionalContext: expect.stringContaining("src/a.ts:2:1 eslint(no-debugger)") as string,
        },
      },
    });
    expect(JSON.stringify(outcome)).not.toContain("decision");
  });
});

describe("both projections, as Cursor runs them", () => {
  it("process one edit once, and answer once", async () => {
    const payload = cursorPayload();
    const env = { CURSOR_VERSION: "3.18.0", CLAUDE_PROJECT_DIR: repository.root };
    const [own, theirs] = await Promise.all([
      repository.run("cursor", payload, { env }),
      repository.run("claude", payload, { env }),
    ]);
    expect(own.stdout).toContain("src/a.ts:2:1 eslint(no-debugger)");
    expect(theirs.stdout).toBe("{}\n");
    const again = await repository.run("cursor", payload, { env });
    expect(again.stdout).toContain("request 2 of 3");
  });
});
