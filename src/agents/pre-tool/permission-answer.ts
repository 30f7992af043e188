import type { PreToolVerdict } from "../../contracts/pre-tool-verdict.ts";
import { renderNotice, renderVerdict } from "./verdict-text.ts";

/** A reason arrives whole in Claude Code, and is cut at about 10,000 characters in Codex. */
const MAX_REASON_BYTES = 6000;

/**
 * The PreToolUse answer that Claude Code and Codex both understand, made of the keys that Codex's strict schema allows.
 * Without a deny no decision is said: an allow would take the place of the agent's own question to the user.
 */
export function toPermissionAnswer(verdict: PreToolVerdict): string {
  const text = renderVerdict(verdict, MAX_REASON_BYTES);
  if (text === "") return "";
  const notice = renderNotice(verdict);
  const said =
    verdict.disposition === "deny"
      ? { permissionDecision: "deny", permissionDecisionReason: text }
      : { additionalContext: text };
  return JSON.stringify({
    ...(notice !== "" && { systemMessage: notice }),
    hookSpecificOutput: { hookEventName: "PreToolUse", ...said },
  });
}
