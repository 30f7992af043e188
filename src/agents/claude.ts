import type { Agent, EditEvent, Payload } from "./agent.ts";
import { toBlockAnswer } from "./block-answer.ts";
import { getText, toEditEvent } from "./payload-fields.ts";

const TOOLS = new Set(["Edit", "MultiEdit", "NotebookEdit", "Write"]);

/** Context of more than 10,000 characters is replaced by a preview and a file; a reason arrives whole. */
const LIMITS = { reason: 6000, context: 9000 };

/** Reads what Claude sends; undefined where it announces no finished edit of a named file. */
export function readClaudeEdit(payload: Payload): EditEvent | undefined {
  const event = getText(payload, "hook_event_name");
  const tool = getText(payload, "tool_name") ?? "";
  if ((event ?? "PostToolUse") !== "PostToolUse" || !TOOLS.has(tool)) return undefined;
  const file = getText(payload["tool_input"], "file_path", "notebook_path");
  return toEditEvent({
    session: getText(payload, "session_id") ?? "",
    tool,
    event,
    base: getText(payload, "cwd"),
    paths: file === undefined ? [] : [file],
  });
}

/** Claude Code: one absolute path a call; the tool's result stays and both texts reach the next request. */
export const claude: Agent = {
  name: "claude",
  settingsPath: ".claude/settings.json",
  events: ["PostToolUse"],
  toEdit: readClaudeEdit,
  respond: (result) => toBlockAnswer(result, LIMITS),
};
