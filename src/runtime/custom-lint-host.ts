import { toLimits, toSyntheticResponse } from "../contracts/custom-lint.ts";
import type {
  CustomLintFailure,
  CustomLintRequest,
  CustomLintResult,
  CustomLintSpec,
} from "../contracts/custom-lint.ts";
import type { LinterLimits } from "../domain/linters.ts";
import { LINTER_MARKS } from "../domain/linters.ts";
import { findProgram, findSpecFault, resolveDir, toPayload } from "./custom-lint-command.ts";
import { toLinterEnvironment } from "./custom-lint-environment.ts";
import { judgeOutcome } from "./custom-lint-judge.ts";
import type { LinterRun } from "./custom-lint-judge.ts";
import { findLeftBehind } from "./custom-lint-leftovers.ts";
import { runLinterProcess } from "./custom-lint-process.ts";
import type { LinterProcess } from "./custom-lint-process.ts";

/** What every linter of one hook run shares. */
export interface CustomLintHost {
  /** The repository root, a real path. */
  readonly root: string;
  /** The caller's environment: PATH is looked up in it, and what a registration allows is copied from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Told each answer as it comes: what has been decided stands, whatever becomes of the others. */
  readonly onAnswer?: ((result: CustomLintResult) => void) | undefined;
  /** For a check of conformance: the linter finds its stdin at the end, whatever it is asked. */
  readonly sendsNothing?: true;
}

/**
 * Asks one linter, by the contract `fak-custom-lint/1` (seed 000): its registration and the request are checked, the
 * program is run, its one answer is read. Never rejects: whatever goes wrong is a failure with a synthetic response by
 * the registration's policy. The linter only judges; the request is not changed by anything that it says.
 */
export async function runCustomLint(
  spec: CustomLintSpec,
  request: CustomLintRequest,
  host: CustomLintHost
): Promise<CustomLintResult> {
  const [result] = await runCustomLints([spec], request, host);
  if (!result) throw new TypeError("one linter has one result");
  return result;
}

let batches = 0;

/** Asks several linters the same at once; what any of them left behind is looked for once, when all have ended. */
export async function runCustomLints(
  specs: readonly CustomLintSpec[],
  request: CustomLintRequest,
  host: CustomLintHost
): Promise<readonly CustomLintResult[]> {
  const startedAt = performance.now();
  const batch = `${process.pid}-${process.hrtime.bigint()}-${(batches += 1)}`;
  const line = toLine(request, host);
  const asked = await Promise.all(specs.map((spec, index) => settle(spec, { line, host, mark: `${batch}-${index}` })));
  const leaders = asked.map((one) => one.pid);
  const durationMs = performance.now() - startedAt;
  const leftBehind = findLeftBehind({ name: LINTER_MARKS.run, batch, leaders, durationMs });
  return asked.map(({ pid: _pid, ...result }, index) => ({ ...result, leftBehind: leftBehind[index] ?? [] }));
}

/** What is written to every linter, and the size that counts. */
type Line = { readonly bytes: Buffer; readonly size: number } | CustomLintFailure;

function toLine(request: CustomLintRequest, { sendsNothing }: CustomLintHost): Line {
  const payload = toPayload(request);
  if ("kind" in payload) return payload;
  const bytes = sendsNothing ? Buffer.alloc(0) : Buffer.concat([payload, Buffer.from("\n")]);
  return { bytes, size: payload.length };
}

interface Question {
  readonly line: Line;
  readonly host: CustomLintHost;
  readonly mark: string;
}

type Asked = Omit<CustomLintResult, "leftBehind"> & { readonly pid: number | undefined };

async function settle(spec: CustomLintSpec, question: Question): Promise<Asked> {
  const startedAt = performance.now();
  const limits = toLimits(spec.limits);
  const run = prepare(spec, limits, question);
  const answered = "kind" in run ? toUnasked(spec, run) : await ask(run, { spec, limits });
  const asked = { name: spec.name, ...answered, durationMs: Math.max(performance.now() - startedAt, Number.EPSILON) };
  question.host.onAnswer?.({ ...asked, leftBehind: [] });
  return asked;
}

type Answered = Omit<Asked, "name" | "durationMs">;

async function ask(run: LinterProcess, { spec, limits }: Omit<LinterRun, "outcome">): Promise<Answered> {
  const outcome = await runLinterProcess(run);
  const { pid, receivedBytes, stderr } = outcome;
  return { ...judgeOutcome({ spec, limits, outcome }), stderr: toWholeText(stderr), receivedBytes, pid };
}

function toUnasked(spec: CustomLintSpec, failure: CustomLintFailure): Answered {
  const response = toSyntheticResponse(spec, failure, false);
  return { response, failure, stderr: "", receivedBytes: 0, pid: undefined };
}

/** The contract's order: registration, request, size, and only then a process. */
function prepare(
  spec: CustomLintSpec,
  limits: LinterLimits,
  { line, host, mark }: Question
): LinterProcess | CustomLintFailure {
  const fault = findSpecFault(spec);
  if (fault) return fault;
  if ("kind" in line) return line;
  if (line.size > limits.maxInputBytes) return toTooLarge(line.size, limits);
  const cwd = resolveDir(host.root, spec.dir);
  if (typeof cwd !== "string") return cwd;
  const file = findProgram(spec.argv[0] ?? "", cwd, host.env["PATH"] ?? host.env["Path"]);
  if (typeof file !== "string") return file;
  return {
    file,
    args: spec.argv.slice(1),
    cwd,
    env: toLinterEnvironment(spec.env ?? [], host.env, mark),
    input: line.bytes,
    timeoutMs: limits.timeoutMs,
    maxOutputBytes: limits.maxOutputBytes,
    maxStderrBytes: limits.maxStderrBytes,
    signal: host.signal,
  };
}

function toTooLarge(size: number, { maxInputBytes }: LinterLimits): CustomLintFailure {
  const message = `the request has ${size} bytes, and at most ${maxInputBytes} are sent`;
  return { kind: "input_overflow", reason: "request-too-large", message };
}

/** A text cut at a limit ends with its last whole character. */
function toWholeText(bytes: Buffer): string {
  return bytes.length === 0 ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}
