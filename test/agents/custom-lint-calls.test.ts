import { describe, expect, it } from "vitest";

import { findPreToolAgent } from "../../src/agents/pre-tool/find-pre-tool-agent.ts";

// Every agent's own tools as the host-neutral call: what a linter gets is the same whoever edits.

const read = (agent: string, payload: Record<string, unknown>) => findPreToolAgent(agent)?.toToolCall(payload);

const claude = (tool_name: string, tool_input: unknown) => ({ cwd: "/r", tool_name, tool_input, session_id: "s" });
const cursor = (tool_name: string, tool_input: unknown) => ({
  workspace_roots: ["/r"],
  conversation_id: "c",
  tool_name,
  tool_input,
});
const opencode = (tool: string, args: unknown) => ({ tool, args, directory: "/r", sessionID: "s", callID: "c" });
const codex = (tool_name: string, tool_input: unknown) => ({ ...claude(tool_name, tool_input), turn_id: "t" });

const shell = { tool: "shell", args: { command: "git status", cwd: "." }, base: "/r" };
const write = { tool: "write", args: { path: "a.ts", content: "" }, base: "/r" };
const edit = { tool: "edit", args: { path: "a.ts", edits: [{ old: "1", new: "2", all: false }] }, base: "/r" };
const patch = [
  "*** Begin Patch",
  "*** Add File: a b.ts",
  "+x",
  "*** Update File: c.ts",
  "*** Move to: d.ts",
  "*** Delete File: e.ts",
  "*** End Patch",
].join("\n");
const patched = { tool: "patch", args: { patch, paths: ["a b.ts", "c.ts", "d.ts", "e.ts"] }, base: "/r" };
const isRead = { tool: "read", args: { path: "a.ts" }, base: "/r" };
const search = { tool: "search", args: { pattern: "x", path: "src" }, base: "/r" };
const mcp = { tool: "mcp", args: { server: "git hub", name: "make__it", arguments: { a: [1] } }, base: "/r" };
const other = (name: string) => ({ tool: "other", args: { name }, base: "/r" });

const CASES: readonly (readonly [agent: string, what: string, payload: Record<string, unknown>, call: unknown])[] = [
  ["claude", "Bash", claude("Bash", { command: "git status", description: "d", timeout: 5 }), shell],
  ["claude", "PowerShell", claude("PowerShell", { command: "git status" }), shell],
  [
    "opencode",
    "bash with a folder",
    opencode("bash", { command: "git status", workdir: "a" }),
    { ...shell, args: { ...shell.args, cwd: "a" } },
  ],
  [
    "cursor",
    "Shell with a folder",
    cursor("Shell", { command: "git status", working_directory: "/r/a" }),
    { ...shell, args: { ...shell.args, cwd: "/r/a" } },
  ],
  ["claude", "Write", claude("Write", { file_path: "a.ts", content: "" }), write],
  ["claude", "Edit", claude("Edit", { file_path: "a.ts", old_string: "1", new_string: "2", replace_all: false }), edit],
  [
    "claude",
    "MultiEdit",
    claude("MultiEdit", { file_path: "a.ts", edits: [{ old_string: "1", new_string: "2" }] }),
    edit,
  ],
  [
    "claude",
    "NotebookEdit",
    claude("NotebookEdit", { notebook_path: "a.ipynb", new_source: "x", cell_id: "1" }),
    { tool: "edit", args: { path: "a.ipynb", edits: [{ old: "", new: "x", all: false }] }, base: "/r" },
  ],
  ["claude", "Read", claude("Read", { file_path: "a.ts", limit: 4 }), isRead],
  ["claude", "Grep", claude("Grep", { pattern: "x", path: "src", "-n": true }), search],
  ["claude", "Glob", claude("Glob", { pattern: "x", path: "src" }), search],
  [
    "claude",
    "WebFetch",
    claude("WebFetch", { url: "u", prompt: "p" }),
    { tool: "fetch", args: { url: "u" }, base: "/r" },
  ],
  ["claude", "an MCP tool", claude("mcp__git hub__make__it", { a: [1] }), mcp],
  ["claude", "a tool that is not known", claude("Task", { prompt: "p" }), other("Task")],
  ["claude", "a tool named like a member of objects", claude("constructor", {}), other("constructor")],
  ["codex", "Bash", codex("Bash", { command: "git status" }), shell],
  ["codex", "apply_patch", codex("apply_patch", { command: patch }), patched],
  ["codex", "an MCP tool", codex("mcp__git hub__make__it", { a: [1] }), mcp],
  ["codex", "another", codex("spawn_agent", {}), other("spawn_agent")],
  ["cursor", "Shell", cursor("Shell", { command: "git status" }), shell],
  ["cursor", "Write", cursor("Write", { file_path: "a.ts", content: "" }), write],
  ["cursor", "StrReplace", cursor("StrReplace", { path: "a.ts", old_string: "1", new_string: "2" }), edit],
  ["cursor", "edit_file", cursor("edit_file", { target_file: "a.ts", old_str: "1", new_str: "2" }), edit],
  ["cursor", "Delete", cursor("Delete", { path: "a.ts" }), { tool: "delete", args: { path: "a.ts" }, base: "/r" }],
  ["cursor", "Read", cursor("Read", { path: "a.ts" }), isRead],
  ["cursor", "Grep", cursor("Grep", { pattern: "x", path: "src" }), search],
  [
    "cursor",
    "an MCP tool",
    cursor("MCP:make", { a: 1 }),
    { tool: "mcp", args: { server: "", name: "make", arguments: { a: 1 } }, base: "/r" },
  ],
  ["cursor", "another", cursor("Task", {}), other("Task")],
  ["opencode", "bash", opencode("bash", { command: "git status", description: "d" }), shell],
  ["opencode", "write", opencode("write", { filePath: "a.ts", content: "" }), write],
  ["opencode", "edit", opencode("edit", { filePath: "a.ts", oldString: "1", newString: "2" }), edit],
  [
    "opencode",
    "multiedit",
    opencode("multiedit", { filePath: "a.ts", edits: [{ oldString: "1", newString: "2" }] }),
    edit,
  ],
  ["opencode", "apply_patch", opencode("apply_patch", { patchText: patch }), patched],
  ["opencode", "read", opencode("read", { filePath: "a.ts" }), isRead],
  ["opencode", "grep", opencode("grep", { pattern: "x", path: "src" }), search],
  ["opencode", "another", opencode("todowrite", { todos: [] }), other("todowrite")],
  ["neutral", "the neutral form", { tool: "write", args: { path: "a.ts", content: "" }, cwd: "/r" }, write],
  ["neutral", "Claude's", claude("Bash", { command: "git status" }), shell],
  ["neutral", "Codex's", codex("apply_patch", { command: patch }), patched],
  ["neutral", "Cursor's", cursor("StrReplace", { path: "a.ts", old_string: "1", new_string: "2" }), edit],
  ["neutral", "OpenCode's", opencode("write", { filePath: "a.ts", content: "" }), write],
];

