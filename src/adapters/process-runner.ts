import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

import type { ProcessEnding, ProcessOutcome, ProcessRequest } from "../domain/process.ts";
import type { ProcessRunner } from "../pipeline/world.ts";
import { collectOutput } from "./output-collector.ts";
import { killGroup, killMarked } from "./process-leftovers.ts";

/** How long the pipes may stay open once the leader has ended; a grandchild that left the group may hold them. */
const DRAIN_MS = 1000;
/** What is kept of a stdout that is handed over as it comes. */
const HEAD_BYTES = 64 * 1024;

/** How the leader ended; both undefined where it never started or was not seen to end. */
interface Exit {
  readonly exitCode?: number;
  readonly signal?: string;
  /** Why it did not start. */
  readonly problem?: string;
}

/**
 * Runs foreign processes by argv. Whatever the child does is a value: this never throws for it.
 * The child leads its own process group, which is killed once at its end: at the deadline, at the output limit, at an
 * interruption, and for what a well-ended leader left behind (feasibility of group kills: docs/decisions/0003).
 */
export function createProcessRunner(interrupted: AbortSignal): ProcessRunner {
  return { run: (request) => runProcess(request, interrupted) };
}

async function runProcess(request: ProcessRequest, interrupted: AbortSignal): Promise<ProcessOutcome> {
  const startedAt = performance.now();
  const stdout = collectOutput(
    request.maxOutputBytes,
    request.onStdout && { take: request.onStdout, head: HEAD_BYTES }
  );
  const stderr = collectOutput(request.maxOutputBytes);
  const end = (ending: ProcessEnding, exit: Exit): ProcessOutcome => ({
    ending,
    command: [request.file, ...request.args],
    cwd: request.cwd,
    exitCode: exit.exitCode,
    signal: exit.signal,
    stdout: stdout.toText(),
    stderr: exit.problem ?? stderr.toText(),
    durationMs: performance.now() - startedAt,
  });
  if (interrupted.aborted) return end("interrupted", {});

  const started = await startProcess(request);
  const stopper = watch(started.child, { request, interrupted, stdout, stderr });
  const exit = await Promise.race([started.exit, stopper.overdue]);
  await settle(started.child, request);
  stopper.forget();
  return end(stopper.ending() ?? toEnding(exit), exit);
}

function toEnding({ exitCode, signal, problem }: Exit): ProcessEnding {
  if (problem !== undefined) return "not-found";
  if (signal !== undefined) return "signalled";
  return exitCode === 0 ? "ok" : "exited";
}

/** Starts the child; a failure to start is an exit with a problem. Feeds the input and absorbs its errors. */
async function startProcess(request: ProcessRequest): Promise<{ child: ChildProcess; exit: Promise<Exit> }> {
  const { execa } = await import("execa");
  const running = execa(request.file, [...request.args], {
    cwd: request.cwd,
    env: request.env,
    extendEnv: false,
    preferLocal: false,
    stdin: request.input === undefined ? "ignore" : "pipe",
    stdout: "pipe",
    stderr: "pipe",
    buffer: false,
    reject: false,
    cleanup: false,
    // A group of its own, so that its children end with it. Windows has no groups.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const child = running.nodeChildProcess;
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(request.input);
  const seen = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) =>
      resolve({ ...(code === null ? {} : { exitCode: code }), ...(signal ? { signal } : {}) })
    );
  });
  const failed = new Promise<Exit>((resolve) => {
    // Settles early only where the child did not start; otherwise `exit` is first.
    const look = (result: { readonly code?: string; readonly message?: string }): void => {
      if (child.pid === undefined) resolve({ problem: result.message ?? result.code ?? "did not start" });
    };
    running.then(look).catch(look);
  });
  return { child, exit: Promise.race([seen, failed]) };
}

interface Watched {
  readonly request: ProcessRequest;
  readonly interrupted: AbortSignal;
  readonly stdout: ReturnType<typeof collectOutput>;
  readonly stderr: ReturnType<typeof collectOutput>;
}

/** Stops the child for the first reason that comes: deadline, limit, interruption. */
function watch(child: ChildProcess, { request, interrupted, stdout, stderr }: Watched) {
  let stoppedBy: ProcessEnding | undefined;
  const overdue = Promise.withResolvers<Exit>();
  const stop = (reason: ProcessEnding): void => {
    if (stoppedBy !== undefined) return;
    stoppedBy = reason;
    killGroup(child);
    // A leader that not even SIGKILL ends (it waits in the kernel) must not hang us either.
    setTimeout(() => overdue.resolve({}), DRAIN_MS).unref();
  };
  const onAbort = (): void => stop("interrupted");
  const timer = setTimeout(() => stop("timed-out"), request.timeoutMs);
  interrupted.addEventListener("abort", onAbort, { once: true });
  child.stdout?.on("data", (chunk: Buffer) => stdout.add(chunk) || stop("too-much-output"));
  child.stderr?.on("data", (chunk: Buffer) => stderr.add(chunk) || stop("too-much-output"));
  return {
    overdue: overdue.promise,
    ending: () => stoppedBy,
    forget: () => {
      clearTimeout(timer);
      interrupted.removeEventListener("abort", onAbort);
    },
  };
}

/** Kills what is left of the group, waits for the pipes with a limit, and lets go of them. */
async function settle(child: ChildProcess, request: ProcessRequest): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (child.pid === undefined || hasClosed(child)) resolve();
    else child.once("close", () => resolve());
  });
  killGroup(child);
  if (request.mark !== undefined) await killMarked(request.mark, request.env[request.mark]);
  await Promise.race([closed, delay(DRAIN_MS, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.stdin?.destroy();
}

function hasClosed({ stdout, stderr }: ChildProcess): boolean {
  return stdout?.closed === true && stderr?.closed === true;
}
