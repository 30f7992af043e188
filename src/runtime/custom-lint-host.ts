import { saysDeny } from "../contracts/custom-lint-deny.ts";
import { readResponse } from "../contracts/custom-lint-response.ts";
import { toLimits, toSyntheticResponse } from "../contracts/custom-lint.ts";
import type {
  CustomLintFailure,
  CustomLintRequest,
  CustomLintResponse,
  CustomLintResult,
  CustomLintSpec,
} from "../contracts/custom-lint.ts";
import type { LinterLimits } from "../domain/linters.ts";
import { LINTER_MARKS } from "../domain/linters.ts";
import { findProgram, findSpecFault, resolveDir, toPayload } from "./custom-lint-command.ts";
import { toLinterEnvironment } from "./custom-lint-environment.ts";
import { findLeftBehind } from "./custom-lint-leftovers.ts";
import { runLinterProcess } from "./custom-lint-process.ts";
import type { LinterOutcome } from "./custom-lint-process.ts";

/** What every linter of one hook run shares. */
export interface CustomLintHost {
  /** The repository root, a real path. */
  readonly root: string;
  /** The caller's environment: PATH is looked up in it, and what a registration allows is copied from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
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
  const startedAt = performance.now();
  const settled = await settle(spec, request, host);
  const took = Math.max(performance.now() - startedAt, Number.EPSILON);
  return { name: spec.name, ...settled, durationMs: took };
}

type Settled = Omit<CustomLintResult, "name" | "durationMs">;

/** The contract's order: registration, request, size, and only then a process. */
async function settle(spec: CustomLintSpec, request: CustomLintRequest, host: CustomLintHost): Promise<Settled> {
  const limits = toLimits(spec.limits);
  const specFault = findSpecFault(spec);
  if (specFault) return toUnasked(spec, specFault);
  const payload = toPayload(request);
  if ("kind" in payload) return toUnasked(spec, payload);
  if (payload.length > limits.maxInputBytes) {
    const message = `the request has ${payload.length} bytes, and at most ${limits.maxInputBytes} are sent`;
    return toUnasked(spec, { kind: "input_overflow", reason: "request-too-large", message });
  }
  const cwd = resolveDir(host.root, spec.dir);
  if (typeof cwd !== "string") return toUnasked(spec, cwd);
  const file = findProgram(spec.argv[0] ?? "", cwd, host.env["PATH"] ?? host.env["Path"]);
  if (typeof file !== "string") return toUnasked(spec, file);
  const input = host.sendsNothing ? Buffer.alloc(0) : Buffer.concat([payload, Buffer.from("\n")]);
  return ask({ spec, limits, host, file, cwd, input });
}

function toUnasked(spec: CustomLintSpec, failure: CustomLintFailure): Settled {
  const response = toSyntheticResponse(spec, failure, false);
  return { response, failure, stderr: "", receivedBytes: 0, leftBehind: [] };
}

interface Question {
  readonly spec: CustomLintSpec;
  readonly limits: LinterLimits;
  readonly host: CustomLintHost;
  readonly file: string;
  readonly cwd: string;
  readonly input: Buffer;
}

let runs = 0;

async function ask({ spec, limits, host, file, cwd, input }: Question): Promise<Settled> {
  const mark = `${process.pid}-${process.hrtime.bigint()}-${(runs += 1)}`;
  const outcome = await runLinterProcess({
    file,
    args: spec.argv.slice(1),
    cwd,
    env: toLinterEnvironment(spec.env ?? [], host.env, mark),
    input,
    timeoutMs: limits.timeoutMs,
    maxOutputBytes: limits.maxOutputBytes,
    maxStderrBytes: limits.maxStderrBytes,
    signal: host.signal,
  });
  const { pid, durationMs } = outcome;
  const leftBehind =
    pid === undefined ? [] : findLeftBehind({ name: LINTER_MARKS.run, value: mark, leader: pid, durationMs });
  const seen = { stderr: toWholeText(outcome.stderr), receivedBytes: outcome.receivedBytes, leftBehind };
  return { ...judge({ spec, limits, outcome }), ...seen };
}

/** A text cut at a limit ends with its last whole character. */
function toWholeText(bytes: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** Deadline and limits come before the ending, the ending before the answer. */
function judge({ spec, limits, outcome }: Pick<Question, "spec" | "limits"> & { readonly outcome: LinterOutcome }) {
  const reading = readResponse(outcome.stdout, limits.maxFindings);
  const failure = findProcessFailure(outcome, limits) ?? (reading.ok ? undefined : reading.failure);
  if (!failure && reading.ok) return { response: reading.response };
  return toFailed({ spec, failure, outcome, said: reading.ok ? reading.response : undefined });
}

function toFailed({
  spec,
  failure,
  outcome,
  said,
}: {
  readonly spec: CustomLintSpec;
  readonly failure: CustomLintFailure | undefined;
  readonly outcome: LinterOutcome;
  readonly said: CustomLintResponse | undefined;
}) {
  if (!failure) throw new TypeError("a linter's answer neither counts nor has a fault");
  const saidDeny = saysDeny(outcome.stdout);
  const response = toSyntheticResponse(spec, failure, saidDeny);
  return { response, failure, ...(said && { discarded: said }), ...(saidDeny && { saidDeny }) };
}

function findProcessFailure(outcome: LinterOutcome, limits: LinterLimits): CustomLintFailure | undefined {
  switch (outcome.ending) {
    case "deadline":
      return { kind: "timeout", reason: "deadline", message: `it had not ended after ${limits.timeoutMs} ms` };
    case "stdout-limit":
      return toOverflow("stdout-limit", `stdout is more than ${limits.maxOutputBytes} bytes`);
    case "stderr-limit":
      return toOverflow("stderr-limit", `stderr is more than ${limits.maxStderrBytes} bytes`);
    case "cancelled":
      return { kind: "cancelled", reason: "cancelled", message: "the run was cancelled before it had ended" };
    case "not-started":
      return { kind: "crash", reason: "not-started", message: `it could not be started: ${outcome.problem}` };
    default:
      return findCrash(outcome);
  }
}

function toOverflow(reason: CustomLintFailure["reason"], message: string): CustomLintFailure {
  return { kind: "output_overflow", reason, message };
}

function findCrash({ exitCode, killedBy }: LinterOutcome): CustomLintFailure | undefined {
  if (killedBy !== null) return { kind: "crash", reason: "signal", message: `it was ended by ${killedBy}` };
  return exitCode === 0 ? undefined : { kind: "crash", reason: "exit-code", message: `it ended with code ${exitCode}` };
}
