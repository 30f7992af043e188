import { getText } from "../payload-fields.ts";
import type { PreToolAgent } from "./agent.ts";
import { toPermissionAnswer } from "./permission-answer.ts";
import { findNamedGap, needTexts, toNamedCall, toPatchArgs } from "./tool-call.ts";
import type { ToolTable } from "./tool-call.ts";

const TOOLS: ToolTable = {
  Bash: [
    "shell",
    (input) => needTexts(input, { command: ["command"], cwd: ["workdir"] }, ["command"]),
    { command: { names: ["command"], mayBeEmpty: true } },
  ],
  apply_patch: ["patch", (input) => toPatchArgs(getText(input, "command")), { patch: { names: ["command"] } }],
};

/** Codex: every shell is `Bash`, every edit a patch; the reason takes the place of the tool's output. */
export const codex: PreToolAgent = {
  name: "codex",
  events: ["PreToolUse"],
  toToolCall: (payload) => toNamedCall(TOOLS, payload),
  findGap: (payload) => findNamedGap(TOOLS, payload),
  respond: toPermissionAnswer,
};
