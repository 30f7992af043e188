import { saysDeny } from "../contracts/custom-lint-deny.ts";
import { readResponse } from "../contracts/custom-lint-response.ts";
import { toSyntheticResponse } from "../contracts/custom-lint.ts";
import type { CustomLintFailure, CustomLintResult, CustomLintSpec } from "../contracts/custom-lint.ts";
import type { LinterLimits } from "../domain/linters.ts";
import type { LinterOutcome } from "./custom-lint-process.ts";

/** One run of a linter's program that is over. */
export interface LinterRun {
  readonly spec: CustomLintSpec;
  readonly limits: LinterLimits;
  readonly outcome: LinterOutcome;
}

type Verdict = Pick<CustomLintResult, "response" | "failure" | "discarded" | "saidDeny">;

/**
 * What a run comes to: deadline and limits come before the ending, the ending before the answer. An answer that does not
 * count is kept beside the failure, and a deny in it counts all the same.
 */
export function judgeOutcome({ spec, limits, outcome }: LinterRun): Verdict {
  const reading = readResponse(outcome.stdout, limits.maxFindings);
  const ending = findProcessFailure(outcome, limits);
  if (!reading.ok) return toFailed(spec, ending ?? reading.failure, outcome);
  const { response } = reading;
  return ending ? { ...toFailed(spec, ending, outcome), discarded: response } : { response };
}

function toFailed(spec: CustomLintSpec, failure: CustomLintFailure, { stdout }: LinterOutcome): Verdict {
  const saidDeny = saysDeny(stdout);
  return { response: toSyntheticResponse(spec, failure, saidDeny), failure, ...(saidDeny && { saidDeny }) };
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
