import type { StopVerdict } from "../../contracts/stop-verdict.ts";
import type { Payload } from "../agent.ts";
import { getText } from "../payload-fields.ts";
import type { StopEvent } from "./agent.ts";

/**
 * The answer that Claude Code and Codex both take: `decision` and `reason` alone, since Codex drops a whole answer for
 * one key more. Nothing at all lets the agent stop.
 */
export function toBlockDecision({ outcome, text }: StopVerdict): string {
  if (outcome === "allow") return "";
  return JSON.stringify(outcome === "block" ? { decision: "block", reason: text } : { systemMessage: text });
}

/** `Stop` and `SubagentStop`, as both send them; an event without a name is one, as enforcement must not depend on it. */
export function toNamedStop(payload: Payload): StopEvent | undefined {
  const event = getText(payload, "hook_event_name") ?? "Stop";
  if (event !== "Stop" && event !== "SubagentStop") return undefined;
  const part = event === "SubagentStop" ? (getText(payload, "agent_id") ?? "") : undefined;
  const session = getText(payload, "session_id") ?? "";
  return {
    session: part === undefined ? session : `${session}/${part}`,
    isAgain: payload["stop_hook_active"] === true,
    isPart: part !== undefined,
  };
}
