import type { ToolCall } from "../agents/pre-tool/tool-call.ts";
import type { RecordedLinter } from "../contracts/custom-lint-record.ts";
import { toLimits } from "../contracts/custom-lint.ts";
import type { CustomLintResult } from "../contracts/custom-lint.ts";
import type { LinterEvent } from "../domain/linters.ts";
import { runCustomLints } from "./custom-lint-host.ts";
import { toSubject } from "./locate-subject.ts";

/** What linters are asked, and by when. */
export interface LinterQuestion {
  readonly event: LinterEvent;
  readonly call: ToolCall;
  readonly root: string;
  /** The caller's own, whole: a registration says what of it is handed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** On the clock of performance.now(): a linter has its own time, and no more than is left. */
  readonly deadlineAt: number;
  /** Aborted where the agent gives up waiting: each linter that has not answered by then is cancelled. */
  readonly signal?: AbortSignal | undefined;
  readonly onAnswer?: ((result: CustomLintResult) => void) | undefined;
}

/** Asks all of them at once, and gives their results in their order. Never rejects. */
export async function runLinters(
  linters: readonly RecordedLinter[],
  { event, call, deadlineAt, ...host }: LinterQuestion
): Promise<readonly CustomLintResult[]> {
  if (linters.length === 0) return [];
  const subject = await toSubject(host.root, call);
  const leftMs = Math.max(1, Math.floor(deadlineAt - performance.now()));
  const bounded = linters.map((linter) => {
    const limits = toLimits(linter.limits);
    return { ...linter, limits: { ...limits, timeoutMs: Math.min(limits.timeoutMs, leftMs) } };
  });
  return runCustomLints(bounded, { hook: event, subject }, host);
}

/** What a run left on the machine, in words. */
export function describeLeftBehind({ leftBehind }: CustomLintResult): readonly string[] {
  return leftBehind.map(({ pid, program }) => `it left process ${pid} (${program}) running outside its group`);
}
