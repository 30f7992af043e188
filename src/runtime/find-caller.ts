import path from "node:path";

import type { Agent, Payload } from "../agents/agent.ts";
import { cursorThroughClaude, isCursorPayload } from "../agents/cursor.ts";
import { PROJECTIONS } from "../domain/projections.ts";
import { MAX_TEXT_BYTES, readRegularFile } from "./io/read-regular.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Tells who really calls: Cursor may run the Claude projection beside its own. */
export function findCaller(named: Agent, payload: Payload, env: Environment): Agent {
  return named.name === "claude" && isFromCursor(payload, env) ? cursorThroughClaude : named;
}

/**
 * Whether what came to the Claude projection comes from Cursor. The payload says it best. Where it does not, CLAUDECODE
 * counts before CURSOR_VERSION: Claude Code sets it for each of its hooks, and hands down what it inherits when it was
 * started in a terminal of Cursor's.
 */
export function isFromCursor(payload: Payload | undefined, env: Environment): boolean {
  const isMarked = Boolean(env["CURSOR_VERSION"]) && env["CLAUDECODE"] !== "1";
  return (payload !== undefined && isCursorPayload(payload)) || isMarked;
}

/**
 * True where Cursor runs the Claude projection and has one of its own, which processes the edit: once is enough.
 * Without one, this is Cursor's only feedback. `root` is a real path.
 */
export async function isDoneElsewhere(caller: Agent, root: string): Promise<boolean> {
  return caller === cursorThroughClaude && (await hasCursorProjection(root, "post-edit"));
}

/** Whether Cursor has a projection of ours for an event of the runtime's, whatever else its settings hold. */
export async function hasCursorProjection(root: string, event: "post-edit" | "pre-tool" | "stop"): Promise<boolean> {
  const settings = await readRegularFile(path.join(root, PROJECTIONS.cursor), MAX_TEXT_BYTES);
  return settings?.toString("utf8").includes(`${event} --provider cursor`) ?? false;
}
