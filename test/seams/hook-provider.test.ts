import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { HookRepository, listChanges } from "../helpers/hook-repository.ts";

// Seed 003 AC-003, AC-009, AC-010: the same facts, said by each agent's own channel, through the real process.

const LINE = "src/a b.ts:2:1 eslint(no-debugger) error `debugger` statement is not allowed";
let repository: HookRepository;

beforeAll(async () => {
  repository = await HookRepository.create();
});

afterAll(async () => {
  await repository[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await repository.write("src/a b.ts", "export  const a = 1;\ndebugger;\n");
  await repository.write("src/clean.ts", "export const a = 1;\n");
  await repository.write("src/messy.ts", "export   const a = 1\n");
});

interface Answer {
  readonly hookSpecificOutput?: { readonly additionalContext: string };
  readonly additional_context?: string;
  readonly text?: string;
}

/** The payload with which each agent announces that it edited the files. */
function announce(provider: string, files: readonly string[]): Record<string, unknown> {
  const [first = ""] = files;
  const rows: Record<string, Record<string, unknown>> = {
    claude: {
      session_id: randomUUID(),
      cwd: "/",
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: { file_path: repository.at(first), content: "" },
    },
    codex: {
      session_id: randomUUID(),
      cwd: repository.at("src"),
      hook_event_name: "PostToolUse",
      tool_name: "apply_patch",
      tool_input: {
        command: ["*** Begin Patch", ...files.map((file) => `*** Update File: ../${file}`), "*** End Patch"].join("\n"),
      },
    },
    cursor: {
      conversation_id: randomUUID(),
      hook_event_name: "postToolUse",
      workspace_roots: [repository.root],
      tool_name: "StrReplace",
      tool_input: { path: repository.at(first) },
    },
    opencode: {
      tool: "edit",
      sessionID: randomUUID(),
      callID: "c",
      args: { filePath: first },
      directory: repository.root,
      metadata: {},
    },
  };
  return rows[provider] ?? {};
}

describe.each([
  ["claude", "", (answer: Answer) => answer.hookSpecificOutput?.additionalContext],
  ["codex", "", (answer: Answer) => answer.hookSpecificOutput?.additionalContext],
  ["cursor", "{}\n", (answer: Answer) => answer.additional_context],
  ["opencode", "{}\n", (answer: Answer) => answer.text],
])("%s", (provider, silence, read) => {
  it("hears nothing of a clean file", async () => {
    const run = await repository.run(provider, announce(provider, ["src/clean.ts"]));
    expect(run).toStrictEqual({ stdout: silence, stderr: "", exitCode: 0, signal: null });
  });

  it("hears each finding left, and that the file was rewritten", async () => {
    const run = await repository.run(provider, announce(provider, ["src/a b.ts"]));
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const text = read(JSON.parse(run.stdout) as Answer);
    expect(text).toContain(LINE);
    expect(text).toContain("rewrote src/a b.ts");
    expect(await repository.read("src/a b.ts")).toBe("export const a = 1;\ndebugger;\n");
  });

  it("is told of a rewrite that left nothing to repair, without a request", async () => {
    const run = await repository.run(provider, announce(provider, ["src/messy.ts"]));
    expect(read(JSON.parse(run.stdout) as Answer)).toContain("rewrote src/messy.ts");
    expect(run.stdout).not.toContain("decision");
    expect(await repository.read("src/messy.ts")).toBe("export const a = 1;\n");
  });
});

describe("codex", () => {
  it("gets one answer for two files, a deleted and a moved one in one patch", async () => {
    await repository.write("src/new name.ts", "debugger;\n");
    const command = [
      "*** Begin Patch",
      "*** Update File: src/a b.ts",
      "@@",
      "-x",
      "+y",
      "*** Delete File: src/gone.ts",
      "*** Update File: src/old.ts",
      "*** Move to: src/new name.ts",
      "@@",
      "-x",
      "+y",
      "*** End Patch",
    ].join("\n");
    const before = await repository.snapshot();
    const run = await repository.run("codex", {
      cwd: repository.root,
      tool_name: "apply_patch",
      tool_input: { command },
    });
    const answer = JSON.parse(run.stdout) as Record<string, unknown>;
    expect(Object.keys(answer).toSorted()).toStrictEqual(["decision", "hookSpecificOutput", "reason"]);
    expect(answer["decision"]).toBe("block");
    expect(answer["reason"]).toMatch(/edit was saved/i);
    expect(answer["reason"]).toContain(LINE);
    expect(answer["reason"]).toContain("src/new name.ts:1:1 eslint(no-debugger) error");
    expect(listChanges(before, await repository.snapshot())).toStrictEqual(["src/a b.ts"]);
  });

  it("in a session that started in a subfolder resolves paths against it", async () => {
    const run = await repository.run("codex", {
      cwd: repository.at("src"),
      tool_name: "apply_patch",
      tool_input: { command: "*** Begin Patch\n*** Update File: a b.ts\n*** End Patch\n" },
    });
    expect(run.stdout).toContain("src/a b.ts:2:1");
  });
});

describe("cursor", () => {
  it("formats and fixes on afterFileEdit, and says nothing there", async () => {
    const run = await repository.run("cursor", {
      hook_event_name: "afterFileEdit",
      workspace_roots: [repository.root],
      file_path: repository.at("src/a b.ts"),
      edits: [],
    });
    expect(run).toStrictEqual({ stdout: "{}\n", stderr: "", exitCode: 0, signal: null });
    expect(await repository.read("src/a b.ts")).toBe("export const a = 1;\ndebugger;\n");
  });
});
