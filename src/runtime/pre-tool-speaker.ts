import type { Payload } from "../agents/agent.ts";
import type { ToolCall } from "../agents/pre-tool/tool-call.ts";
import { isClosed, isConcerned } from "../contracts/custom-lint-record.ts";
import type { CustomLintResult } from "../contracts/custom-lint.ts";
import { toLimits } from "../contracts/custom-lint.ts";
import { toUndecided } from "../contracts/pre-tool-verdict.ts";
import type { PreToolSaying } from "../contracts/pre-tool-verdict.ts";
import { readLinters } from "./read-linters.ts";
import { describeLeftBehind, runLinters } from "./run-linters.ts";

/** One call that is about to be made, as every speaker gets it. */
export interface PreToolTurn {
  /** The repository root, a real path. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As it was parsed: untrusted, and in the agent's own words; undefined where nothing could be read. */
  readonly payload: Payload | undefined;
  /** Undefined where the payload announces no call of a tool. */
  readonly call: ToolCall | undefined;
  /** What the payload should say of its call and does not, as a sentence. */
  readonly gap: string | undefined;
  /** Asks for time: so many milliseconds from now on may be needed. Returns when the run has to be over. */
  readonly takeTime: (neededMs: number) => number;
  /** Aborted where the agent gives up waiting. */
  readonly signal: AbortSignal | undefined;
  /** Told what has been decided already, before all have answered. */
  readonly onSaying: (saying: PreToolSaying) => void;
}

/**
 * Who has something to say before a tool runs. Speakers run side by side and know nothing of each other; what they say
 * is merged and answered once. One that throws could not decide, and that denies.
 */
export interface PreToolSpeaker {
  readonly name: string;
  readonly speak: (turn: PreToolTurn) => Promise<readonly PreToolSaying[]>;
}

/** What is said where nothing more is known. */
export const NO_CALL = "what the tool would do cannot be read from the payload";

const NAME = "the custom linters";

/** The custom linters that are registered for the event and the tool. */
export const linterSpeaker: PreToolSpeaker = {
  name: NAME,
  speak: async ({ root, env, call, gap = NO_CALL, takeTime, signal, onSaying }) => {
    const reading = readLinters(root);
    if (!reading.ok) return [toUndecided(NAME, "closed", { kind: "configuration", message: reading.message })];
    const linters = reading.linters.filter((linter) => isConcerned(linter, "pre-tool", call?.tool));
    if (!call) {
      const undecided = { kind: "payload", message: gap };
      return linters.map((linter) => toUndecided(toName(linter.name), isClosed(linter) ? "closed" : "open", undecided));
    }
    if (linters.length === 0) return [];
    const deadlineAt = takeTime(Math.max(...linters.map(({ limits }) => toLimits(limits).timeoutMs)));
    const onAnswer = (result: CustomLintResult): void => onSaying(toSaying(result));
    const question = { event: "pre-tool", call, root, env, deadlineAt, signal, onAnswer } as const;
    return (await runLinters(linters, question)).map(toSaying);
  },
};

function toName(name: string): string {
  return `the linter ${name}`;
}

function toSaying(result: CustomLintResult): PreToolSaying {
  const { name, response, failure, discarded, saidDeny } = result;
  const speaker = toName(name);
  const { disposition } = response;
  const notes = describeLeftBehind(result).map((note) => `${speaker}: ${note}`);
  if (!failure) return { speaker, disposition, findings: response.findings, notes };
  const { kind, message } = failure;
  if (!saidDeny) return { speaker, disposition, findings: [], undecided: { kind, message }, notes };
  // It did decide; that its answer has a fault as well is for people.
  const fault = `${speaker}: its answer has a fault (${kind}: ${message})`;
  return { speaker, disposition, findings: discarded?.findings ?? [], notes: [...notes, fault] };
}
