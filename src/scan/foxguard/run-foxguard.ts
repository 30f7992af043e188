import { writeFile } from "node:fs/promises";
import path from "node:path";

import type { ProcessOutcome } from "../../domain/process.ts";
import { runProcess } from "../../runtime/io/process.ts";
import { toChildEnvironment } from "../git.ts";
import { ScanFault } from "../scan-fault.ts";
import { withScratch } from "../scratch.ts";
import { parseFoxguardReport } from "./parse-report.ts";
import type { FoxguardReport } from "./parse-report.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The versions whose flags and report are known here. */
export const FOXGUARD_RANGE = "0.14";

const TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
/** Most of its own words that an error holds. */
const MAX_WORDS = 400;

export interface FoxguardAsk {
  readonly program: string;
  readonly env: Environment;
  readonly cwd: string;
  /** Before the configuration and the path. */
  readonly args: readonly string[];
  /** What it is configured by: never what it would find by itself. */
  readonly config: object;
  /** Names below the folder, where not all of it is asked for. */
  readonly names?: readonly string[];
  /** From the folder. */
  readonly target: string;
  readonly signal?: AbortSignal;
}

/** Its report, and what it wrote on stderr. */
export interface FoxguardRun {
  readonly report: FoxguardReport;
  readonly warnings: readonly string[];
}

/** Runs the peer's program once. @throws ScanFault where it cannot be run, fails, or says what cannot be read */
export function runFoxguard(ask: FoxguardAsk): Promise<FoxguardRun> {
  return withScratch("foxguard", async (scratch) => {
    const config = path.join(scratch, "config.json");
    await writeFile(config, JSON.stringify(ask.config), { mode: 0o600 });
    const list = path.join(scratch, "names");
    if (ask.names) await writeFile(list, ask.names.map((name) => `${name}\n`).join(""), { mode: 0o600 });
    const only = ask.names ? ["--changed-files-from", list] : [];
    const outcome = await start(ask, [...ask.args, "--config", config, ...only, "--", ask.target]);
    return toRun(outcome, ask);
  });
}

function start({ program, env, cwd, signal }: FoxguardAsk, args: readonly string[]): Promise<ProcessOutcome> {
  return runProcess(
    {
      file: program,
      args,
      cwd,
      env: { ...toChildEnvironment(env), NO_COLOR: "1" },
      timeoutMs: TIMEOUT_MS,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    },
    signal
  );
}

async function toRun(outcome: ProcessOutcome, ask: FoxguardAsk): Promise<FoxguardRun> {
  const { ending, exitCode, stdout, stderr } = outcome;
  // 0 is clean and 1 findings; whatever else it prints with another code is no report.
  if (ending !== "ok" && !(ending === "exited" && exitCode === 1)) throw await toFault(outcome, ask);
  const report = parseFoxguardReport(stdout);
  if (typeof report === "string") throw new ScanFault(`foxguard ended with ${exitCode}, but ${report}`);
  if (exitCode === 1 && report.findings.length === 0) {
    throw new ScanFault("foxguard ended with 1, which tells of findings, but reports none");
  }
  return { report, warnings: stderr.split("\n").filter((line) => line.trim() !== "") };
}

async function toFault(outcome: ProcessOutcome, ask: FoxguardAsk): Promise<ScanFault> {
  const { ending, exitCode, signal, stderr } = outcome;
  const how = { exited: `ended with ${exitCode}`, signalled: `was ended by ${signal}` }[ending as "exited"];
  const words = stderr.trim().slice(0, MAX_WORDS);
  const version = await readVersion(ask);
  const other =
    version === undefined || isKnownVersion(version) ? "" : ` (it is ${version}; ${FOXGUARD_RANGE} is known)`;
  return new ScanFault(`foxguard ${how ?? `did not end well: ${ending}`}${other}${words === "" ? "" : `: ${words}`}`);
}

/** Asked only to explain a failure: a report names its version itself. */
async function readVersion(ask: FoxguardAsk): Promise<string | undefined> {
  const { stdout } = await start(ask, ["--version"]);
  return /^foxguard (\d[\w.+-]*)/.exec(stdout)?.[1];
}

export function isKnownVersion(version: string): boolean {
  return version.startsWith(`${FOXGUARD_RANGE}.`);
}
