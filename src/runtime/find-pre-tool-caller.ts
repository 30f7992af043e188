import type { Payload } from "../agents/agent.ts";
import type { PreToolAgent } from "../agents/pre-tool/agent.ts";
import { cursorThroughClaude } from "../agents/pre-tool/cursor.ts";
import { hasCursorProjection, isFromCursor } from "./find-caller.ts";

/** Tells who really calls, as after an edit (find-caller.ts): Cursor may run the Claude projection beside its own. */
export function findPreToolCaller(
  named: PreToolAgent,
  payload: Payload | undefined,
  env: Readonly<Record<string, string | undefined>>
): PreToolAgent {
  return named.name === "claude" && isFromCursor(payload, env) ? cursorThroughClaude : named;
}

/** True where Cursor runs the Claude projection and has one of its own, which asks: once is enough. */
export async function isAskedElsewhere(caller: PreToolAgent, root: string): Promise<boolean> {
  return caller === cursorThroughClaude && (await hasCursorProjection(root, "pre-tool"));
}
