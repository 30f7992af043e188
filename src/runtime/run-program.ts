import { writeSync } from "node:fs";

import { findEditReader } from "../agents/edit-readers.ts";
import { HOOK_GRACE_MS } from "../domain/hook-deadline.ts";
import { toPlainLine } from "../domain/plain-text.ts";
import { toBareWord, toLine, toOff } from "./bare-word.ts";
import { readGuard } from "./guard/read-guard.ts";
import { isStopAgain, toStopWord } from "./guard/stop-words.ts";
import { getLoadedTools, loadTools } from "./load-tools.ts";
import { drainInput, readInput } from "./read-input.ts";
import { toDeadlineMs } from "./run-deadline.ts";
import type { HookInput, HookOutput } from "./run-post-edit.ts";
import { skipEdit } from "./skip-edit.ts";

/** Most of a defect's message that is printed. */
const MAX_DEFECT = 300;

/** How long an answer may take to be read, and the rest of the payload to come. */
const ANSWER_MS = 10_000;

const NOT_TAKEN = "hi: nobody took the answer in time\n";

/** What only the program knows that runs the hook; streams and environment are the process's own. */
export type HookProgram = Pick<HookInput, "argv" | "root">;

/**
 * Runs the hook as a whole process: signals, the last resort against hanging, and the answer's way out. The process ends
 * with 0 whatever came of it, since agents take other codes for a verdict.
 */
export async function runProgram({ argv, root }: HookProgram): Promise<never> {
  const { env } = process;
  const startedAt = performance.now();
  const toWord = (why: string): HookOutput => toLastWord({ argv, root }, why);
  // A defect, wherever it is thrown.
  let isAnswered = false;
  process.on("uncaughtException", (error) => {
    const why = toPlainLine(String(error), MAX_DEFECT);
    endNow(isAnswered ? { stdout: "", stderr: `hi: ${why}\n` } : toWord(why));
  });
  if (argv[0] !== "post-edit") speakAtExit(() => toWord("it ended before it answered"));
  const aborted = endOnSignals(argv[0] === "post-edit" ? undefined : () => toWord("the agent gave up waiting"));
  const lastResort = new LastResort(toDeadlineMs(env), () => endNow(toWord("the hook did not end in time")));
  const onDeadline = (deadlineMs: number): void => lastResort.move(deadlineMs);
  const output = await run({ argv, env, root, startedAt, onDeadline, signal: aborted });
  if (aborted.aborted) return endBySignal(output, aborted.reason as NodeJS.Signals);
  // From here on there is an answer: a second one behind it would make both unreadable.
  isAnswered = true;
  lastResort.settle();
  return end(output);
}

/** True once an answer is on its way. */
let hasSpoken = false;

/** What enforces must not end in silence, whatever code ends the process. */
function speakAtExit(toWord: () => HookOutput): void {
  process.on("exit", () => {
    if (hasSpoken) return;
    const { stdout, stderr } = toWord();
    writeNow(1, stdout);
    writeNow(2, stderr);
    process.exitCode = 0;
  });
}

async function run(input: Omit<HookInput, "payload">): Promise<HookOutput> {
  const { argv, env, root } = input;
  if (argv[0] === "pre-tool") {
    if (env["HI_HOOK"] === "off" && isWithoutGuard(root)) return toOff(argv);
    // It is registered only where there is somebody to ask, so it is loaded while the payload comes.
    const [{ runPreTool }, payload] = await Promise.all([loadTools(), readInput(process.stdin)]);
    return runPreTool({ ...input, payload });
  }
  if (argv[0] === "stop") {
    const [{ runStop }, payload] = await Promise.all([loadTools(), readInput(process.stdin).then(remember)]);
    return runStop({ ...input, payload });
  }
  const payload = await readInput(process.stdin);
  const silence = await skipEdit({ argv, payload, root, env });
  if (silence !== undefined) return { stdout: toLine(silence), stderr: "" };
  const { runPostEdit } = await loadTools();
  return runPostEdit({ ...input, payload });
}

/** Whether the agent says that it was kept from stopping before, which bounds what is said in a hurry. */
let isAgain = false;

function remember(payload: HookInput["payload"]): HookInput["payload"] {
  isAgain = isStopAgain(payload);
  return payload;
}

