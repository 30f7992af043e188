import type { PostEditResult } from "../contracts/post-edit-result.ts";
import { toContextText } from "./context-text.ts";
import { renderFailure, renderFindings } from "./feedback-text.ts";

export interface BlockAnswerLimits {
  /** Most UTF-16 code units of `reason`. */
  readonly reason: number;
  /** Most UTF-16 code units of `additionalContext`. */
  readonly context: number;
}

/**
 * The PostToolUse answer that Claude Code and Codex both understand, made of the keys that Codex's strict schema
 * allows and no other: an unknown key would lose the whole answer there (seed 003 AC-009).
 * Findings block; a rewrite is context only; a failure of ours blocks nothing, and is context as well, so that the
 * model does not take silence for "clean".
 */
export function toBlockAnswer(result: PostEditResult, limits: BlockAnswerLimits): string {
  const failure = renderFailure(result);
  const context = toContextText(result, limits.context);
  if (context === "") return "";
  return JSON.stringify({
    ...(result.findings.length > 0 && {
      decision: "block",
      reason: renderFindings(result, { maxLength: limits.reason, details: false }),
    }),
    ...(failure !== "" && { systemMessage: failure }),
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: context },
  });
}
