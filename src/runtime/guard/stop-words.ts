import type { StopAgent, StopEvent } from "../../agents/stop/agent.ts";
import { findStopAgent } from "../../agents/stop/agents.ts";
import { toStopVerdict } from "../../contracts/stop-verdict.ts";
import type { StopVerdict } from "../../contracts/stop-verdict.ts";
import { toPlainLine } from "../../domain/plain-text.ts";
import { readGuard } from "./read-guard.ts";

/** Most characters of a reason that comes from elsewhere. */
export const MAX_REASON = 1500;

const DONE = "Mend what it finds and let it pass, then finish. If that cannot be done, tell the user why.";

/** What an agent reads that is kept from stopping. The next step is said once: can-stop's words often hold it. */
export function toBlock(why: string, count = ""): string {
  return [`Not finished yet: ${why}`, toNext(why), ...(count === "" ? [] : [count])].join("\n");
}

function toNext(why: string): string {
  if (/\bA person (?:adds|has to)\b/.test(why)) return "You cannot mend that: tell the user so.";
  return why.includes("Next: ") ? DONE : `Next: npx --no-install hi verify. ${DONE}`;
}

/** What people read of an agent that was let go. */
export function toRelease(why: string, kept: string): string {
  return `hi: the agent was let go without a passing verification: ${why} ${kept}`;
}

export function toUndecided(why: string): string {
  return `whether the work is verified could not be decided (${toPlainLine(why, MAX_REASON)}).`;
}

/** Where nothing can be counted, the agent's own word is what bounds it. */
export function toUncounted({ isAgain }: Pick<StopEvent, "isAgain">, why: string): StopVerdict {
  if (isAgain) return toStopVerdict("release", toRelease(why, "It could not be recorded."));
  return toStopVerdict("block", toBlock(why));
}

/** A verdict in the agent's own words; of a release a person is told on stderr too. */
export function toStopOutput(agent: StopAgent, verdict: StopVerdict): { stdout: string; stderr: string } {
  const text = agent.respond(verdict);
  const notice = verdict.outcome === "release" ? `${verdict.text}\n` : "";
  return { stdout: text === "" ? "" : `${text}\n`, stderr: notice };
}

interface StopProgram {
  readonly argv: readonly string[];
  /** The repository root; where it is still to be found, nothing is known of a guard. */
  readonly root: unknown;
  readonly isAgain: boolean;
}

/** What is answered where the run cannot be finished: kept from stopping once; an agent that comes again is let go. */
export function toStopWord({ argv, root, isAgain }: StopProgram, why: string): { stdout: string; stderr: string } {
  const agent = findStopAgent(argv[2] ?? "");
  if (!agent) return { stdout: "", stderr: `hi: ${why}; nothing was decided\n` };
  const isOff = typeof root !== "string" || readGuard(root).kind === "off";
  const verdict = isOff ? toStopVerdict("allow") : toUncounted({ isAgain }, toUndecided(why));
  return toStopOutput(agent, verdict);
}

/** Whether a payload says, in any agent's way, that the agent was kept from stopping before. */
export function isStopAgain(payload: Readonly<Record<string, unknown>> | undefined): boolean {
  const loops = payload?.["loop_count"];
  const isLooping = typeof loops === "number" && loops > 0;
  return payload?.["stop_hook_active"] === true || payload?.["isAgain"] === true || isLooping;
}
