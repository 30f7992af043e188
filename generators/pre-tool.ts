import type { Answers } from "../src/domain/answers.ts";
import { toHookTimeoutSeconds } from "../src/domain/hook-deadline.ts";

/** Reading a payload that comes slowly, and putting the answers together. */
const BESIDE_LINTERS_MS = 7000;

/** How agents ask before a tool runs; undefined where no linter is registered for that, so nothing is projected. */
export interface PreTool {
  readonly timeoutSeconds: number;
  /** A linter of it is closed: what cannot be decided is refused. */
  readonly isClosed: boolean;
}

/** One hook for all tools: which linters are concerned the runtime decides, so that a definition keeps its bytes. */
export function findPreTool({ linters = [] }: Answers): PreTool | undefined {
  const asked = linters.filter((linter) => linter.events.includes("pre-tool"));
  if (asked.length === 0) return undefined;
  const longestMs = Math.max(...asked.map((linter) => linter.limits.timeoutMs));
  return {
    timeoutSeconds: toHookTimeoutSeconds(longestMs + BESIDE_LINTERS_MS),
    isClosed: asked.some((linter) => linter.onFailure === "closed"),
  };
}
