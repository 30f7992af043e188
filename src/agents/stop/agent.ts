import type { StopVerdict } from "../../contracts/stop-verdict.ts";
import type { ProviderName } from "../../domain/settings.ts";
import type { Payload } from "../agent.ts";

/** An agent that has finished and wants to stop. */
export interface StopEvent {
  /** Which of its sessions; of a subagent its own. Empty where the payload names none. */
  readonly session: string;
  /** The agent says that it goes on because it was kept from stopping. */
  readonly isAgain: boolean;
  /** A subagent: the agent that started it is asked as well, when it stops. */
  readonly isPart: boolean;
}

/** One agent's row for what is asked when it stops. */
export interface StopAgent {
  readonly name: ProviderName | "neutral";
  /** Undefined where the payload announces another event, or an end that nobody can hold up. */
  readonly toStop: (payload: Payload) => StopEvent | undefined;
  /** The text for stdout without its final newline; empty means print nothing. */
  readonly respond: (verdict: StopVerdict) => string;
}
