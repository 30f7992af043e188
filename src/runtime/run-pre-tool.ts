import type { PreToolAgent } from "../agents/pre-tool/agent.ts";
import { findPreToolAgent } from "../agents/pre-tool/find-pre-tool-agent.ts";
import { findOtherEvent } from "../agents/pre-tool/tool-call.ts";
import { renderNotice } from "../agents/pre-tool/verdict-text.ts";
import { isClosed, isConcerned } from "../contracts/custom-lint-record.ts";
import { toUndecided, toVerdict } from "../contracts/pre-tool-verdict.ts";
import type { PreToolSaying, PreToolVerdict } from "../contracts/pre-tool-verdict.ts";
import { findPreToolCaller, isAskedElsewhere } from "./find-pre-tool-caller.ts";
import { guardSpeaker } from "./guard/guard-speaker.ts";
import { readGuard } from "./guard/read-guard.ts";
import { linterSpeaker } from "./pre-tool-speaker.ts";
import type { PreToolSpeaker, PreToolTurn } from "./pre-tool-speaker.ts";
import { readLinters } from "./read-linters.ts";
import { readWantedMs } from "./run-deadline.ts";
import type { HookInput, HookOutput } from "./run-post-edit.ts";

/** Everyone who speaks before a tool runs; the place to add another. */
const SPEAKERS: readonly PreToolSpeaker[] = [guardSpeaker, linterSpeaker];

/** What it takes to find the linters and to put their answers together, beside their own time. */
const OWN_TIME_MS = 2000;

/**
 * Runs the pre-tool hook: payload in, one merged answer in the agent's own shape out. Never rejects. It enforces, so
 * what cannot be decided is refused and said to be no verdict, unless everyone concerned is registered `open`.
 * `HI_HOOK=off` turns the linters off, and nobody's guard: an agent may be able to set its own environment.
 */
export async function runPreTool(input: HookInput): Promise<HookOutput> {
  const { argv, payload, env, startedAt, onDeadline, signal } = input;
  const agent = findAgent(argv);
  if (!agent) return { stdout: "", stderr: "hi: usage: hook.mjs pre-tool --provider NAME; nothing was decided\n" };
  const caller = findPreToolCaller(agent, payload, env);
  const isOther = payload !== undefined && findOtherEvent(payload, caller.events) !== undefined;
  const call = payload && !isOther ? caller.toToolCall(payload) : undefined;
  const root = typeof input.root === "string" ? input.root : await input.root(call?.base);
  if (root === undefined || (await isAskedElsewhere(caller, root))) return answer(caller, toVerdict([]));
  let longestMs = 0;
  const takeTime = (neededMs: number): number => {
    const deadlineMs = toDeadlineMs(env, performance.now() - startedAt + neededMs + OWN_TIME_MS);
    // Whoever needs less must not take another's time away.
    longestMs = Math.max(longestMs, deadlineMs);
    onDeadline?.(longestMs);
    return startedAt + deadlineMs;
  };
  const onSaying = (saying: PreToolSaying): void => {
    heard.push(saying);
  };
  const gap = findGap(caller, payload);
  const turn = { root, env, payload, call, gap, takeTime, signal, onSaying };
  const speakers = env["HI_HOOK"] === "off" ? [guardSpeaker] : SPEAKERS;
  const sayings = await Promise.all(speakers.map((speaker) => hear(speaker, turn)));
  return answer(caller, toVerdict(sayings.flat()));
}

/** What this process has been told of its one call so far. */
const heard: PreToolSaying[] = [];

/**
 * What is answered where the run cannot be finished: refused where a linter of the event is closed, where the guard is
 * on, and where neither can be told.
 * A deny that was heard before stands. Reads the record at once and nothing else.
 */
export function toLastWord({ argv, root }: Pick<HookInput, "argv" | "root">, message: string): HookOutput {
  const agent = findAgent(argv);
  if (!agent || typeof root !== "string") return { stdout: "", stderr: `hi: ${message}; nothing was decided\n` };
  const reading = readLinters(root);
  const linters = reading.ok ? reading.linters.filter((linter) => isConcerned(linter, "pre-tool", undefined)) : [];
  const isRefused = !reading.ok || linters.some(isClosed) || readGuard(root).kind !== "off";
  if (!isRefused && linters.length === 0) return answer(agent, toVerdict([]));
  const denied = heard.filter(({ disposition }) => disposition === "deny");
  const undecided = toUndecided("hi", isRefused ? "closed" : "open", { kind: "hook", message });
  return answer(agent, toVerdict([...denied, undecided]));
}

/** Why a payload tells of no call, or not all of it. */
function findGap({ events, findGap: find }: PreToolAgent, payload: HookInput["payload"]): string | undefined {
  if (payload === undefined) return "no JSON object came on stdin";
  const other = findOtherEvent(payload, events);
  return other === undefined ? find(payload) : `the payload announces ${other}, and this answers ${events[0] ?? ""}`;
}

function findAgent([, flag, name = ""]: HookInput["argv"]): PreToolAgent | undefined {
  return flag === "--provider" ? findPreToolAgent(name) : undefined;
}

/** A run may be given less by `HI_HOOK_DEADLINE_MS`, and never more: the agents' own timeouts lie behind what is needed. */
function toDeadlineMs(env: HookInput["env"], neededMs: number): number {
  return Math.min(readWantedMs(env) ?? neededMs, neededMs);
}

async function hear(speaker: PreToolSpeaker, turn: PreToolTurn): Promise<readonly PreToolSaying[]> {
  try {
    return await speaker.speak(turn);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [toUndecided(speaker.name, "closed", { kind: "defect", message })];
  }
}

function answer(agent: PreToolAgent, verdict: PreToolVerdict): HookOutput {
  const text = agent.respond(verdict);
  const notice = agent.name === "neutral" ? "" : renderNotice(verdict);
  return { stdout: text === "" ? "" : `${text}\n`, stderr: notice === "" ? "" : `${notice}\n` };
}
