import type { Agent, EditEvent, Payload } from "../agents/agent.ts";
import { mergeParts } from "../contracts/post-edit-result.ts";
import type { PostEditPart } from "../contracts/post-edit-result.ts";
import { checkScopes } from "./check-scope.ts";
import type { ScopeEdit } from "./check-scope.ts";
import type { ToolSession } from "./run-tool.ts";

/** One finished edit, as every speaker gets it. Nobody may change it, or write to a file that it does not name. */
export interface PostEditTurn extends ToolSession {
  readonly agent: Agent["name"];
  readonly edit: EditEvent;
  /** The caller's own environment, whole. */
  readonly ambient: Readonly<Record<string, string | undefined>>;
  /** As it was parsed: untrusted, and in the agent's own words. */
  readonly payload: Payload;
  /** The edited files that are ours to look at, by the scope that owns them; none where the edit names no such file. */
  readonly scopes: readonly ScopeEdit[];
}

/**
 * Who has something to say of an edit. Speakers run side by side and know nothing of each other; what they say is
 * merged, bounded once (seed 003 AC-004) and answered once. One that throws is told as a failure of its own.
 */
export interface Speaker {
  /** Names it where it fails. */
  readonly name: string;
  readonly speak: (turn: PostEditTurn) => Promise<PostEditPart>;
}

/** Formats, fixes and verifies the edited files, each in the scope that owns it. */
export const lintSpeaker: Speaker = {
  name: ".hi/runtime/hook.mjs",
  speak: async (turn) => mergeParts(await checkScopes(turn.scopes, turn)),
};