it.each(CASES)("%s: %s", (agent, _, payload, call) => {
  expect(read(agent, payload)).toStrictEqual(call);
});

describe.each(["claude", "codex", "cursor", "opencode", "neutral"])("%s", (agent) => {
  it.each([{}, { tool_name: 5, tool: [] }, { tool_name: "", tool: "" }])("reads no call out of %j", (payload) => {
    expect(read(agent, payload)).toBeUndefined();
  });

  it("hands no member of the payload on as it is", () => {
    const secret = "of-the-agent";
    const payloads = [
      claude("Write", { file_path: "a", content: "c", extra: secret }),
      cursor("Write", { path: "a", extra: secret }),
      opencode("bash", { command: "c", extra: secret }),
    ];
    for (const payload of payloads) {
      expect(
        JSON.stringify(read(agent, { ...payload, transcript_path: secret, user_email: secret })) ?? ""
      ).not.toContain(secret);
    }
  });
});

// What a call holds must reach the linter under the name that linters know, or the call counts as one that cannot be read:
// an empty list beside the real pair, or a member of another name, hid it.
describe("what a call holds is not hidden from a linter", () => {
  const both = {
    tool: "edit",
    args: {
      path: "a.ts",
      edits: [
        { old: "3", new: "4", all: false },
        { old: "1", new: "2", all: false },
      ],
    },
    base: "/r",
  };
  it.each([
    ["claude", claude("Edit", { file_path: "a.ts", old_string: "1", new_string: "2", edits: [] }), edit],
    ["opencode", opencode("edit", { filePath: "a.ts", oldString: "1", newString: "2", edits: [] }), edit],
    [
      "claude",
      claude("Edit", {
        file_path: "a.ts",
        old_string: "1",
        new_string: "2",
        edits: [{ old_string: "3", new_string: "4" }],
      }),
      both,
    ],
    ["cursor", cursor("MultiEdit", { path: "a.ts", edits: [{ old_string: "1", new_string: "2" }] }), edit],
    ["cursor", cursor("ApplyPatch", { patch }), patched],
    [
      "cursor",
      { ...cursor("MCP:run", {}), tool_input: '{"command":"rm -rf /"}' },
      { tool: "mcp", args: { server: "", name: "run", arguments: { command: "rm -rf /" } }, base: "/r" },
    ],
  ])("%s: %j", (agent, payload, call) => {
    expect(read(agent, payload)).toStrictEqual(call);
  });

  it.each([
    ["claude", claude("Write", null)],
    ["claude", claude("Bash", { command: ["git", "status"] })],
    ["codex", codex("Bash", { command: ["git", "status"] })],
    ["codex", codex("apply_patch", { patch })],
    ["claude", claude("Write", { file_path: "a.ts", text: "x" })],
    ["claude", claude("Edit", { file_path: "a.ts", edits: [] })],
    ["claude", claude("Edit", { file_path: "a.ts", edits: [{ old_string: "1", new_string: "2" }, 5] })],
    ["cursor", cursor("edit_file", { target_file: "a.ts", code_edit: "x" })],
    ["cursor", cursor("Write", { path: "a.ts", file_text: "x" })],
    ["opencode", opencode("write", { filePath: "a.ts" })],
    ["claude", { ...claude("mcp__s__run", {}), tool_input: ["rm -rf /"] }],
    ["cursor", { ...cursor("MCP:run", {}), tool_input: "rm -rf /" }],
  ])("%s: %j cannot be read", (agent, payload) => {
    expect(read(agent, payload)).toBeUndefined();
  });
});
