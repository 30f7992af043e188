import type { PostEditResult } from "../contracts/post-edit-result.ts";
import type { Agent, EditEvent, Payload } from "./agent.ts";
import { toContextText } from "./context-text.ts";
import { toPatchFiles } from "./patch-files.ts";
import { getText, getTexts, toEditEvent } from "./payload-fields.ts";
import { findFileGap } from "./payload-gap.ts";

/** Cursor names its edit tools differently from version to version (`Write`, `StrReplace`, `edit_file`, …). */
const EDIT_TOOL = /write|edit|replace|patch/i;
const EVENTS = ["postToolUse", "afterFileEdit"] as const;
const FILE = ["file_path", "path", "target_file"] as const;
const PATCH = ["patch", "input"] as const;
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
  const file = getText(payload["tool_input"], ...FILE);
  const patched = toPatchFiles(getText(payload["tool_input"], ...PATCH) ?? "");
  return toEditEvent({ ...common, tool, paths: file === undefined ? patched : [file] });
}

/** What such a payload lacks; a patch that leaves no file lacks nothing. */
export function findCursorGap(payload: Payload): string | undefined {
  const isFinished = getText(payload, "hook_event_name")?.replace(/^P/, "p") === "postToolUse";
  const tool = getText(payload, "tool_name") ?? "";
  const isEdit = isFinished && EDIT_TOOL.test(tool);
  return findFileGap(payload, isEdit ? tool : undefined, { holder: "tool_input", names: [...FILE, ...PATCH] });
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
  findGap: findCursorGap,
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
  findGap: findCursorGap,
  respond: (result, event) => {
    const text = event === "afterFileEdit" ? "" : toContextText(result, MAX_CONTEXT);
    return JSON.stringify(
      text === "" ? {} : { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: text } }
    );
  },
};
