import type { Answers } from "../src/domain/answers.ts";
import { STOP_BLOCKS } from "../src/domain/guard-record.ts";
import { toHookTimeoutSeconds } from "../src/domain/hook-deadline.ts";

/** Reading a payload that comes slowly, and putting the answers together. */
const BESIDE_LINTERS_MS = 7000;

/** What the guard may take beside the linters. */
const GUARD_MS = 10_000;

/** How long agents wait for what is asked when they stop. */
const STOP_TIMEOUT_SECONDS = 60;

/** How agents ask before a tool runs; undefined where nobody is to be asked, so nothing is projected. */
export interface PreTool {
  readonly timeoutSeconds: number;
  /** The guard is on, or a linter is closed: what cannot be decided is refused. */
  readonly isClosed: boolean;
}

/** One hook for all tools: who is concerned the runtime decides, so that a definition keeps its bytes. */
export function findPreTool({ linters = [], packs }: Pick<Answers, "linters" | "packs">): PreTool | undefined {
  const isGuarded = packs.includes("guard");
  const asked = linters.filter((linter) => linter.events.includes("pre-tool"));
  if (asked.length === 0 && !isGuarded) return undefined;
  const longestMs = Math.max(...asked.map((linter) => linter.limits.timeoutMs), isGuarded ? GUARD_MS : 0);
  return {
    timeoutSeconds: toHookTimeoutSeconds(longestMs + BESIDE_LINTERS_MS),
    isClosed: isGuarded || asked.some((linter) => linter.onFailure === "closed"),
  };
}

/** How agents ask when they stop; undefined without the guard. */
export interface Stop {
  readonly timeoutSeconds: number;
  /** Cursor's own bound on follow-ups: beyond ours, so that the last question is asked, which lets go and records it. */
  readonly loopLimit: number;
}

export function findStop({ guard, packs }: Pick<Answers, "guard" | "packs">): Stop | undefined {
  if (!packs.includes("guard")) return undefined;
  return { timeoutSeconds: STOP_TIMEOUT_SECONDS, loopLimit: (guard?.stopBlocks ?? STOP_BLOCKS.usual) + 2 };
}
