import type { PostEditResult } from "../contracts/post-edit-result.ts";
import { renderFailure, renderFindings, renderRewrite } from "./feedback-text.ts";

/** Everything there is to say as one text, for agents with a single channel; empty where there is nothing to say. */
export function toContextText(result: PostEditResult, maxLength: number): string {
  const failure = renderFailure(result);
  const room = maxLength - failure.length - 1;
  const body =
    result.findings.length > 0 ? [renderFindings(result, { maxLength: room, details: true })] : renderRewrite(result);
  return [...body, failure].filter((part) => part !== "").join("\n");
}
