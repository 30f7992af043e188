import type { Agent, EditEvent, Payload } from "./agent.ts";
import { toBlockAnswer } from "./block-answer.ts";
import { getText, toEditEvent } from "./payload-fields.ts";
import { findFileGap } from "./payload-gap.ts";

const TOOLS = new Set(["Edit", "MultiEdit", "NotebookEdit", "Write"]);

/** Context of more than 10,000 characters is replaced by a preview and a file; a reason arrives whole. */
const LIMITS = { reason: 6000, context: 9000 };

const FILE = ["file_path", "notebook_path"] as const;

/** The tool of a finished edit. */
function findTool(payload: Payload): string | undefined {
  const tool = getText(payload, "tool_name") ?? "";
  const isFinished = (getText(payload, "hook_event_name") ?? "PostToolUse") === "PostToolUse";
  return isFinished && TOOLS.has(tool) ? tool : undefined;
}

/** Reads what Claude sends; undefined where it announces no finished edit of a named file. */
export function readClaudeEdit(payload: Payload): EditEvent | undefined {
  const event = getText(payload, "hook_event_name");
  const tool = findTool(payload);
  if (tool === undefined) return undefined;
  const file = getText(payload["tool_input"], ...FILE);
  return toEditEvent({
    session: getText(payload, "session_id") ?? "",
    tool,
    event,
    base: getText(payload, "cwd"),
    paths: file === undefined ? [] : [file],
  });
}

/** What such a payload lacks. */
export function findClaudeGap(payload: Payload): string | undefined {
  const tool = findTool(payload);
  const [file, notebook] = FILE;
  const names = [tool === "NotebookEdit" ? notebook : file];
  return readClaudeEdit(payload) ? undefined : findFileGap(payload, tool, { holder: "tool_input", names });
}

/** Claude Code: one absolute path a call; the tool's result stays and both texts reach the next request. */
export const claude: Agent = {
  name: "claude",
  settingsPath: ".claude/settings.json",
  events: ["PostToolUse"],
  toEdit: readClaudeEdit,
  findGap: findClaudeGap,
  respond: (result) => toBlockAnswer(result, LIMITS),
};
