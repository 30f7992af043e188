import { findPreToolAgent } from "../agents/pre-tool/find-pre-tool-agent.ts";
import type { ToolCall } from "../agents/pre-tool/tool-call.ts";
import { isConcerned } from "../contracts/custom-lint-record.ts";
import type { CustomLintErrorKind, CustomLintFinding, CustomLintResult } from "../contracts/custom-lint.ts";
import { mergeParts, NOTHING_TO_SAY } from "../contracts/post-edit-result.ts";
import type { PostEditFailureKind, PostEditFinding, PostEditPart } from "../contracts/post-edit-result.ts";
import { LINTERS_PATH } from "../domain/linters.ts";
import { isRelativePath } from "../domain/paths.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { toSubjectPaths } from "./locate-subject.ts";
import { readLinters } from "./read-linters.ts";
import { describeLeftBehind, runLinters } from "./run-linters.ts";
import type { PostEditTurn, Speaker } from "./speaker.ts";

/**
 * The custom linters that are registered for finished edits. A deny is a finding that is to be repaired, as is that a
 * closed linter could not decide; advice is told only; an open linter's failure is a failure, which blocks nothing.
 * @throws ConfigurationError where it cannot be told which linters there are
 */
export const postEditLinters: Speaker = {
  name: LINTERS_PATH,
  speak: async (turn) => {
    if (turn.edit.isUnheard) return NOTHING_TO_SAY;
    const reading = readLinters(turn.root);
    if (!reading.ok) throw new ConfigurationError(LINTERS_PATH, reading.message);
    if (reading.linters.length === 0) return NOTHING_TO_SAY;
    const call = toCall(turn);
    const linters = reading.linters.filter((linter) => isConcerned(linter, "post-edit", call.tool));
    const files = await toSubjectPaths(turn.root, turn.edit);
    // An edit elsewhere is no business of this repository.
    if (files.length === 0 || linters.length === 0) return NOTHING_TO_SAY;
    const { root, ambient: env, deadlineAt } = turn;
    const results = await runLinters(linters, { event: "post-edit", call, root, env, deadlineAt });
    return mergeParts([{ ...NOTHING_TO_SAY, files }, ...results.map((result) => toPart(result, files))]);
  },
};

/** What the payload says was done; an edit that it announces in another way is an edit of those files. */
function toCall({ agent, payload, edit }: PostEditTurn): ToolCall {
  const call = findPreToolAgent(agent)?.toToolCall(payload);
  return call ?? { tool: "edit", args: { paths: edit.paths }, base: edit.base };
}

function toPart(result: CustomLintResult, files: readonly string[]): PostEditPart {
  const { failure, response, saidDeny, discarded } = result;
  const left = describeLeftBehind(result).map((output) => toFailure(result.name, "process", output));
  const decided = saidDeny ? { disposition: "deny" as const, findings: discarded?.findings ?? [] } : response;
  if (failure && !saidDeny && response.disposition !== "deny") {
    return { ...NOTHING_TO_SAY, failures: [toFailure(result.name, KINDS[failure.kind], failure.message), ...left] };
  }
  const said = failure && !saidDeny ? [toUndecided(failure.message)] : decided.findings;
  const findings = toFindings({ ...decided, findings: said }, { name: result.name, files });
  return { ...NOTHING_TO_SAY, findings, failures: left };
}

const KINDS: Readonly<Record<CustomLintErrorKind, PostEditFailureKind>> = {
  invalid_spec: "configuration",
  invalid_request: "configuration",
  input_overflow: "configuration",
  timeout: "timeout",
  output_overflow: "malformed-output",
  crash: "process",
  malformed_output: "malformed-output",
  invalid_response: "malformed-output",
  cancelled: "process",
};

function toFailure(name: string, kind: PostEditFailureKind, output: string): PostEditPart["failures"][number] {
  return { kind, command: [`linter ${name}`], exitCode: null, signal: null, output };
}

function toUndecided(why: string): CustomLintFinding {
  const message = `could not decide (${why}); it is registered closed, and this is no verdict on the edit`;
  return { id: "undecided", severity: "error", message };
}

interface FindingPlace {
  readonly name: string;
  /** The edited files; never empty. */
  readonly files: readonly string[];
}

function toFindings(
  { disposition, findings }: Pick<CustomLintResult["response"], "disposition" | "findings">,
  place: FindingPlace
): readonly PostEditFinding[] {
  if (disposition === "allow") return [];
  const isAdvice = disposition === "advisory";
  const said = findings.length > 0 ? findings : [{ id: disposition, severity: "", message: "no reason is given" }];
  return said.map((finding) => toFinding(finding, place, isAdvice));
}

/** A place that is none of the repository's, or none at all, is the edited file's start. */
function toFinding(finding: CustomLintFinding, { name, files }: FindingPlace, isAdvice: boolean): PostEditFinding {
  const { id, message, location, evidence } = finding;
  const isHere = isRelativePath(location?.path);
  return {
    file: isHere ? location.path : (files[0] ?? LINTERS_PATH),
    rule: `${name}(${id})`,
    severity: isAdvice ? "warning" : "error",
    line: location?.line ?? 1,
    column: location?.column ?? 1,
    message,
    ...(evidence !== undefined && { help: `evidence: ${evidence}` }),
    ...(isAdvice && { isAdvice }),
  };
}
