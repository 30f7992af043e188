import type { ChildProcess } from "node:child_process";
import { fstatSync } from "node:fs";

import type { ProcessEnding, ProcessOutcome, ProcessRequest } from "../../domain/process.ts";
import { killGroup, trackGroup } from "./process-group.ts";

/** How long pipes may stay open once the process is gone; a grandchild in a session of its own may hold them for ever. */
const CLOSE_GRACE_MS = 500;

/** Both ends of a process that is talked with, instead of one text in and one text out. */
export interface Talk {
  /** Gets the way to write to the process, once; what is written to one that is gone is lost in silence. */
  readonly onStart: (write: (bytes: Uint8Array) => void) => void;
  readonly onOutput: (stream: "stdout" | "stderr", chunk: Buffer) => void;
}
/** How often the size of a file that a child writes to is looked at. */
const FILE_CHECK_MS = 250;

/**
 * Runs one process to its end and never rejects: every ending is a value. The child leads a group of its own, which is
 * killed at the deadline, at the output limit, on `signal`, and once at the end for whatever it left behind.
 * Note: a descendant that made a session of its own escapes the group; its hold on the pipes is broken all the same.
 */
export function runProcess(request: ProcessRequest, signal?: AbortSignal, talk?: Talk): Promise<ProcessOutcome> {
  const startedAt = performance.now();
  const child = signal?.aborted ? undefined : start(request, talk !== undefined);
  if (!(child instanceof Error) && child) return new Watch(request, child, { signal, talk }).outcome;
  return Promise.resolve({
    ending: child ? "not-found" : "interrupted",
    command: [request.file, ...request.args],
    cwd: request.cwd,
    exitCode: undefined,
    signal: undefined,
    stdout: "",
    stderr: child?.message ?? "",
    durationMs: performance.now() - startedAt,
  });
}

/** Starts the child, or says why it cannot even be tried (a NUL in an argument, for one). */
function start(request: ProcessRequest, isTalkedWith: boolean): ChildProcess | Error {
  const isFed = isTalkedWith || request.input !== undefined;
  try {
    // It brings sockets along, and who starts nothing does without.
    const { spawn } = process.getBuiltinModule("node:child_process");
    const child = spawn(request.file, request.args, {
      cwd: request.cwd,
      env: request.env,
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: [isFed ? "pipe" : "ignore", request.stdoutTo ?? "pipe", "pipe"],
    });
    request.onStarted?.();
    return child;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

interface WatchOptions {
  readonly signal: AbortSignal | undefined;
  readonly talk: Talk | undefined;
}

class Watch {
  readonly outcome: Promise<ProcessOutcome>;
  private readonly request: ProcessRequest;
  private readonly child: ChildProcess;
  private readonly talk: Talk | undefined;
  private readonly startedAt = performance.now();
  private readonly stdout: Buffer[] = [];
  private readonly stderr: Buffer[] = [];
  private bytes = 0;
  /** What we did to it; undefined as long as it is left to end by itself. */
  private forced: ProcessEnding | undefined;
  private spawnError: Error | undefined;
  private timers: NodeJS.Timeout[] = [];
  private readonly kill = (): void => killGroup(this.child);
  private readonly forget: () => boolean;

  constructor(request: ProcessRequest, child: ChildProcess, { signal, talk }: WatchOptions) {
    this.request = request;
    this.child = child;
    this.talk = talk;
    const interrupt = (): void => this.force("interrupted");
    this.outcome = new Promise((resolve) => {
      const end = (): void => {
        signal?.removeEventListener("abort", interrupt);
        resolve(this.finish());
      };
      this.listen(end);
    });
    signal?.addEventListener("abort", interrupt, { once: true });
    this.forget = trackGroup(this.kill);
    this.feed();
  }

  private listen(end: () => void): void {
    const { child, request } = this;
    child.stdout?.on("data", (chunk: Buffer) => this.keep("stdout", chunk));
    child.stderr?.on("data", (chunk: Buffer) => this.keep("stderr", chunk));
    child.on("error", (error) => {
      this.spawnError = error;
      if (child.pid === undefined) end();
    });
    child.on("exit", () => this.timers.push(setTimeout(end, CLOSE_GRACE_MS)));
    child.on("close", end);
    this.timers.push(setTimeout(() => this.force("timed-out"), request.timeoutMs));
    this.watchFile(request.stdoutTo);
  }

  private watchFile(descriptor: number | undefined): void {
    if (descriptor === undefined) return;
    const look = (): void => {
      if (fstatSync(descriptor).size > this.request.maxOutputBytes) this.force("too-much-output");
    };
    this.timers.push(setInterval(look, FILE_CHECK_MS));
  }

  /** A child that does not read what it is sent is the child's business. */
  private feed(): void {
    const { stdin } = this.child;
    if (!stdin) return;
    stdin.on("error", () => undefined);
    if (this.talk) this.talk.onStart((bytes) => stdin.write(bytes));
    else stdin.end(this.request.input);
  }

  private keep(stream: "stdout" | "stderr", chunk: Buffer): void {
    const room = this.request.maxOutputBytes - this.bytes;
    this.bytes += chunk.length;
    if (room > 0) this[stream].push(chunk.subarray(0, room));
    this.talk?.onOutput(stream, chunk);
    if (chunk.length > room) this.force("too-much-output");
  }

  private force(ending: ProcessEnding): void {
    if (this.forced) return;
    this.forced = ending;
    this.kill();
  }

  private finish(): ProcessOutcome {
    for (const timer of this.timers) clearTimeout(timer);
    if (this.forget()) this.kill();
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
    this.child.stdin?.destroy();
    return {
      ending: this.toEnding(),
      command: [this.request.file, ...this.request.args],
      cwd: this.request.cwd,
      exitCode: this.spawnError ? undefined : (this.child.exitCode ?? undefined),
      signal: this.child.signalCode ?? undefined,
      stdout: Buffer.concat(this.stdout).toString("utf8"),
      stderr: Buffer.concat(this.stderr).toString("utf8") || (this.spawnError?.message ?? ""),
      durationMs: performance.now() - this.startedAt,
    };
  }

  private toEnding(): ProcessEnding {
    if (this.forced) return this.forced;
    if (this.spawnError) return "not-found";
    if (this.child.signalCode !== null) return "signalled";
    return this.child.exitCode === 0 ? "ok" : "exited";
  }
}
