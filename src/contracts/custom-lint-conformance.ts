import type { Finding } from "../domain/finding.ts";
import type { LinterCase } from "../domain/linter-report.ts";
import type { Linter, LinterTool } from "../domain/linters.ts";
import type { CustomLintDisposition, CustomLintRequest, CustomLintResult } from "./custom-lint.ts";
import { CUSTOM_LINT_SCHEMA } from "./custom-lint.ts";

/** Each has a request of the author's beside the linter, named as it is to be answered. */
export const EXPECTED: readonly CustomLintDisposition[] = ["allow", "deny", "advisory"];

/** A linter that usually takes more of its time than this is told. */
const TIGHT_SHARE = 0.5;
/** Large, and no reason to wait for long. */
const LARGE_BYTES = 1024 * 1024;

/** One run as it is reported. */
export function toCase(name: string, result: CustomLintResult): LinterCase {
  const { response, failure, stderr, durationMs, leftBehind, discarded } = result;
  // Where there is a failure the one finding is ours; what the linter said is what its author looks for.
  const findings = failure ? (discarded?.findings ?? []) : response.findings;
  return {
    name,
    disposition: response.disposition,
    failure: failure ?? null,
    findings,
    stderr,
    durationMs,
    leftBehind,
  };
}

/** The answer to a request that is to be answered in one way. */
export function judgeAnswer(asked: LinterCase, { limits }: Pick<Linter, "limits">): readonly Finding[] {
  const { name, disposition, failure, durationMs } = asked;
  if (failure) return [...toFailed(asked), ...judgeLeftBehind(asked)];
  const isTight = durationMs > limits.timeoutMs * TIGHT_SHARE;
  return [
    ...(disposition === name ? [] : [toFinding("linter-other-answer", asked, { disposition })]),
    ...(isTight
      ? [toWarning("linter-tight", asked, { limitMs: limits.timeoutMs, tookMs: Math.round(durationMs) })]
      : []),
    ...judgeLeftBehind(asked),
  ];
}

/** Without a request there is nothing to judge: to hang is wrong, and so is to say that all is well. */
export function judgeSilence(asked: LinterCase): readonly Finding[] {
  if (asked.failure?.kind === "timeout") return [toFinding("linter-hangs", asked, {})];
  const isPass = !asked.failure && asked.disposition === "allow";
  return [...(isPass ? [toFinding("linter-allows-nothing", asked, {})] : []), ...judgeLeftBehind(asked)];
}

/** A request of any size within the limit has to be judged. */
export function judgeLarge(asked: LinterCase): readonly Finding[] {
  return [...(asked.failure ? toFailed(asked) : []), ...judgeLeftBehind(asked)];
}

/** Killed at a deadline it must leave nothing. */
export function judgeDeadline(asked: LinterCase): readonly Finding[] {
  return judgeLeftBehind(asked);
}

function toFailed(asked: LinterCase): readonly Finding[] {
  const { kind = "", message = "" } = asked.failure ?? {};
  return [toFinding("linter-failed", asked, { kind, message, stderr: asked.stderr.slice(0, 400).trimEnd() })];
}

function judgeLeftBehind(asked: LinterCase): readonly Finding[] {
  return asked.leftBehind.map(({ pid, program }) => toWarning("linter-left-behind", asked, { pid, program }));
}

function toFinding(code: string, { name }: LinterCase, args: Finding["args"]): Finding {
  return { code, severity: "error", args: { case: name, ...args } };
}

function toWarning(code: string, asked: LinterCase, args: Finding["args"]): Finding {
  return { ...toFinding(code, asked, args), severity: "warning" };
}

/** A request of the linter's own kind that is as large as it may be, or as is bearable. */
export function toLargeRequest({ events, tools, limits }: Linter): CustomLintRequest {
  const [hook = "pre-tool"] = events;
  const [tool = "other"] = tools;
  const fill = (text: string): CustomLintRequest => ({
    schema: CUSTOM_LINT_SCHEMA,
    hook,
    subject: { tool, args: toArgs(tool, text) },
  });
  const most = Math.min(limits.maxInputBytes, LARGE_BYTES);
  return fill("x".repeat(Math.max(0, most - JSON.stringify(fill("")).length)));
}

function toArgs(tool: LinterTool, text: string): object {
  switch (tool) {
    case "shell":
      return { command: text, cwd: "." };
    case "write":
      return { path: "large.txt", content: text };
    case "edit":
      return { path: "large.txt", edits: [{ old: "", new: text, all: false }] };
    case "patch":
      return { patch: text, paths: ["large.txt"] };
    case "search":
      return { pattern: text, path: "." };
    case "fetch":
      return { url: text };
    case "mcp":
      return { server: "s", name: "n", arguments: { text } };
    case "other":
      return { name: text };
    default:
      return { path: text };
  }
}
