import type { Payload } from "../agent.ts";
import { getText } from "../payload-fields.ts";
import type { PreToolAgent } from "./agent.ts";
import { toPermissionAnswer } from "./permission-answer.ts";
import { parseMcpName, pickTexts, toCall, toMcpCall, toPatchArgs } from "./tool-call.ts";
import type { ToolCall, ToolTable } from "./tool-call.ts";

const TOOLS: ToolTable = {
  Bash: ["shell", (input) => pickTexts(input, { command: ["command"] })],
  apply_patch: ["patch", (input) => toPatchArgs(getText(input, "command") ?? "")],
};

function toToolCall(payload: Payload): ToolCall | undefined {
  const name = getText(payload, "tool_name");
  if (name === undefined) return undefined;
  const given = { input: payload["tool_input"], base: getText(payload, "cwd") };
  const mcp = parseMcpName(name);
  return mcp ? toMcpCall(...mcp, given) : toCall(TOOLS, { name, ...given });
}

/** Codex: every shell is `Bash`, every edit a patch; the reason takes the place of the tool's output. */
export const codex: PreToolAgent = { name: "codex", events: ["PreToolUse"], toToolCall, respond: toPermissionAnswer };
