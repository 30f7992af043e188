import type { PreToolVerdict } from "../../contracts/pre-tool-verdict.ts";
import type { ProviderName } from "../../domain/settings.ts";
import type { Payload } from "../agent.ts";
import type { ToolCall } from "./tool-call.ts";

/** One agent's row for what is asked before a tool runs. */
export interface PreToolAgent {
  readonly name: ProviderName | "neutral";
  /** The names that the event has in its payloads. */
  readonly events: readonly string[];
  /** Reads a tool call, whatever the event; undefined where the payload names no tool. */
  readonly toToolCall: (payload: Payload) => ToolCall | undefined;
  /** What a payload should say of its call and does not, as a sentence; undefined where nothing is known to be missing. */
  readonly findGap: (payload: Payload) => string | undefined;
  /** The text for stdout without its final newline; empty means print nothing. */
  readonly respond: (verdict: PreToolVerdict) => string;
}
