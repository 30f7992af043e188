import { writeSync } from "node:fs";

import type { HookStopDecision } from "../../contracts/stop-decision.ts";
import type { HookWriteDecision } from "../../contracts/write-decision.ts";
import { escapeHidden } from "../../domain/plain-text.ts";
import { takeGroupsAlong } from "../io/take-along.ts";

/** The exit code of a command line that cannot be read: no allowance, and no verdict on the path either. */
const USAGE = 2;
const MAX_SHOWN = 4096;

/** The events that are asked for. */
const DECISION_EVENTS = ["can-write", "can-stop"] as const;
type DecisionEvent = (typeof DECISION_EVENTS)[number];

export function isDecisionEvent(word: string | undefined): word is DecisionEvent {
  return DECISION_EVENTS.some((event) => event === word);
}

/** What decides; given by the entry, so that neither loads what only the other needs. */
export type Decider = (question: {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly asked: string;
}) => Decided | Promise<Decided>;

interface Decided {
  readonly decision: HookWriteDecision | HookStopDecision;
  readonly exitCode: number;
}

interface Asked {
  readonly path?: string;
  readonly isJson: boolean;
  /** What is wrong with the words. */
  readonly problem?: string;
}

/** What is printed, and the code that the process ends with. */
interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/**
 * `can-write --path P [--json]` and `can-stop [--json]` as a whole process. Fails closed: whatever goes wrong is another code
 * than 0, and with `--json` stdout is one decision all the same.
 */
export async function runDecision(event: DecisionEvent, words: readonly string[], decide: Decider): Promise<never> {
  // A git that waits for somebody must not stay behind.
  takeGroupsAlong();
  const asked = parseWords(event, words);
  let answer: Answer;
  try {
    answer = asked.problem === undefined ? await ask(decide, asked) : toUsage(event, asked);
  } catch (error) {
    answer = toUsage(event, { ...asked, problem: error instanceof Error ? error.message : String(error) });
  }
  return end(answer);
}

async function ask(decide: Decider, { path = "", isJson }: Asked): Promise<Answer> {
  const { decision, exitCode } = await decide({ cwd: process.cwd(), env: process.env, asked: path });
  return { stdout: isJson ? renderJson(decision) : renderWords(decision), stderr: "", exitCode };
}

/** The word after `--path` is its value, whatever it begins with. Of several none would be judged for the others. */
function parseWords(event: DecisionEvent, words: readonly string[]): Asked {
  let [path, problem]: (string | undefined)[] = [];
  let isJson = false;
  const take = (value: string | undefined): void => {
    if (path !== undefined) problem ??= "--path stands twice, and one path is judged at a time";
    path = value;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--json") isJson = true;
    else if (event === "can-write" && word.startsWith("--path=")) take(word.slice("--path=".length));
    else if (event === "can-write" && word === "--path" && at + 1 < words.length) take(words[(at += 1)]);
    else problem ??= toTrouble(event, word);
  }
  if (event === "can-write" && path === undefined) problem ??= "which path? --path PATH";
  return { isJson, ...(path === undefined ? {} : { path }), ...(problem === undefined ? {} : { problem }) };
}

function toTrouble(event: DecisionEvent, word: string): string {
  if (event === "can-stop" && /^--path(?:=|$)/.test(word)) return "--path is of can-write; can-stop takes none";
  return word === "--path" ? "--path needs a path" : `${JSON.stringify(word)} is not known here`;
}

function toUsage(event: DecisionEvent, { path, isJson, problem = "" }: Asked): Answer {
  const line = `hi hook ${event}: ${problem}; nothing was decided (hi hook --help)`;
  const explanation = `The guard could not be asked: ${problem}.`;
  const bare = { schemaVersion: 1, decision: "deny", reasonCode: "COULD_NOT_DECIDE", explanation } as const;
  const decision = event === "can-write" ? { ...bare, path: path ?? "" } : bare;
  return { stdout: isJson ? renderJson(decision) : "", stderr: `${toShown(line)}\n`, exitCode: USAGE };
}

/** One line. */
function renderJson(decision: HookWriteDecision | HookStopDecision): string {
  return `${escapeHidden(JSON.stringify(decision))}\n`;
}

function renderWords(decision: HookWriteDecision | HookStopDecision): string {
  const lines = [
    `${decision.decision.toUpperCase()}  ${decision.reasonCode}`,
    ...("path" in decision ? [toShown(decision.path)] : []),
    "",
    toShown(decision.explanation),
    ...("receiptPath" in decision && decision.receiptPath !== undefined ? [toShown(decision.receiptPath)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** What a terminal would act on stands as its escape. */
function toShown(text: string): string {
  return escapeHidden(text.slice(0, MAX_SHOWN));
}

/** What is written is whole before the process ends, also into a pipe that is read slowly. */
function end({ stdout, stderr, exitCode }: Answer): never {
  let code = exitCode;
  try {
    writeWhole(1, stdout);
  } catch {
    // Nobody has heard an allowance.
    code = code === 0 ? USAGE : code;
  }
  try {
    writeWhole(2, stderr);
  } catch {
    // The code says it.
  }
  process.exit(code);
}

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
