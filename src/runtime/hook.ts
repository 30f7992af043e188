import { realpathSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { killRunningGroups } from "./io/process.ts";
import { runPostEdit, toDeadlineMs } from "./run-post-edit.ts";
import type { HookOutput } from "./run-post-edit.ts";

// The program that every agent's configuration calls, copied into a repository as `.hi/runtime/hook.mjs`.
// Usage: node .hi/runtime/hook.mjs post-edit --provider claude|codex|cursor|opencode|neutral   (payload on stdin)

/** Detached children see neither ^C nor a closed terminal, so they are killed here before the signal takes effect. */
function killChildrenOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      killRunningGroups();
      process.kill(process.pid, signal);
    });
  }
}

/** What a run has beyond its deadline for telling what came of it. */
const GRACE_MS = 5000;

/** Ends the process whatever it waits for: an agent must never wait for us. Kept until the exit, so it needs no end. */
function endInTime(): void {
  setTimeout(
    () => {
      killRunningGroups();
      try {
        writeSync(process.stderr.fd, "hi: the hook did not end in time; the edit was not checked\n");
      } catch {
        // Nobody reads it.
      }
      process.exit(0);
    },
    toDeadlineMs(process.env) + GRACE_MS
  );
}

/** Writes and waits until it is on its way; a reader that went away is no trouble of ours. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((resolve) => {
    stream.on("error", () => resolve());
    stream.write(text, () => resolve());
  });
}

/** The oldest Node that has what this file uses. */
const OLDEST_MAJOR = 20;
// oxlint-disable-next-line unicorn/prefer-import-meta-properties -- An older Node must still print its one line.
const self = fileURLToPath(import.meta.url);

async function run(): Promise<HookOutput> {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) < OLDEST_MAJOR) {
    return { stdout: "", stderr: `hi: Node ${node} is too old, 22.18 is needed; the edit was not checked\n` };
  }
  return runPostEdit({
    argv: process.argv.slice(2),
    stdin: process.stdin,
    env: process.env,
    root: realpathSync(fileURLToPath(new URL("../..", import.meta.url))),
  });
}

async function main(): Promise<void> {
  killChildrenOnSignals();
  endInTime();
  const { stdout, stderr } = await run();
  await Promise.all([write(process.stdout, stdout), write(process.stderr, stderr)]);
  // An agent that never closes our stdin would otherwise keep the process.
  process.exit(0);
}

/** True where this file is the program itself, bundled or not, and not a part of another one. */
function isProgram(): boolean {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === self;
}

if (isProgram()) await main();
