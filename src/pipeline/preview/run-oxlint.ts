import type { OxlintDiagnostic, OxlintReply } from "../../domain/oxlint-report.ts";
import { createReportReader, toOxlintReply } from "../../domain/oxlint-report.ts";
import { toProcessDetails } from "../../domain/process-details.ts";
import type { ProcessOutcome } from "../../domain/process.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { ToolCall } from "../world.ts";
import type { PreviewRun } from "./run.ts";
import { start } from "./run.ts";

export interface OxlintRun {
  readonly reply: OxlintReply;
  readonly outcome: ProcessOutcome;
}

/** Runs a row of oxlint and hands its diagnostics over as they arrive. */
export async function runOxlint(
  run: PreviewRun,
  call: Omit<ToolCall, "onStdout">,
  take: (diagnostic: OxlintDiagnostic) => void
): Promise<OxlintRun> {
  const reader = createReportReader(take, call.cwd);
  const outcome = await start(run, { ...call, onStdout: reader.push });
  return { reply: toOxlintReply(outcome, reader.end()), outcome };
}

/** What a run that told nothing of the code means for publication; `config` is the configuration it was run with. */
export function toLintRefusal({ reply, outcome }: OxlintRun, config: string): Refusal {
  const details = toProcessDetails(outcome);
  const again = "run the same command again, or run it with --preview off";
  if (reply.kind === "configuration") {
    return new Refusal({
      code: "HI_PREVIEW_CONFIGURATION",
      message: `The candidate's lint configuration ${config} does not load.`,
      where: { path: config },
      next: `mend what oxlint names and ${again}`,
      details,
    });
  }
  if (reply.kind === "tool-missing") {
    const message = "The pinned tools are incomplete: oxlint does not find tsgolint.";
    return new Refusal({ code: "HI_PREVIEW_DEPENDENCIES", message, next: `remove the cache and ${again}`, details });
  }
  if (reply.kind === "malformed") {
    const message = `oxlint's report cannot be read: ${reply.why}.`;
    return new Refusal({ code: "HI_PREVIEW_MALFORMED", message, where: { path: config }, next: again, details });
  }
  const message = `oxlint did not do its work (${outcome.ending}).`;
  return new Refusal({ code: "HI_PREVIEW_PROCESS", message, where: { path: config }, next: again, details });
}
