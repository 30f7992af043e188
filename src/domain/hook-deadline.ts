/** What one hook run may take, in milliseconds: the settings' `hook.deadlineMs`, and what holds where they say nothing. */
export const HOOK_DEADLINE_MS = { least: 1000, usual: 20_000, most: 120_000 } as const;

/** What the runtime has beyond its deadline for telling what came of it, before it ends itself. */
export const HOOK_GRACE_MS = 5000;

/** What an agent waits at least: the definition of a hook keeps its bytes, and so its trust, below this. */
const LEAST_TIMEOUT_SECONDS = 60;
/** From the runtime's own end to the agent's: Node's start, and a machine that is busy. */
const MARGIN_MS = 5000;

/**
 * How long an agent waits for the hook, in seconds, as projections say it: always longer than the runtime takes to end
 * itself, so that an agent gets an answer and never a kill of its own.
 */
export function toHookTimeoutSeconds(deadlineMs: number): number {
  return Math.max(LEAST_TIMEOUT_SECONDS, Math.ceil((deadlineMs + HOOK_GRACE_MS + MARGIN_MS) / 1000));
}

/** A deadline within the bounds. */
export function boundHookDeadline(deadlineMs: number): number {
  return Math.min(Math.max(Math.round(deadlineMs), HOOK_DEADLINE_MS.least), HOOK_DEADLINE_MS.most);
}
