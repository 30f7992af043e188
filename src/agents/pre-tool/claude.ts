import type { PreToolAgent } from "./agent.ts";
import { toPermissionAnswer } from "./permission-answer.ts";
import { findNamedGap, needTexts, pickTexts, toEditArgs, toNamedCall } from "./tool-call.ts";
import type { Needs, ToolTable } from "./tool-call.ts";

const NAMES = { old: ["old_string"], new: ["new_string"], all: "replace_all", list: "edits" };
const FILE = { path: ["file_path"] };
const NOTEBOOK_NAMES = { ...NAMES, new: ["new_source"] };
const SEARCH = { pattern: ["pattern"], path: ["path"] };

const file = { names: FILE.path };
const SHELL_NEEDS: Needs = { command: { names: ["command"], mayBeEmpty: true } };
const EDIT_NEEDS: Needs = { file, replacement: { names: ["old_string", "new_string"], mayBeEmpty: true } };

const TOOLS: ToolTable = {
  Bash: ["shell", (input) => needTexts(input, { command: ["command"] }, ["command"]), SHELL_NEEDS],
  PowerShell: ["shell", (input) => needTexts(input, { command: ["command"] }, ["command"]), SHELL_NEEDS],
  Write: [
    "write",
    (input) => needTexts(input, { ...FILE, content: ["content"] }, ["content"]),
    { file, content: { names: ["content"], mayBeEmpty: true } },
  ],
  Edit: ["edit", (input) => toEditArgs(input, FILE, NAMES), EDIT_NEEDS],
  MultiEdit: [
    "edit",
    (input) => toEditArgs(input, FILE, NAMES),
    { file, replacement: { names: ["edits"], mayBeList: true } },
  ],
  NotebookEdit: [
    "edit",
    (input) => toEditArgs(input, { path: ["notebook_path"] }, NOTEBOOK_NAMES),
    { file: { names: ["notebook_path"] }, replacement: { names: NOTEBOOK_NAMES.new, mayBeEmpty: true } },
  ],
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
  findGap: (payload) => findNamedGap(TOOLS, payload),
  respond: toPermissionAnswer,
};
