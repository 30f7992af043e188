import { writeSync } from "node:fs";

import { HOOK_GRACE_MS } from "../domain/hook-deadline.ts";
import { toPlainLine } from "../domain/plain-text.ts";
import { killRunningGroups } from "./io/process-group.ts";
import { drainInput, readInput } from "./read-input.ts";
import { runPostEdit, toDeadlineMs } from "./run-post-edit.ts";
import type { HookInput, HookOutput } from "./run-post-edit.ts";
import { runPreTool, toLastWord } from "./run-pre-tool.ts";

/** Most of a defect's message that is printed. */
const MAX_DEFECT = 300;

/** How long an answer may take to be read, and the rest of the payload to come. */
const ANSWER_MS = 10_000;

/** What only the program knows that runs the hook; streams and environment are the process's own. */
export type HookProgram = Pick<HookInput, "argv" | "root">;

/**
 * Runs the hook as a whole process: signals, the last resort against hanging, and the answer's way out. The process ends
 * with 0 whatever came of it, since agents take other codes for a verdict.
 */
export async function runProgram({ argv, root }: HookProgram): Promise<never> {
  const { env } = process;
  const isPreTool = argv[0] === "pre-tool";
  const toWord = (why: string): HookOutput => (isPreTool ? toLastWord({ argv, root }, why) : toUnchecked(why));
  // A defect, wherever it is thrown.
  process.on("uncaughtException", (error) => endNow(toWord(toPlainLine(String(error), MAX_DEFECT))));
  killChildrenOnSignals();
  const lastResort = new LastResort(toDeadlineMs(env), () => endNow(toWord("the hook did not end in time")));
  const onDeadline = (deadlineMs: number): void => lastResort.move(deadlineMs);
  const run = isPreTool ? runPreTool : runPostEdit;
  const output = await run({ argv, stdin: process.stdin, env, root, onDeadline });
  // From here on there is an answer: a second one behind it would make both unreadable.
  lastResort.settle();
  return end(output);
}

/** Ends a program that cannot run the hook, with what is to be said; the payload is drained, as an agent wants it. */
export async function endWith(word: HookOutput): Promise<never> {
  await readInput(process.stdin);
  return end(word);
}

/** Feedback that could not be given: one line for logs, no verdict. */
export function toUnchecked(why: string): HookOutput {
  return { stdout: "", stderr: `hi: ${why}; the edit was not checked\n` };
}

async function end({ stdout, stderr }: HookOutput): Promise<never> {
  await Promise.all([write(process.stdout, stdout), write(process.stderr, stderr)]);
  await drainInput(process.stdin);
  // An agent that never closes our stdin would otherwise keep the process.
  process.exit(0);
}

/** Detached children see neither ^C nor a closed terminal, so they are killed here before the signal takes effect. */
function killChildrenOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      killRunningGroups();
      process.kill(process.pid, signal);
    });
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

  /** Only ends from now on, where the answer is not taken. */
  settle(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => process.exit(0), ANSWER_MS);
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
  killRunningGroups();
  writeNow(process.stdout.fd, stdout);
  writeNow(process.stderr.fd, stderr);
  process.exit(0);
}

function writeNow(descriptor: number, text: string): void {
  try {
    if (text !== "") writeSync(descriptor, text);
  } catch {
    // Nobody reads it.
  }
}

/** Writes and waits until it is on its way; a reader that went away is no trouble of ours. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((resolve) => {
    stream.on("error", () => resolve());
    stream.write(text, () => resolve());
  });
}
