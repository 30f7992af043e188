import type { StopAgent, StopEvent } from "../../agents/stop/agent.ts";
import { findStopAgent } from "../../agents/stop/agents.ts";
import type { HookStopDecision } from "../../contracts/stop-decision.ts";
import { toStopVerdict } from "../../contracts/stop-verdict.ts";
import type { StopVerdict } from "../../contracts/stop-verdict.ts";
import { toPlainLine } from "../../domain/plain-text.ts";
import { readGuard } from "./read-guard.ts";

/** Most characters of a reason that comes from elsewhere. */
export const MAX_REASON = 1500;

const DONE = "Mend what it finds and let it pass, then finish. If that cannot be done, tell the user why.";

/** Why an agent is kept from stopping, and whether it can do something about it. */
export interface Held {
  readonly why: string;
  /** `persons`: only a person can mend it. `undecided`: there is no verdict. */
  readonly kind: "unverified" | "persons" | "undecided";
}

/** A denial of can-stop's. */
export function toHeld({ explanation }: HookStopDecision, needsPerson: boolean): Held {
  return { why: toPlainLine(explanation, MAX_REASON), kind: needsPerson ? "persons" : "unverified" };
}

export function toUndecided(why: string): Held {
  const plain = toPlainLine(why, MAX_REASON).replace(/\.$/, "");
  return { why: `whether the work is verified could not be decided (${plain}).`, kind: "undecided" };
}

/** What an agent reads that is kept from stopping. The next step is said once: can-stop's words often hold it. */
export function toBlock({ why, kind }: Held, count = ""): string {
  if (kind === "persons") {
    return `Kept from stopping, this once: ${why}\nYou cannot mend that, and hi verify does not help: tell the user, then stop.`;
  }
  const said =
    kind === "undecided"
      ? [
          `Kept from stopping: ${why}`,
          "That is no verdict on the work. Mend what keeps it from an answer, or tell the user.",
        ]
      : [`Not finished yet: ${why}`, why.includes("Next: ") ? DONE : `Next: npx --no-install hi verify. ${DONE}`];
  return [...said, ...(count === "" ? [] : [count])].join("\n");
}

/** What people read of an agent that was let go. */
export function toRelease({ why }: Held, kept: string): string {
  return `hi: the agent was let go without a passing verification: ${why} ${kept}`;
}

/** Where nothing can be counted, the agent's own word is what bounds it. */
export function toUncounted({ isAgain }: Pick<StopEvent, "isAgain">, held: Held): StopVerdict {
  if (isAgain) return toStopVerdict("release", toRelease(held, "It could not be recorded."));
  return toStopVerdict("block", toBlock(held));
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
