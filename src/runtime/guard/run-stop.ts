import type { StopEvent } from "../../agents/stop/agent.ts";
import { cursorThroughClaude, findStopAgent } from "../../agents/stop/agents.ts";
import type { HookStopDecision } from "../../contracts/stop-decision.ts";
import { toStopVerdict } from "../../contracts/stop-verdict.ts";
import type { StopVerdict } from "../../contracts/stop-verdict.ts";
import { toPlainLine } from "../../domain/plain-text.ts";
import { hasCursorProjection, isFromCursor } from "../find-caller.ts";
import type { HookInput, HookOutput } from "../run-post-edit.ts";
import { loadDecider, readDecision } from "./load-decider.ts";
import type { Asked, AskedStop, Decider } from "./load-decider.ts";
import { readGuard } from "./read-guard.ts";
import { MAX_REASON, toBlock, toHeld, toRelease, toStopOutput, toUncounted, toUndecided } from "./stop-words.ts";
import type { Held } from "./stop-words.ts";

/** What all of one question may take; git is asked once about the work tree. */
const DEADLINE_MS = 50_000;

/** Where no payload can be read, can-stop is asked all the same. */
const UNKNOWN: StopEvent = { session: "", isAgain: false, isPart: false };

/**
 * Runs the stop hook: asks can-stop, and keeps the agent from stopping where it denies, so often in a row as the guard's
 * record says. Then it lets go, says so, and writes down that nothing was verified. It enforces: what cannot be decided
 * blocks as well. Never rejects; no variable of the environment turns it off.
 */
export async function runStop(input: HookInput): Promise<HookOutput> {
  const { argv, payload, env } = input;
  const named = argv[1] === "--provider" ? findStopAgent(argv[2] ?? "") : undefined;
  if (!named) return { stdout: "", stderr: "hi: usage: hook.mjs stop --provider NAME; nothing was decided\n" };
  const agent = named.name === "claude" && isFromCursor(payload, env) ? cursorThroughClaude : named;
  const root = typeof input.root === "string" ? input.root : await input.root(undefined);
  const event = payload === undefined ? UNKNOWN : agent.toStop(payload);
  if (root === undefined || event === undefined) return toStopOutput(agent, toStopVerdict("allow"));
  if (agent === cursorThroughClaude && (await hasCursorProjection(root, "stop"))) {
    return toStopOutput(agent, toStopVerdict("allow"));
  }
  input.onDeadline?.(DEADLINE_MS);
  return toStopOutput(agent, await decide({ root, env, provider: named.name, event }));
}

interface Question {
  readonly root: string;
  readonly env: HookInput["env"];
  readonly provider: string;
  readonly event: StopEvent;
}

async function decide(question: Question): Promise<StopVerdict> {
  const reading = readGuard(question.root);
  if (reading.kind === "off") return toStopVerdict("allow");
  if (reading.kind === "unknown") return toUncounted(question.event, toUndecided(reading.message));
  let decider: Decider;
  try {
    decider = await loadDecider(question.root);
  } catch (error) {
    return toUncounted(question.event, toUndecided(toMessage(error)));
  }
  const asked = { cwd: question.root, env: question.env };
  const { decision, needsPerson } = await ask(decider, asked);
  if (typeof decision !== "string" && decision.decision === "allow") {
    forget(decider, question, decision);
    return toStopVerdict("allow");
  }
  const held = typeof decision === "string" ? toUndecided(decision) : toHeld(decision, needsPerson);
  return bound({ decider, question, held, most: reading.stopBlocks });
}

interface Answer {
  /** A text says why there is none. */
  readonly decision: HookStopDecision | string;
  readonly needsPerson: boolean;
}

async function ask(decider: Decider, asked: Asked): Promise<Answer> {
  try {
    const answer = await decider.decideStop(asked);
    const decision = readDecision("can-stop", answer);
    return { decision, needsPerson: typeof decision !== "string" && answer.needsPerson === true };
  } catch (error) {
    return { decision: `can-stop: ${toMessage(error)}`, needsPerson: false };
  }
}

/** Without a session there is nothing that was counted. */
function forget(decider: Decider, { root, env, provider, event }: Question, decision: HookStopDecision): void {
  if (decision.reasonCode === "NO_ACTIVE_SESSION") return;
  try {
    decider.clearStop({ cwd: root, env, provider, session: event.session });
  } catch {
    // The next block counts on, which lets go sooner, and says so.
  }
}

interface Denied {
  readonly decider: Decider;
  readonly question: Question;
  readonly held: Held;
  /** How often in a row it is kept from stopping. */
  readonly most: number;
}

/** Blocks, or lets go where it has blocked often enough: what only a person can mend is said once. */
function bound({ decider, question, held, most }: Denied): StopVerdict {
  const { root, env, provider, event } = question;
  const asked = { cwd: root, env, provider, session: event.session };
  const isPersons = held.kind === "persons";
  let blocks: number;
  try {
    blocks = decider.countStop(asked);
  } catch (error) {
    if (isPersons) return toUncounted(event, held);
    const why = `${held.why} (The blocks cannot be counted: ${toMessage(error)}.)`;
    return toUncounted(event, { ...held, why });
  }
  if (blocks <= (isPersons ? 1 : most)) {
    return toStopVerdict("block", toBlock(held, `This is block ${blocks} of ${most}.`));
  }
  if (event.isPart) return toStopVerdict("release", `hi: a subagent was let go unverified: ${held.why}`);
  const until = isPersons ? "that is mended and npx --no-install hi verify" : "npx --no-install hi verify";
  return toStopVerdict("release", toRelease(held, release(decider, asked, until)));
}

function release(decider: Decider, asked: AskedStop, until: string): string {
  try {
    decider.releaseStop(asked);
    return `It is recorded as released-unverified: hi ci fails here until ${until} passes.`;
  } catch (error) {
    return `It could not be recorded (${toMessage(error)}).`;
  }
}

function toMessage(error: unknown): string {
  return toPlainLine(error instanceof Error ? error.message : String(error), MAX_REASON);
}
