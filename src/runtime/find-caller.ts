import path from "node:path";

import type { Agent, Payload } from "../agents/agent.ts";
import { cursor, cursorThroughClaude, isCursorPayload } from "../agents/cursor.ts";
import { MAX_TEXT_BYTES, readRegularFile } from "./io/read-regular.ts";

/** What a projection of ours for Cursor holds, whatever else does. */
const OURS = "post-edit --provider cursor";

/**
 * Tells who really calls: Cursor may run the Claude projection beside its own. The payload says it best. Where it does
 * not, CLAUDECODE counts before CURSOR_VERSION: Claude Code sets it for each of its hooks, and hands down what it
 * inherits when it was started in a terminal of Cursor's.
 */
export function findCaller(named: Agent, payload: Payload, env: Readonly<Record<string, string | undefined>>): Agent {
  if (named.name !== "claude") return named;
  const isFromCursor = isCursorPayload(payload) || (Boolean(env["CURSOR_VERSION"]) && env["CLAUDECODE"] !== "1");
  return isFromCursor ? cursorThroughClaude : named;
}

/**
 * True where Cursor runs the Claude projection and has one of its own, which processes the edit: once is enough.
 * Without one, this is Cursor's only feedback. `root` is a real path.
 */
export async function isDoneElsewhere(caller: Agent, root: string): Promise<boolean> {
  if (caller !== cursorThroughClaude) return false;
  const settings = await readRegularFile(path.join(root, cursor.settingsPath ?? ""), MAX_TEXT_BYTES);
  return settings?.toString("utf8").includes(OURS) ?? false;
}
