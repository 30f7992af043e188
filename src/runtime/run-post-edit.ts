import type { Agent, EditEvent, Payload } from "../agents/agent.ts";
import { renderFailure } from "../agents/feedback-text.ts";
import { findAgent } from "../agents/find-agent.ts";
import { mergeParts, NOTHING_TO_SAY, toPostEditResult } from "../contracts/post-edit-result.ts";
import type { PostEditFailure, PostEditPart, PostEditResult } from "../contracts/post-edit-result.ts";
import { toPlainLine } from "../domain/plain-text.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { findCaller, isDoneElsewhere } from "./find-caller.ts";
import { leaveMark } from "./leave-mark.ts";
import { planEdit } from "./plan-edit.ts";
import { postEditLinters } from "./post-edit-linters.ts";
import { boundRepair } from "./repair/bound-repair.ts";
import { toDeadlineMs } from "./run-deadline.ts";
import { toToolEnvironment } from "./run-tool.ts";
import type { ToolSession } from "./run-tool.ts";
import { scanSpeaker } from "./scan-speaker.ts";
import { lintSpeaker } from "./speaker.ts";
import type { PostEditTurn, Speaker } from "./speaker.ts";
import { tellJournal } from "./tell-journal.ts";

/** Everyone who speaks after an edit, side by side; the place to add another. The scanner waits for them. */
const SPEAKERS: readonly Speaker[] = [lintSpeaker, postEditLinters];

/** Finds the root from the folder that a payload names, or without one; undefined where there is none. */
type FindRoot = (base: string | undefined) => Promise<string | undefined>;

/** What a hook run is given. */
export interface HookInput {
  /** After the program's name: `["post-edit", "--provider", "codex"]`, or `pre-tool`. */
  readonly argv: readonly string[];
  /** What stdin held, untrusted; undefined where there was no JSON object. */
  readonly payload: Payload | undefined;
  /** On the clock of performance.now(): the reading of the payload counts as well. */
  readonly startedAt: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The repository root, a real path: the folder that holds `.hi`. Or how it is found, once the edit is known. */
  readonly root: string | FindRoot;
  /** Aborted where the agent gives up waiting for a verdict. */
  readonly signal?: AbortSignal;
  /** Told once the selection has said what the whole run may take, in milliseconds from its start. */
  readonly onDeadline?: (deadlineMs: number) => void;
}

const NO_ROOT = "hi: no folder upward holds .hi, so hi is not set up here; the edit was not checked\n";

/** What a hook run prints. Its exit code is always 0: feedback fails open, and agents take other codes for a verdict. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the post-edit hook: payload in, the provider's answer out. Never rejects.
 * `HI_HOOK=off` turns it off.
 */
export async function runPostEdit(input: HookInput): Promise<HookOutput> {
  const { argv, payload, env, startedAt, onDeadline } = input;
  const [event, flag, name = ""] = argv;
  const agent = event === "post-edit" && flag === "--provider" ? findAgent(name) : undefined;
  if (!agent) {
    return { stdout: "", stderr: "hi: usage: hook.mjs post-edit --provider NAME; the edit was not checked\n" };
  }
  if (!payload || env["HI_HOOK"] === "off") return answer(agent, toPostEditResult(NOTHING_TO_SAY));
  const caller = findCaller(agent, payload, env);
  const edit = caller.toEdit(payload);
  const root = typeof input.root === "string" ? input.root : await input.root(edit?.base);
  if (root === undefined) return { ...answer(caller, toPostEditResult(NOTHING_TO_SAY)), stderr: NO_ROOT };
  if (await isDoneElsewhere(caller, root)) return answer(caller, toPostEditResult(NOTHING_TO_SAY));
  const setup = { root, env, startedAt, onDeadline };
  const result = edit
    ? await checkEdit(setup, { agent: caller.name, edit, payload })
    : toPostEditResult(NOTHING_TO_SAY);
  await leaveMark({ root, env }, caller.name, result);
  const answered = answer(caller, result, edit?.event);
  if (!edit) return { ...answered, stderr: answered.stderr + tellGap(caller.findGap(payload)) };
  return { ...answered, stderr: answered.stderr + (await tellJournal(root)) };
}

/** An edit that names no file was nobody's to check; that is told and stops nothing. */
function tellGap(gap: string | undefined): string {
  return gap === undefined ? "" : `hi: ${toPlainLine(gap, MAX_GAP)}; the edit was not checked\n`;
}

const MAX_GAP = 400;

type Setup = Pick<HookInput, "env" | "onDeadline"> & { readonly root: string; readonly startedAt: number };

/** Everything that is to be said of one edit, bounded once. */
async function checkEdit(
  { root, env, startedAt, onDeadline }: Setup,
  said: Pick<PostEditTurn, "agent" | "edit" | "payload">
): Promise<PostEditResult> {
  const plan = await planEdit(root, said.edit).catch((error: unknown) => ({
    scopes: [],
    deadlineMs: undefined,
    error,
  }));
  const deadlineMs = toDeadlineMs(env, plan.deadlineMs);
  onDeadline?.(deadlineMs);
  const session = { root, env: toToolEnvironment(env), deadlineAt: startedAt + deadlineMs };
  const turn = { ...session, ...said, ambient: env, scopes: plan.scopes };
  const part = mergeParts([await hearAll(turn), await hear(scanSpeaker, turn)]);
  const failures = "error" in plan ? [toFailure(plan.error, lintSpeaker)] : [];
  return bound(session, said.edit, mergeParts([part, { ...NOTHING_TO_SAY, failures }]));
}

async function hearAll(turn: PostEditTurn): Promise<PostEditPart> {
  return mergeParts(await Promise.all(SPEAKERS.map((speaker) => hear(speaker, turn))));
}

/** One bound for the event, whoever spoke; where no answer is heard, nothing is asked for. */
async function bound({ root, env }: ToolSession, edit: EditEvent, part: PostEditPart): Promise<PostEditResult> {
  const asked = edit.isUnheard ? [] : part.findings.filter((finding) => !finding.isAdvice);
  if (asked.length === 0) return toPostEditResult(part);
  return toPostEditResult(part, await boundRepair(asked, { root, env, session: edit.session }));
}

async function hear(speaker: Speaker, turn: PostEditTurn): Promise<PostEditPart> {
  try {
    return await speaker.speak(turn);
  } catch (error) {
    return { ...NOTHING_TO_SAY, failures: [toFailure(error, speaker)] };
  }
}

function answer(agent: Agent, result: PostEditResult, event?: string): HookOutput {
  const text = agent.respond(result, event);
  const failure = agent.name === "neutral" ? "" : renderFailure(result);
  return { stdout: text === "" ? "" : `${text}\n`, stderr: failure === "" ? "" : `${failure}\n` };
}

/** A file of ours that cannot be read, or a defect of ours: both are told, neither is a verdict on the edit. */
function toFailure(error: unknown, speaker: Speaker): PostEditFailure {
  const isOurs = error instanceof ConfigurationError;
  const output = error instanceof Error ? error.message : String(error);
  return {
    kind: isOurs ? "configuration" : "process",
    command: [isOurs ? error.about : speaker.name],
    exitCode: null,
    signal: null,
    output,
  };
}
