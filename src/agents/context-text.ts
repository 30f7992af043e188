import type { PostEditResult } from "../contracts/post-edit-result.ts";
import { countBytes, renderFailure, renderFindings, renderRewrite } from "./feedback-text.ts";

/** Everything there is to say as one text, for agents with a single channel; empty where there is nothing to say. */
export function toContextText(result: PostEditResult, maxBytes: number): string {
  const failure = renderFailure(result);
  const room = maxBytes - countBytes(failure) - 1;
  const findings = renderFindings(result, { maxBytes: room, details: true, askedOnly: false });
  const body = findings === "" ? renderRewrite(result) : [findings];
  return [...body, failure].filter((part) => part !== "").join("\n");
}
