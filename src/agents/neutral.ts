import { escapeHidden } from "../domain/plain-text.ts";
import type { Agent, EditEvent, Payload } from "./agent.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { opencode } from "./opencode.ts";
import { getText, getTexts, toEditEvent } from "./payload-fields.ts";

/** Reads `{session?, cwd?, files: [...]}`, or any provider's payload. */
function toEdit(payload: Payload): EditEvent | undefined {
  const files = getTexts(payload["files"]);
  if (files.length > 0) {
    const base = getText(payload, "cwd");
    return toEditEvent({
      session: getText(payload, "session") ?? "",
      tool: "edit",
      event: undefined,
      base,
      paths: files,
    });
  }
  for (const agent of [claude, codex, cursor, opencode]) {
    const edit = agent.toEdit(payload);
    if (edit) return edit;
  }
  return undefined;
}

/** No agent: prints the normalised result itself. */
export const neutral: Agent = {
  name: "neutral",
  settingsPath: undefined,
  events: [],
  toEdit,
  // What it prints is the result itself, which says what was looked at.
  findGap: () => undefined,
  respond: (result) => escapeHidden(JSON.stringify(result)),
};
