import type { PostEditFailure } from "../../contracts/post-edit-result.ts";
import type { OxlintDiagnostic, OxlintReport } from "../../domain/oxlint-report.ts";
import { createReportReader, toOxlintReply } from "../../domain/oxlint-report.ts";
import type { ProcessOutcome } from "../../domain/process.ts";
import type { Tool } from "../find-tool.ts";
import { findProcessFailure, toFailure } from "../run-tool.ts";
import type { ToolSession } from "../run-tool.ts";
import { runStreamed } from "./run-streamed.ts";

/** What the linter is run on: names of one scope, few enough for one process. */
export interface LintTarget {
  /** The scope's folder, absolute. */
  readonly cwd: string;
  /** Relative to `cwd`, like the files. */
  readonly config: string;
  readonly files: readonly string[];
}

/** What the linter says of a batch. */
export type BatchReport =
  | { readonly files: number; readonly diagnostics: readonly OxlintDiagnostic[] }
  | { readonly failure: PostEditFailure };

const OLD_NODE = /Unknown file extension|TypeScript config files require Node\.js/;

/**
 * Lints exactly these files with the scope's one configuration, and with safe fixes where they are asked for; then the
 * report is no verification, since its places can be those from before.
 */
export async function lintBatch(
  tool: Tool,
  { cwd, config, files }: LintTarget,
  { fix, session }: { readonly fix: boolean; readonly session: ToolSession }
): Promise<BatchReport> {
  const diagnostics: OxlintDiagnostic[] = [];
  const reader = createReportReader((diagnostic) => diagnostics.push(diagnostic));
  const mode = fix ? ["--fix"] : [];
  // Names that start with a dash stay names.
  const names = files.map((file) => `./${file}`);
  const args = ["-c", config, "--disable-nested-config", ...mode, "--format", "json", ...names];
  const outcome = await runStreamed(tool, args, { cwd, session, take: reader.push });
  return toBatchReport(outcome, reader.end(), diagnostics);
}

function toBatchReport(
  outcome: ProcessOutcome,
  report: OxlintReport,
  diagnostics: readonly OxlintDiagnostic[]
): BatchReport {
  const failure = findProcessFailure(outcome);
  if (failure) return { failure };
  const reply = toOxlintReply(outcome, report);
  if (reply.kind === "linted") return { files: reply.files, diagnostics };
  if (reply.kind === "no-files") return { files: 0, diagnostics: [] };
  const said = [report.before.trim(), outcome.stderr.trim()].filter((text) => text !== "").join("\n");
  return { failure: toFailure(toFailureKind(reply.kind, said), outcome, said || undefined) };
}

function toFailureKind(
  kind: Exclude<ReturnType<typeof toOxlintReply>["kind"], "linted" | "no-files">,
  said: string
): PostEditFailure["kind"] {
  if (kind === "configuration") return OLD_NODE.test(said) ? "node-version" : "configuration";
  if (kind === "malformed") return "malformed-output";
  return kind === "tool-missing" ? "tool-missing" : "process";
}
