import { writeSync } from "node:fs";

import { toLintResult } from "../../contracts/lint-result.ts";
import type { LintOutput } from "../../domain/check-kind.ts";
import { killRunningGroups } from "../io/process-group.ts";
import { toToolEnvironment } from "../run-tool.ts";
import { parseLintArguments } from "./parse-lint-arguments.ts";
import { renderFindings } from "./render-human.ts";
import { renderLint } from "./render-lint.ts";
import type { LintRequest, LintSession } from "./run-lint.ts";
import { runLint } from "./run-lint.ts";
import { showProgress } from "./show-progress.ts";

/** All of a run: a repository of any size is linted in less. */
const DEADLINE_MS = 600_000;
const USAGE = `Example:
  node .hi/runtime/lint.mjs                          every selected scope, each once
  node .hi/runtime/lint.mjs --scope=packages/a --fix
  git diff --name-only -z --no-renames main... | node .hi/runtime/lint.mjs --files-from=-

Usage: lint.mjs [flags] [PATH...]
  --scope=FOLDER      only this scope; may be repeated
  --check=KIND        lint (what it does without this flag) or format; may be repeated
  --fix               apply safe fixes, and write the format
  --files-from=FILE   only these names, from the repository root, ended by NUL or line break; - is stdin
  --staged            only what is staged for the next commit
  --format=FORMAT     human, json, sarif or github; --json is --format=json

Exit: 0 nothing found, or nothing to check, which is said; 1 findings; 2 a configuration, a tool or a process failed
`;
const EXIT = { couldNotRun: 2, defect: 70, interrupted: 130 } as const;

/** How a run ends: what it prints, and the code. */
interface LintEnding {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What only the program knows that runs it. */
export interface LintProgram {
  /** The folder that holds `.hi`, a real path; undefined where there is none. */
  readonly root: string | undefined;
  readonly argv: readonly string[];
  /** How a person starts it. */
  readonly name: string;
}

/** Runs the recorded routes as a whole process: signals, output and exit code. */
export async function runLintProgram(program: LintProgram): Promise<never> {
  endOnSignals();
  // A reader that went away is no trouble of ours.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const { stdout, stderr, exitCode } = await runFromArguments(program).catch(toDefect);
  await Promise.all([write(process.stdout, stdout), write(process.stderr, stderr)]);
  process.exit(exitCode);
}

async function runFromArguments({ root, argv, name }: LintProgram): Promise<LintEnding> {
  const parsed = parseLintArguments(argv);
  if (parsed.kind === "help") return { stdout: USAGE, stderr: "", exitCode: 0 };
  if (parsed.kind === "problem") {
    return toUnable(`${parsed.message}\nnext: ${name} --help`, { name, output: wantsJson(argv) ? "json" : "human" });
  }
  if (root === undefined) return toUnable("hi is not set up here\nnext: hi init", { name, output: parsed.output });
  return lintInProcess(parsed.request, { output: parsed.output, root });
}

function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, at) => /^--(?:json|format=json)$/.test(word) || (word === "json" && argv[at - 1] === "--format")
  );
}

/** Nothing was looked at, for what the caller has to change. */
function toUnable(
  message: string,
  { name, output }: { readonly name: string; readonly output: LintOutput }
): LintEnding {
  if (output !== "json") return { stdout: "", stderr: `${name}: ${message}\n`, exitCode: EXIT.couldNotRun };
  const failure = { kind: "configuration", command: [name], exitCode: null, signal: null, output: message } as const;
  const result = toLintResult({
    checks: [],
    scopes: [],
    findings: [],
    failures: [failure],
    changed: [],
    left: [],
    notes: [],
  });
  return { ...renderLint(result, output), exitCode: result.exitCode };
}

/** Runs a request with this process's own streams and environment, and says what to print. */
async function lintInProcess(
  request: LintRequest,
  { output, root }: { readonly output: LintOutput; readonly root: string }
): Promise<LintEnding> {
  const progress = showProgress(process.stderr, process.env);
  try {
    const result = await runLint(request, {
      root,
      env: toToolEnvironment(process.env),
      deadlineAt: performance.now() + toDeadlineMs(process.env["HI_LINT_DEADLINE_MS"]),
      cwd: process.cwd(),
      stdin: process.stdin,
      onProgress: progress.tell,
      ...(output === "human" ? { onScope: createTeller(progress.hide) } : {}),
    });
    return { ...renderLint(result, output), exitCode: result.exitCode };
  } finally {
    progress.end();
  }
}

/** Tells a person the findings of each scope as they come. */
function createTeller(makeRoom: () => void): NonNullable<LintSession["onScope"]> {
  return (results) => {
    const text = renderFindings(results.flatMap(({ findings }) => findings));
    if (text === "") return;
    makeRoom();
    process.stdout.write(text);
  };
}

/** A timer that is set to more than about 24 days fires at once. */
const LONGEST_DEADLINE_MS = 86_400_000;

function toDeadlineMs(text: string | undefined): number {
  const wanted = Number(text);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, LONGEST_DEADLINE_MS) : DEADLINE_MS;
}

/** Detached children see neither ^C nor a closed terminal, nor that this process fell over. */
function endOnSignals(): void {
  process.once("uncaughtException", (error) => {
    killRunningGroups();
    writeSync(process.stderr.fd, toDefect(error).stderr);
    process.exit(EXIT.defect);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      killRunningGroups();
      process.exit(EXIT.interrupted);
    });
  }
}

function toDefect(error: unknown): LintEnding {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { stdout: "", stderr: `hi lint: a defect of ours, please report it\n${trace}\n`, exitCode: EXIT.defect };
}

/** Writes and waits until it is on its way. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return text === "" ? Promise.resolve() : new Promise((resolve) => stream.write(text, () => resolve()));
}
