import { writeSync } from "node:fs";

import { HOOK_GRACE_MS } from "../domain/hook-deadline.ts";
import { toPlainLine } from "../domain/plain-text.ts";
import { killRunningGroups } from "./io/process-group.ts";
import { drainInput, readInput } from "./read-input.ts";
import { runPostEdit, toDeadlineMs } from "./run-post-edit.ts";
import type { HookInput } from "./run-post-edit.ts";

/** Most of a defect's message that is printed. */
const MAX_DEFECT = 300;

/** What only the program knows that runs the hook; streams and environment are the process's own. */
export type HookProgram = Pick<HookInput, "argv" | "root">;

/**
 * Runs the hook as a whole process: signals, the last resort against hanging, and the answer's way out. The process ends
 * with 0 whatever came of it, since agents take other codes for a verdict.
 */
export async function runProgram({ argv, root }: HookProgram): Promise<never> {
  const { env } = process;
  process.on("uncaughtException", endOnDefect);
  killChildrenOnSignals();
  const lastResort = new LastResort(toDeadlineMs(env));
  const onDeadline = (deadlineMs: number): void => lastResort.move(deadlineMs);
  const { stdout, stderr } = await runPostEdit({ argv, stdin: process.stdin, env, root, onDeadline });
  return end(stdout, stderr);
}

/** A defect, wherever it is thrown, is one line and no verdict either. */
function endOnDefect(error: unknown): void {
  endNow(`hi: ${toPlainLine(String(error), MAX_DEFECT)}; the edit was not checked`);
}

/** Ends a program that cannot run the hook with one line for logs; the payload is drained, as an agent wants it. */
export async function endWith(line: string): Promise<never> {
  await readInput(process.stdin);
  return end("", `${line}\n`);
}

async function end(stdout: string, stderr: string): Promise<never> {
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
  private timer: NodeJS.Timeout;

  constructor(deadlineMs: number) {
    this.timer = setTimeout(endLate, deadlineMs + HOOK_GRACE_MS);
  }

  /** Another deadline, counted from the start all the same. */
  move(deadlineMs: number): void {
    clearTimeout(this.timer);
    const spentMs = performance.now() - this.startedAt;
    this.timer = setTimeout(endLate, Math.max(0, deadlineMs + HOOK_GRACE_MS - spentMs));
  }
}

function endLate(): void {
  endNow("hi: the hook did not end in time; the edit was not checked");
}

/** Ends with one line on stderr, without waiting for anybody. */
function endNow(line: string): never {
  killRunningGroups();
  try {
    writeSync(process.stderr.fd, `${line}\n`);
  } catch {
    // Nobody reads it.
  }
  process.exit(0);
}

/** Writes and waits until it is on its way; a reader that went away is no trouble of ours. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((resolve) => {
    stream.on("error", () => resolve());
    stream.write(text, () => resolve());
  });
}