function isWithoutGuard(root: HookInput["root"]): boolean {
  return typeof root !== "string" || readGuard(root).kind === "off";
}

/** What is said where the run cannot be finished: after an edit that it was not checked, before a tool what is decided. */
export function toLastWord(program: HookProgram, why: string): HookOutput {
  const [event, , name = ""] = program.argv;
  if (event === "pre-tool") return toVerdictWord(program, why);
  if (event === "stop") return toStopWord({ ...program, isAgain }, why);
  return { stdout: toLine(findEditReader(name)?.silence), stderr: `hi: ${why}; the edit was not checked\n` };
}

/** By the words that were loaded, else by the entry's own: a fault in the first must not be silence. */
function toVerdictWord(program: HookProgram, why: string): HookOutput {
  try {
    return (getLoadedTools()?.toLastWord ?? toBareWord)(program, why);
  } catch {
    return toBareWord(program, why);
  }
}

/** Ends a program that cannot run the hook, with what is to be said; the payload is drained, as an agent wants it. */
export async function endWith(toWord: () => HookOutput): Promise<never> {
  remember(await readInput(process.stdin));
  return end(toWord());
}

async function end({ stdout, stderr }: HookOutput): Promise<never> {
  hasSpoken = true;
  await Promise.all([write("stdout", stdout), write("stderr", stderr)]);
  await drainInput(process.stdin);
  // An agent that never closes our stdin would otherwise keep the process.
  process.exit(0);
}

/** How long linters that are being cancelled may take to be told of. */
const CANCEL_MS = 1000;

/**
 * Detached children see neither ^C nor a closed terminal, so they are killed here before the signal takes effect. Before
 * a tool runs, the linters are cancelled and the verdict is still said: whoever reads it meets no silence.
 */
function endOnSignals(toWord: (() => HookOutput) | undefined): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (!toWord) endBySignal({ stdout: "", stderr: "" }, signal);
      // Once more changes nothing: the verdict is on its way.
      else if (!controller.signal.aborted) {
        controller.abort(signal);
        setTimeout(() => endBySignal(toWord(), signal), CANCEL_MS);
      }
    });
  }
  return controller.signal;
}

/** Says it without waiting for anybody, and lets the signal take its effect. */
function endBySignal({ stdout, stderr }: HookOutput, signal: NodeJS.Signals): never {
  hasSpoken = true;
  writeNow(1, stdout);
  writeNow(2, stderr);
  killAll();
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The signal comes at the next turn of the loop.
  return undefined as never;
}

/** What is being ended must not keep the end from coming. */
function killAll(): void {
  try {
    getLoadedTools()?.killRunningGroups();
  } catch {
    // They have their own deadlines.
  }
}

/** Ends the process whatever it waits for: an agent must never wait for us. Kept until the exit, so it needs no end. */
class LastResort {
  private readonly startedAt = performance.now();
  private readonly speak: () => void;
  private timer: NodeJS.Timeout;

  constructor(deadlineMs: number, speak: () => void) {
    this.speak = speak;
    this.timer = setTimeout(speak, deadlineMs + HOOK_GRACE_MS);
  }

  /** From now on it only ends, where the answer is not taken. */
  settle(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => endNow({ stdout: "", stderr: NOT_TAKEN }), ANSWER_MS);
  }

  /** Another deadline, counted from the start all the same. */
  move(deadlineMs: number): void {
    clearTimeout(this.timer);
    const spentMs = performance.now() - this.startedAt;
    this.timer = setTimeout(this.speak, Math.max(0, deadlineMs + HOOK_GRACE_MS - spentMs));
  }
}

/** Says it without waiting for anybody, and ends. */
function endNow({ stdout, stderr }: HookOutput): never {
  hasSpoken = true;
  writeNow(1, stdout);
  writeNow(2, stderr);
  killAll();
  process.exit(0);
}

function writeNow(descriptor: number, text: string): void {
  try {
    if (text !== "") writeSync(descriptor, text);
  } catch {
    // Nobody reads it.
  }
}

/**
 * Writes and waits until it is on its way; a reader that went away is no trouble of ours. A stream that nothing is written
 * to is never asked for: making it costs a silent run more than its edit does.
 */
function write(name: "stdout" | "stderr", text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  const stream = process[name];
  return new Promise((resolve) => {
    stream.on("error", () => resolve());
    stream.write(text, () => resolve());
  });
}
