import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";

import type { PolicyCommand } from "../../contracts/guard.ts";
import { killGroup, trackGroup } from "../../runtime/io/process-group.ts";
import { toCommandHash } from "../decide/seal.ts";
import type { SealedCommand } from "../decide/seal.ts";
import { redact } from "./redact.ts";
import { StreamKeeper } from "./stream-keeper.ts";

/** How long a command that is asked to end has, before its group is killed. */
const GRACE_MS = 2000;

/** How long pipes may stay open once the command is gone: what it left behind may hold them. */
const CLOSE_GRACE_MS = 500;

/** What every command of one verification is run with. */
export interface CommandPlace {
  /** The repository's root. */
  readonly root: string;
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string>>;
  /** Of each stream, in the seal. */
  readonly retainCharacters: number;
  /** Aborted where the user wants an end: the command's group is ended too. */
  readonly signal: AbortSignal;
}

/** How the program went, before it is put into words. */
interface Ending {
  readonly isTimedOut: boolean;
  readonly startError: string | undefined;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/**
 * Runs one command of the policy at the root, in a group of its own and without stdin; a `judgelock.yml` line through the
 * shell, as that says. Never rejects. At its timeout the group is asked to end, then killed, and so is at the end whatever
 * it left behind. Its output is hashed whole, and kept bounded and redacted.
 */
export async function runCommand(
  { name, run, timeoutSeconds }: PolicyCommand,
  place: CommandPlace
): Promise<SealedCommand> {
  const [stdout, stderr] = [new StreamKeeper(place.retainCharacters), new StreamKeeper(place.retainCharacters)];
  const startedAt = new Date();
  const before = performance.now();
  const ending = await watch(start(run, place), { stdout, stderr, timeoutMs: timeoutSeconds * 1000, place });
  if (ending.startError !== undefined) stderr.push(Buffer.from(ending.startError));
  return {
    name,
    command: redact("argv" in run ? run.argv.map(toShown).join(" ") : run.shell),
    commandHash: toCommandHash(run),
    timeoutSeconds,
    status: toStatus(ending),
    exitCode: ending.exitCode,
    signal: ending.signal,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    durationMs: Math.round(performance.now() - before),
    stdout: stdout.finish(),
    stderr: stderr.finish(),
  };
}

/** A word as a person could type it. */
function toShown(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function toStatus({ isTimedOut, startError, exitCode }: Ending): SealedCommand["status"] {
  if (startError !== undefined) return "spawn-error";
  if (isTimedOut) return "timed-out";
  return exitCode === 0 ? "passed" : "failed";
}

function start(run: PolicyCommand["run"], { root, env }: CommandPlace): ChildProcess | Error {
  const [file = "", ...args] = "argv" in run ? run.argv : [run.shell];
  try {
    return spawn(file, args, {
      cwd: root,
      env,
      detached: process.platform !== "win32",
      shell: "shell" in run,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The system says ENOENT of a program that it does not find. */
function toStartWords(error: NodeJS.ErrnoException, file: string): string {
  if (error.code !== "ENOENT") return error.message;
  return /[/\\]/.test(file) ? `there is no program ${file}` : `there is no program ${file} on PATH`;
}

interface Watching {
  readonly stdout: StreamKeeper;
  readonly stderr: StreamKeeper;
  readonly timeoutMs: number;
  readonly place: CommandPlace;
}

function watch(child: ChildProcess | Error, { stdout, stderr, timeoutMs, place }: Watching): Promise<Ending> {
  if (child instanceof Error) {
    return Promise.resolve({ isTimedOut: false, startError: child.message, exitCode: null, signal: null });
  }
  return new Promise((resolve) => {
    let [isTimedOut, startError] = [false, undefined as string | undefined];
    const timers: NodeJS.Timeout[] = [];
    const kill = (): void => killGroup(child);
    const forget = trackGroup(kill);
    const stop = (): void => {
      askToEnd(child);
      timers.push(setTimeout(kill, GRACE_MS));
    };
    const end = (): void => {
      for (const timer of timers) clearTimeout(timer);
      place.signal.removeEventListener("abort", stop);
      // Whatever it left behind goes with it, unless that made a group of its own.
      if (forget()) kill();
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve({ isTimedOut, startError, exitCode: child.exitCode, signal: child.signalCode });
    };
    child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", (error) => {
      startError = child.pid === undefined ? toStartWords(error, child.spawnfile) : undefined;
      if (startError !== undefined) end();
    });
    child.on("exit", () => timers.push(setTimeout(end, CLOSE_GRACE_MS)));
    child.on("close", end);
    // A timer that is set to more than about 24 days fires at once; a policy's longest is a day.
    timers.push(
      setTimeout(() => {
        isTimedOut = true;
        stop();
      }, timeoutMs)
    );
    if (place.signal.aborted) stop();
    else place.signal.addEventListener("abort", stop, { once: true });
  });
}

/** TERM to the whole group; where there are no groups, to the command. */
function askToEnd(child: ChildProcess): void {
  try {
    if (process.platform === "win32" || child.pid === undefined) child.kill();
    else process.kill(-child.pid, "SIGTERM");
  } catch {
    // Nobody is left.
  }
}
