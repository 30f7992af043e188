import type { PreToolAgent } from "./agent.ts";
import { toPermissionAnswer } from "./permission-answer.ts";
import { listOr, pickTexts, toEdit, toNamedCall } from "./tool-call.ts";
import type { ToolCall, ToolTable } from "./tool-call.ts";

const NAMES = { old: ["old_string"], new: ["new_string"], all: "replace_all" };
const FILE = { path: ["file_path"] };
const SEARCH = { pattern: ["pattern"], path: ["path"] };

const TOOLS: ToolTable = {
  Bash: ["shell", (input) => pickTexts(input, { command: ["command"] })],
  PowerShell: ["shell", (input) => pickTexts(input, { command: ["command"] })],
  Write: ["write", (input) => pickTexts(input, { ...FILE, content: ["content"] })],
  Edit: ["edit", toEditArgs],
  MultiEdit: ["edit", toEditArgs],
  NotebookEdit: [
    "edit",
    (input) => ({
      ...pickTexts(input, { path: ["notebook_path"] }),
      edits: [toEdit(input, { ...NAMES, new: ["new_source"] })],
    }),
  ],
  Read: ["read", (input) => pickTexts(input, FILE)],
  Grep: ["search", (input) => pickTexts(input, SEARCH)],
  Glob: ["search", (input) => pickTexts(input, SEARCH)],
  WebFetch: ["fetch", (input) => pickTexts(input, { url: ["url"] })],
  WebSearch: ["fetch", (input) => pickTexts(input, { query: ["query"] })],
};

function toEditArgs(input: unknown): ToolCall["args"] {
  return { ...pickTexts(input, FILE), edits: listOr(input, "edits").map((edit) => toEdit(edit, NAMES)) };
}

/** Claude Code: the reason reaches the model as the tool's result; a deny holds in every permission mode. */
export const claude: PreToolAgent = {
  name: "claude",
  events: ["PreToolUse"],
  toToolCall: (payload) => toNamedCall(TOOLS, payload),
  respond: toPermissionAnswer,
};
