import type { PostEditResult } from "../contracts/post-edit-result.ts";
import type { Agent, EditEvent, Payload } from "./agent.ts";
import { toContextText } from "./context-text.ts";
import { toPatchFiles } from "./patch-files.ts";
import { getText, getTexts, toEditEvent } from "./payload-fields.ts";

/** Cursor names its edit tools differently from version to version (`Write`, `StrReplace`, `edit_file`, …). */
const EDIT_TOOL = /write|edit|replace|patch/i;
const EVENTS = ["postToolUse", "afterFileEdit"] as const;
/** Cursor documents no limit. */
const MAX_CONTEXT = 8000;

/**
 * True for a payload of Cursor's, whichever agent's configuration made Cursor send it: it runs Claude Code's hooks with
 * a payload of its own shape.
 */
export function isCursorPayload(payload: Payload): boolean {
  return getText(payload, "cursor_version") !== undefined || Array.isArray(payload["workspace_roots"]);
}

/** Reads what Cursor sends; undefined where it announces no finished edit of a named file. */
export function readCursorEdit(payload: Payload): EditEvent | undefined {
  const event = getText(payload, "hook_event_name")?.replace(/^P/, "p");
  const common = {
    session: getText(payload, "conversation_id", "session_id") ?? "",
    event,
    base: getText(payload, "cwd") ?? getTexts(payload["workspace_roots"])[0],
  };
  if (event === "afterFileEdit") {
    const file = getText(payload, "file_path", "path");
    return toEditEvent({ ...common, tool: "Write", paths: file === undefined ? [] : [file], isUnheard: true });
  }
  const tool = getText(payload, "tool_name") ?? "";
  if (event !== "postToolUse" || !EDIT_TOOL.test(tool)) return undefined;
  const file = getText(payload["tool_input"], "file_path", "path", "target_file");
  const patched = toPatchFiles(getText(payload["tool_input"], "patch", "input") ?? "");
  return toEditEvent({ ...common, tool, paths: file === undefined ? patched : [file] });
}

/** Cursor expects JSON on every path; afterFileEdit has no documented output (seed 003 AC-010). */
function respond(result: PostEditResult, event?: string): string {
  const text = event === "afterFileEdit" ? "" : toContextText(result, MAX_CONTEXT);
  return JSON.stringify(text === "" ? {} : { additional_context: text });
}

/** Cursor: one path a call; context is added after the tool's result, with no claim to continue the turn. */
export const cursor: Agent = {
  name: "cursor",
  settingsPath: ".cursor/hooks.json",
  events: EVENTS,
  toEdit: readCursorEdit,
  respond,
};

/**
 * Cursor where it runs Claude Code's hooks: its own payload, and an answer in the shape that such hooks have, again
 * with no claim to continue the turn.
 */
export const cursorThroughClaude: Agent = {
  name: "cursor",
  settingsPath: ".claude/settings.json",
  events: EVENTS,
  toEdit: readCursorEdit,
  respond: (result, event) => {
    const text = event === "afterFileEdit" ? "" : toContextText(result, MAX_CONTEXT);
    return JSON.stringify(
      text === "" ? {} : { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: text } }
    );
  },
};
