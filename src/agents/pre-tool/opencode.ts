import type { PreToolVerdict } from "../../contracts/pre-tool-verdict.ts";
import type { Payload } from "../agent.ts";
import { getText } from "../payload-fields.ts";
import type { PreToolAgent } from "./agent.ts";
import { findCallGap, needTexts, pickTexts, toCall, toEditArgs, toPatchArgs } from "./tool-call.ts";
import type { ToolCall, ToolTable } from "./tool-call.ts";
import { renderVerdict } from "./verdict-text.ts";

/** No limit is known; this is for the reader's sake. */
const MAX_TEXT_BYTES = 6000;

const FILE = { path: ["filePath"] };
const SEARCH = { pattern: ["pattern"], path: ["path"] };
const NAMES = { old: ["oldString"], new: ["newString"], all: "replaceAll", list: "edits" };

const file = { names: FILE.path };
const toEdit = (input: unknown): ToolCall["args"] | undefined => toEditArgs(input, FILE, NAMES);
const toPatch = (input: unknown): ToolCall["args"] | undefined => toPatchArgs(getText(input, "patchText"));

const TOOLS: ToolTable = {
  bash: [
    "shell",
    (input) => needTexts(input, { command: ["command"], cwd: ["workdir"] }, ["command"]),
    { command: { names: ["command"], mayBeEmpty: true } },
  ],
  write: [
    "write",
    (input) => needTexts(input, { ...FILE, content: ["content"] }, ["content"]),
    { file, content: { names: ["content"], mayBeEmpty: true } },
  ],
  edit: ["edit", toEdit, { file, replacement: { names: ["oldString", "newString"], mayBeEmpty: true } }],
  multiedit: ["edit", toEdit, { file, replacement: { names: ["edits"], mayBeList: true } }],
  apply_patch: ["patch", toPatch, { patch: { names: ["patchText"] } }],
  patch: ["patch", toPatch, { patch: { names: ["patchText"] } }],
  read: ["read", (input) => pickTexts(input, FILE)],
  grep: ["search", (input) => pickTexts(input, SEARCH)],
  glob: ["search", (input) => pickTexts(input, SEARCH)],
  list: ["search", (input) => pickTexts(input, SEARCH)],
  webfetch: ["fetch", (input) => pickTexts(input, { url: ["url"] })],
};

function toToolCall(payload: Payload): ToolCall | undefined {
  const name = getText(payload, "tool");
  if (name === undefined) return undefined;
  return toCall(TOOLS, { name, input: payload["args"], base: getText(payload, "directory") });
}

function findGap(payload: Payload): string | undefined {
  const name = getText(payload, "tool");
  if (name === undefined) return "the payload names no tool: tool is missing";
  return findCallGap(TOOLS, { payload, holder: "args", name });
}

/** The contract with the plugin: `deny` is thrown before the tool runs, `text` is appended to its result. */
function respond(verdict: PreToolVerdict): string {
  const text = renderVerdict(verdict, MAX_TEXT_BYTES);
  if (text === "") return "{}";
  return JSON.stringify(verdict.disposition === "deny" ? { deny: text } : { text });
}

/** OpenCode: its plugin asks before a tool runs; the model gets the thrown text as the tool's result. */
export const opencode: PreToolAgent = {
  name: "opencode",
  events: ["tool.execute.before"],
  toToolCall,
  findGap,
  respond,
};
