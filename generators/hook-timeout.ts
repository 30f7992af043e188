import type { Answers } from "../src/domain/answers.ts";
import { HOOK_DEADLINE_MS, toHookTimeoutSeconds } from "../src/domain/hook-deadline.ts";

/** How long the agents wait for the hook, in seconds. */
export function findTimeoutSeconds({ hook }: Answers): number {
  return toHookTimeoutSeconds(hook?.deadlineMs ?? HOOK_DEADLINE_MS.usual);
}
