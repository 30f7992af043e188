import type { Agent, EditEvent, Payload } from "./agent.ts";
import { toBlockAnswer } from "./block-answer.ts";
import { toPatchFiles } from "./patch-files.ts";
import { getText, toEditEvent } from "./payload-fields.ts";
import { findFileGap } from "./payload-gap.ts";

/** A text of more than about 2,500 tokens (10,000 bytes) is cut in the middle, so both stay below. */
const LIMITS = { reason: 6000, context: 8000 };

const TOOL = "apply_patch";

/** The tool of a finished edit. */
function findTool(payload: Payload): string | undefined {
  const isFinished = (getText(payload, "hook_event_name") ?? "PostToolUse") === "PostToolUse";
  return isFinished && getText(payload, "tool_name") === TOOL ? TOOL : undefined;
}

/** Reads what Codex sends; undefined where it announces no finished edit of a named file. */
export function readCodexEdit(payload: Payload): EditEvent | undefined {
  const event = getText(payload, "hook_event_name");
  const tool = findTool(payload);
  if (tool === undefined) return undefined;
  return toEditEvent({
    session: getText(payload, "session_id") ?? "",
    tool,
    event,
    base: getText(payload, "cwd"),
    paths: toPatchFiles(getText(payload["tool_input"], "command") ?? ""),
  });
}

/** What such a payload lacks; a patch that leaves no file lacks nothing. */
export function findCodexGap(payload: Payload): string | undefined {
  return findFileGap(payload, findTool(payload), { holder: "tool_input", names: ["command"] });
}

/** Codex: one patch of many files, relative to the session's folder; `reason` replaces the tool's output. */
export const codex: Agent = {
  name: "codex",
  settingsPath: ".codex/hooks.json",
  events: ["PostToolUse"],
  toEdit: readCodexEdit,
  findGap: findCodexGap,
  respond: (result) => toBlockAnswer(result, LIMITS),
};
