import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

import { killGroup, trackGroup } from "./io/process-group.ts";

/** How long pipes may stay open once the linter has ended or was killed; what holds them then is left alone or killed. */
const CLOSE_GRACE_MS = 250;

/** One run of a linter's program: argv, no shell, nothing ambient. */
export interface LinterProcess {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Uint8Array;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly maxStderrBytes: number;
  readonly signal?: AbortSignal | undefined;
}

type Ending = "ended" | "deadline" | "stdout-limit" | "stderr-limit" | "cancelled" | "not-started";

/** How it ended, with the same fields whatever happened. */
export interface LinterOutcome {
  readonly ending: Ending;
  /** Why it did not start. */
  readonly problem: string;
  readonly pid: number | undefined;
  readonly exitCode: number | null;
  readonly killedBy: string | null;
  /** At most the limits. */
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly receivedBytes: number;
  readonly durationMs: number;
}

/**
 * Runs a linter's program to its end and never rejects. It leads a group of its own, killed whole at the deadline, at
 * the first byte beyond a limit, on `signal`, and at the end for what it left there. What holds the pipes open longer
 * than the grace does not hold us: they are let go, and what was written until then counts.
 */
export function runLinterProcess(request: LinterProcess): Promise<LinterOutcome> {
  return new Promise((resolve) => {
    const run = new Run(request, resolve);
    run.start();
  });
}

class Run {
  private readonly request: LinterProcess;
  private readonly resolve: (outcome: LinterOutcome) => void;
  private readonly startedAt = performance.now();
  private readonly stdout: Buffer[] = [];
  private readonly stderr: Buffer[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private child: ChildProcess | undefined;
  private ending: Ending = "ended";
  private problem = "";
  private receivedBytes = 0;
  private forget = (): boolean => false;
  private readonly cancel = (): void => this.stop("cancelled");

  constructor(request: LinterProcess, resolve: (outcome: LinterOutcome) => void) {
    this.request = request;
    this.resolve = resolve;
  }

  start(): void {
    const { file, args, cwd, env, signal } = this.request;
    if (signal?.aborted) {
      this.ending = "cancelled";
      this.end();
      return;
    }
    try {
      this.child = spawn(file, args, {
        cwd,
        env,
        detached: process.platform !== "win32",
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe"],
      });
    } catch (error) {
      // A NUL in an argument or in a variable, for one.
      this.fail(error);
      return;
    }
    this.watch(this.child);
  }

  private watch(child: ChildProcess): void {
    const { input, timeoutMs, maxOutputBytes, maxStderrBytes, signal } = this.request;
    child.on("error", (error) => {
      if (child.pid === undefined) this.fail(error);
    });
    if (child.pid === undefined) return;
    this.forget = trackGroup(() => killGroup(child));
    this.collect(child.stdout, { into: this.stdout, limit: maxOutputBytes, ending: "stdout-limit" });
    this.collect(child.stderr, { into: this.stderr, limit: maxStderrBytes, ending: "stderr-limit" });
    child.on("exit", () => this.wait());
    child.on("close", () => this.end());
    signal?.addEventListener("abort", this.cancel, { once: true });
    this.timers.push(setTimeout(() => this.stop("deadline"), timeoutMs));
    // What a linter does not read is its own business.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  }

  private collect(
    stream: Readable | null,
    { into, limit, ending }: { into: Buffer[]; limit: number; ending: Ending }
  ): void {
    let room = limit;
    stream?.on("error", () => undefined);
    stream?.on("data", (chunk: Buffer) => {
      this.receivedBytes += chunk.length;
      if (room > 0) into.push(chunk.subarray(0, room));
      room -= chunk.length;
      if (room >= 0) return;
      // Killed first: on a pipe that closes, one that still lives complains on the other. Then neither is read again,
      // whoever writes.
      this.stop(ending);
      this.child?.stdout?.destroy();
      this.child?.stderr?.destroy();
    });
  }

  /** Ends it for the first reason that comes. One that has ended by itself is past its deadline no more. */
  private stop(ending: Ending): void {
    const { child } = this;
    if (this.ending !== "ended" || !child) return;
    const isGone = child.exitCode !== null || child.signalCode !== null;
    if (isGone && (ending === "deadline" || ending === "cancelled")) return;
    this.ending = ending;
    killGroup(child);
    this.wait();
  }

  private wait(): void {
    this.timers.push(setTimeout(() => this.end(), CLOSE_GRACE_MS));
  }

  private fail(error: unknown): void {
    this.ending = "not-started";
    this.problem = error instanceof Error ? error.message : String(error);
    this.end();
  }

  private end(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.request.signal?.removeEventListener("abort", this.cancel);
    if (this.forget() && this.child) killGroup(this.child);
    for (const stream of [this.child?.stdin, this.child?.stdout, this.child?.stderr]) stream?.destroy();
    this.resolve({
      ending: this.ending,
      problem: this.problem,
      pid: this.child?.pid,
      exitCode: this.child?.exitCode ?? null,
      killedBy: this.child?.signalCode ?? null,
      stdout: Buffer.concat(this.stdout),
      stderr: Buffer.concat(this.stderr),
      receivedBytes: this.receivedBytes,
      durationMs: performance.now() - this.startedAt,
    });
  }
}
