import path from "node:path";

import type { Payload } from "../agents/agent.ts";
import { isCursorPayload } from "../agents/cursor.ts";
import type { PreToolAgent } from "../agents/pre-tool/agent.ts";
import { cursorThroughClaude } from "../agents/pre-tool/cursor.ts";
import { PROJECTIONS } from "../domain/projections.ts";
import { MAX_TEXT_BYTES, readRegularFile } from "./io/read-regular.ts";

/** What a projection of ours for Cursor holds where it asks before tools run. */
const OURS = "pre-tool --provider cursor";

/** Tells who really calls, as after an edit (find-caller.ts): Cursor may run the Claude projection beside its own. */
export function findPreToolCaller(
  named: PreToolAgent,
  payload: Payload | undefined,
  env: Readonly<Record<string, string | undefined>>
): PreToolAgent {
  if (named.name !== "claude") return named;
  const isMarked = Boolean(env["CURSOR_VERSION"]) && env["CLAUDECODE"] !== "1";
  return (payload && isCursorPayload(payload)) || isMarked ? cursorThroughClaude : named;
}

/** True where Cursor runs the Claude projection and has one of its own, which asks: once is enough. */
export async function isAskedElsewhere(caller: PreToolAgent, root: string): Promise<boolean> {
  if (caller !== cursorThroughClaude) return false;
  const settings = await readRegularFile(path.join(root, PROJECTIONS.cursor), MAX_TEXT_BYTES);
  return settings?.toString("utf8").includes(OURS) ?? false;
}
