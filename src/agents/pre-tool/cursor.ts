import type { PreToolVerdict } from "../../contracts/pre-tool-verdict.ts";
import type { Payload } from "../agent.ts";
import { getText, getTexts } from "../payload-fields.ts";
import type { PreToolAgent } from "./agent.ts";
import { toPermissionAnswer } from "./permission-answer.ts";
import { findCallGap, needTexts, NO_TOOL, pickTexts, toCall, toEditArgs, toMcpCall, toPatchArgs } from "./tool-call.ts";
import type { ToolCall, ToolTable } from "./tool-call.ts";
import { renderNotice, renderVerdict } from "./verdict-text.ts";

/** Cursor documents no limit. */
const MAX_MESSAGE_BYTES = 6000;

/** The folder of a command is documented; `cwd` is what some versions call it. */
const SHELL = { command: ["command"], cwd: ["working_directory", "cwd"] };
const FILE = { path: ["file_path", "path", "target_file"] };
const NAMES = {
  old: ["old_string", "old_str"],
  new: ["new_string", "new_str", "contents", "content"],
  all: "replace_all",
  list: "edits",
};

const file = { names: FILE.path };
const replacement = { names: [...NAMES.old, ...NAMES.new, NAMES.list], mayBeEmpty: true, mayBeList: true };

const TOOLS: ToolTable = {
  Shell: [
    "shell",
    (input) => needTexts(input, SHELL, ["command"]),
    { command: { names: SHELL.command, mayBeEmpty: true } },
  ],
  Write: ["write", toWriteArgs, { file, content: { names: ["contents", "content"], mayBeEmpty: true } }],
  Delete: ["delete", (input) => pickTexts(input, FILE), { file }],
  Read: ["read", (input) => pickTexts(input, FILE)],
  Grep: ["search", (input) => pickTexts(input, { pattern: ["pattern", "query"], path: ["path"] })],
  edit: ["edit", (input) => toEditArgs(input, FILE, NAMES), { file, replacement }],
  patch: ["patch", (input) => toPatchArgs(getText(input, "patch", "input")), { patch: { names: ["patch", "input"] } }],
};

/** Its edit tools have other names from version to version (`StrReplace`, `edit_file`, `search_replace`, …). */
const EDIT_TOOL = /write|edit|replace/i;
const PATCH_TOOL = /patch/i;

function toWriteArgs(input: unknown): ToolCall["args"] | undefined {
  return needTexts(input, { ...FILE, content: ["contents", "content"] }, ["content"]);
}

function toToolCall(payload: Payload): ToolCall | undefined {
  const name = getText(payload, "tool_name");
  if (name === undefined) return undefined;
  const base = getText(payload, "cwd") ?? getTexts(payload["workspace_roots"])[0];
  const given = { input: payload["tool_input"], base };
  if (name.startsWith("MCP:")) return toMcpCall("", name.slice(4), given);
  return toCall(TOOLS, { name: toKnownName(name), ...given });
}

function findGap(payload: Payload): string | undefined {
  const name = getText(payload, "tool_name");
  if (name === undefined) return NO_TOOL;
  return findCallGap(TOOLS, { payload, holder: "tool_input", name: toKnownName(name) });
}

function toKnownName(name: string): string {
  if (Object.hasOwn(TOOLS, name)) return name;
  if (PATCH_TOOL.test(name)) return "patch";
  return EDIT_TOOL.test(name) ? "edit" : name;
}

/**
 * Without a deny no permission is said: an allow might take the place of a question to the user. Whether a message
 * without a permission is shown is not documented.
 */
function respond(verdict: PreToolVerdict): string {
  const text = renderVerdict(verdict, MAX_MESSAGE_BYTES);
  if (text === "") return "{}";
  const notice = renderNotice(verdict);
  if (verdict.disposition !== "deny") return JSON.stringify({ agent_message: text });
  return JSON.stringify({ permission: "deny", user_message: notice === "" ? text : notice, agent_message: text });
}

/** Cursor: a flat answer with a permission. */
export const cursor: PreToolAgent = {
  name: "cursor",
  events: ["preToolUse", "PreToolUse"],
  toToolCall,
  findGap,
  respond,
};

/** Cursor where it runs Claude Code's hooks: its own payload, and an answer in the shape that such hooks have. */
export const cursorThroughClaude: PreToolAgent = {
  ...cursor,
  respond: (verdict) => toPermissionAnswer(verdict) || "{}",
};
