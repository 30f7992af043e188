#!/usr/bin/env node
import { openOutput } from "./adapters/output.ts";
import type { Invocation, OpenedWorld, WorldAsks } from "./cli/main.ts";
import { main, reportDefect } from "./cli/main.ts";
import type { AbsolutePath } from "./domain/paths.ts";

/** What has to be let go of when the process ends other than by its last line. */
let disposeNow: () => unknown = () => undefined;

/** The composition root: argv, streams and the world's adapters are put together here and nowhere else. */
export async function start(): Promise<void> {
  const { argv, env } = process;
  const streams = {
    get stdin() {
      return process.stdin;
    },
    stdout: openOutput("stdout"),
    stderr: openOutput("stderr"),
  };
  const invocation: Invocation = {
    argv: argv.slice(2),
    env,
    streams,
    readVersion,
    readPageParts,
    openReportFiles,
    openWorld,
    openInterrupts,
    openProgress,
  };
  process.once("uncaughtException", async (error) => {
    disposeNow();
    process.exit(await reportDefect(invocation, error));
  });
  const exitCode = await main(invocation);
  // Everything is written; a handle that is still open must not keep the process.
  process.exit(exitCode);
}

async function openWorld({
  verb,
  showsProgress,
  note,
  askInit,
  refuseUnasked,
  settleConflicts,
  confirm,
}: WorldAsks): Promise<OpenedWorld> {
  const { createWorld } = await import("./adapters/world.ts");
  const interrupts = await watch(verb);
  const { world, disposeAllSync } = await createWorld({
    verb,
    cwd: process.cwd() as AbsolutePath,
    env: process.env,
    progress: await openProgress(showsProgress),
    interrupted: interrupts.signal,
    note,
    askInit,
    ...(refuseUnasked ? { refuseUnasked } : {}),
    ...(settleConflicts ? { settleConflicts } : {}),
    confirm,
  });
  disposeNow = disposeAllSync;
  const close = (): void => {
    disposeAllSync();
    interrupts.stop();
  };
  const openMachine: OpenedWorld["openMachine"] = async () =>
    (await import("./adapters/machine.ts")).createMachine(process.env, world.processes);
  const openFleet: OpenedWorld["openFleet"] = async () => (await import("./adapters/fleet-files.ts")).fleetFiles;
  return { world, openMachine, openFleet, close, readVersion, note };
}

/** Only what makes candidates or writes has something to clean up; the rest simply ends at a signal. */
async function watch(verb: WorldAsks["verb"]) {
  const isReading =
    ["check", "diff", "explain", "doctor", "show", "session status", "inspect"].includes(verb) ||
    verb.startsWith("fleet ");
  if (isReading) {
    return { signal: new AbortController().signal, stop: () => undefined };
  }
  const { watchInterrupts } = await import("./adapters/interrupts.ts");
  return watchInterrupts(() => {
    disposeNow();
    process.exit(130);
  });
}

/** The first signal is told, the second ends. */
async function openInterrupts() {
  return (await import("./adapters/interrupts.ts")).watchInterrupts(() => process.exit(130));
}

async function openProgress(isShown: boolean) {
  const { createProgress, SILENT_PROGRESS } = await import("./adapters/progress.ts");
  return isShown ? createProgress(process.stderr) : SILENT_PROGRESS;
}

async function readPageParts() {
  return (await import("./adapters/page-parts.ts")).readPageParts();
}

async function openReportFiles() {
  const { checkReportFile, writeReportFile } = await import("./adapters/report-file.ts");
  return { check: checkReportFile, write: writeReportFile };
}

async function readVersion(): Promise<string> {
  return (await import("./adapters/own-version.ts")).readOwnVersion();
}

// The build's launcher calls it; run from source, the file is its own.
if (import.meta.main) await start();
