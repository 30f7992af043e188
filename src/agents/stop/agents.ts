import { escapeHidden } from "../../domain/plain-text.ts";
import type { Payload } from "../agent.ts";
import { isCursorPayload } from "../cursor.ts";
import { getText } from "../payload-fields.ts";
import type { StopAgent, StopEvent } from "./agent.ts";
import { toBlockDecision, toNamedStop } from "./block-answer.ts";

/** Claude Code: the reason goes to the model and the turn goes on; it ends by itself after eight blocks in a row. */
const claude: StopAgent = { name: "claude", toStop: toNamedStop, respond: toBlockDecision };

/** Codex: the same answer, and no bound of its own. */
const codex: StopAgent = { ...claude, name: "codex" };

/** Cursor cannot be kept from stopping: a message is sent as the user's, and the agent starts again. */
const cursor: StopAgent = {
  name: "cursor",
  toStop: toCursorStop,
  respond: ({ outcome, text }) => JSON.stringify(outcome === "block" ? { followup_message: text } : {}),
};

/** Only what was completed is held up: an end by the user, or by an error, is theirs. */
function toCursorStop(payload: Payload): StopEvent | undefined {
  const event = getText(payload, "hook_event_name")?.toLowerCase() ?? "stop";
  if (event !== "stop" && event !== "subagentstop") return undefined;
  const status = getText(payload, "status") ?? "completed";
  if (status !== "completed") return undefined;
  const loops = payload["loop_count"];
  return {
    session: getText(payload, "conversation_id", "session_id") ?? "",
    isAgain: typeof loops === "number" && loops > 0,
    isPart: event === "subagentstop",
  };
}

/** The contract with the plugin: `block` is sent to the session as a prompt, `notice` is logged. */
const opencode: StopAgent = {
  name: "opencode",
  toStop: (payload) => {
    if ((getText(payload, "hook_event_name") ?? "session.idle") !== "session.idle") return undefined;
    return { session: getText(payload, "sessionID") ?? "", isAgain: payload["isAgain"] === true, isPart: false };
  },
  respond: ({ outcome, text }) => {
    if (outcome === "allow") return "{}";
    return JSON.stringify(outcome === "block" ? { block: text } : { notice: text });
  },
};

/** No agent: prints the verdict itself. */
const neutral: StopAgent = {
  name: "neutral",
  toStop: (payload) => (isCursorPayload(payload) ? cursor : claude).toStop(payload),
  respond: (verdict) => escapeHidden(JSON.stringify(verdict)),
};

/** Cursor where it runs Claude Code's hooks: its own payload, and an answer in the shape that such hooks have. */
export const cursorThroughClaude: StopAgent = {
  ...cursor,
  respond: (verdict) => (verdict.outcome === "block" ? toBlockDecision(verdict) : "{}"),
};

const AGENTS: readonly StopAgent[] = [claude, codex, cursor, opencode, neutral];

/** The row of a `--provider` name; undefined for a name that is none. */
export function findStopAgent(name: string): StopAgent | undefined {
  return AGENTS.find((agent) => agent.name === name);
}
