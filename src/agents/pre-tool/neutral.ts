import type { Json } from "../../domain/json.ts";
import { LINTER_TOOLS } from "../../domain/linters.ts";
import { escapeHidden } from "../../domain/plain-text.ts";
import type { Payload } from "../agent.ts";
import { isCursorPayload } from "../cursor.ts";
import { getText, isRecord } from "../payload-fields.ts";
import type { PreToolAgent } from "./agent.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { opencode } from "./opencode.ts";
import type { ToolCall } from "./tool-call.ts";

/** Reads `{tool, args, cwd?}` in the neutral names, or any agent's payload. */
function toToolCall(payload: Payload): ToolCall | undefined {
  const tool = LINTER_TOOLS.find((name) => name === payload["tool"]);
  const { args } = payload;
  if (tool !== undefined && isNeutral(payload)) {
    return { tool, args: args as Readonly<Record<string, Json>>, base: getText(payload, "cwd") };
  }
  return findSender(payload).toToolCall(payload);
}

function isNeutral(payload: Payload): boolean {
  const isTool = LINTER_TOOLS.some((name) => name === payload["tool"]);
  return isTool && isRecord(payload["args"]) && getText(payload, "sessionID") === undefined;
}

/** Whose payload it is. */
function findSender(payload: Payload): PreToolAgent {
  if (getText(payload, "tool") !== undefined) return opencode;
  if (isCursorPayload(payload)) return cursor;
  // Of the two with the same shape, Codex numbers its turns.
  return getText(payload, "turn_id") === undefined ? claude : codex;
}

/** No agent: prints the verdict itself. */
export const neutral: PreToolAgent = {
  name: "neutral",
  events: [...claude.events, ...cursor.events, ...opencode.events],
  toToolCall,
  // Of the neutral form, what is missing is told by what asks for it.
  findGap: (payload) => (isNeutral(payload) ? undefined : findSender(payload).findGap(payload)),
  respond: (verdict) => escapeHidden(JSON.stringify(verdict)),
};
