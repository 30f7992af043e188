import type { PostEditResult } from "../contracts/post-edit-result.ts";
import { toContextText } from "./context-text.ts";
import { renderFailure, renderFindings } from "./feedback-text.ts";
import { renderExhaustion } from "./finding-sections.ts";

export interface BlockAnswerLimits {
  /** Most UTF-8 bytes of `reason`. */
  readonly reason: number;
  /** Most UTF-8 bytes of `additionalContext`. */
  readonly context: number;
}

/**
 * The PostToolUse answer that Claude Code and Codex both understand, made of the keys that Codex's strict schema
 * allows and no other: an unknown key would lose the whole answer there (seed 003 AC-009).
 * Findings whose repair is asked for block. A rewrite, findings that are told only and requests that are used up are
 * context. A failure of ours blocks nothing, and is context as well, so that the model does not take silence for "clean".
 */
export function toBlockAnswer(result: PostEditResult, limits: BlockAnswerLimits): string {
  const context = toContextText(result, limits.context);
  if (context === "") return "";
  const reason = renderFindings(result, { maxBytes: limits.reason, details: false, askedOnly: true });
  const notice = [renderExhaustion(result), renderFailure(result)].filter((line) => line !== "").join(" · ");
  return JSON.stringify({
    ...(reason !== "" && { decision: "block", reason }),
    ...(notice !== "" && { systemMessage: notice }),
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: context },
  });
}
