import type { PreToolAgent } from "./agent.ts";
import { toPermissionAnswer } from "./permission-answer.ts";
import { needTexts, pickTexts, toEditArgs, toNamedCall } from "./tool-call.ts";
import type { ToolTable } from "./tool-call.ts";

const NAMES = { old: ["old_string"], new: ["new_string"], all: "replace_all", list: "edits" };
const FILE = { path: ["file_path"] };
const NOTEBOOK_NAMES = { ...NAMES, new: ["new_source"] };
const SEARCH = { pattern: ["pattern"], path: ["path"] };

const TOOLS: ToolTable = {
  Bash: ["shell", (input) => needTexts(input, { command: ["command"] }, ["command"])],
  PowerShell: ["shell", (input) => needTexts(input, { command: ["command"] }, ["command"])],
  Write: ["write", (input) => needTexts(input, { ...FILE, content: ["content"] }, ["content"])],
  Edit: ["edit", (input) => toEditArgs(input, FILE, NAMES)],
  MultiEdit: ["edit", (input) => toEditArgs(input, FILE, NAMES)],
  NotebookEdit: ["edit", (input) => toEditArgs(input, { path: ["notebook_path"] }, NOTEBOOK_NAMES)],
  Read: ["read", (input) => pickTexts(input, FILE)],
  Grep: ["search", (input) => pickTexts(input, SEARCH)],
  Glob: ["search", (input) => pickTexts(input, SEARCH)],
  WebFetch: ["fetch", (input) => pickTexts(input, { url: ["url"] })],
  WebSearch: ["fetch", (input) => pickTexts(input, { query: ["query"] })],
};

/** Claude Code: the reason reaches the model as the tool's result; a deny holds in every permission mode. */
export const claude: PreToolAgent = {
  name: "claude",
  events: ["PreToolUse"],
  toToolCall: (payload) => toNamedCall(TOOLS, payload),
  respond: toPermissionAnswer,
};
