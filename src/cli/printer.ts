import type { Readable, Writable } from "node:stream";

import type { RefusalFacts } from "../domain/refusal.ts";
import type { Report, RunReport } from "../domain/report.ts";
import type { OutputFormat, Verb } from "../domain/request.ts";
import { EXIT } from "./exit-code.ts";
import type { DocumentSources } from "./render/document.ts";
import type { DocumentInput } from "./render/json.ts";
import { neutraliseLines } from "./render/neutralise.ts";
import { createStyle } from "./render/style.ts";
import type { Style } from "./render/style.ts";

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Where text goes. */
export interface Output {
  readonly isTTY: boolean;
  /** What draws on a terminal draws on this; it is set up at its first use, which costs as much as a check. */
  readonly stream: Stream;
  /** Hands the text over: the process may end right after. A reader that went away is no fault. */
  readonly write: (text: string) => Promise<void>;
}

/** The process's own streams. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}

export interface PrinterOptions {
  readonly streams: Streams;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** But for `human`, exactly one document on stdout; everything else goes to stderr. JSON is there whatever happens. */
  readonly format: OutputFormat;
  /** What a document needs beside the report. */
  readonly sources: DocumentSources;
}

/** What a report is printed with beside itself. */
interface ReportEnding {
  readonly exitCode: number;
  /** The command that publishes what a dry run has shown. */
  readonly publishWith?: string;
}

/** The one place that writes to the streams. Each ending prints once and gives back the exit code. */
export interface Printer {
  readonly text: (text: string, exitCode: number) => Promise<number>;
  readonly report: (report: Report, ending: ReportEnding) => Promise<number>;
  readonly refusal: (verb: Verb | null, refusal: RefusalFacts, exitCode: number) => Promise<number>;
  readonly defect: (verb: Verb | null, error: unknown) => Promise<number>;
  /** Shows what is about to be published, before the question; the report then only says how it ended. */
  readonly proposal: (report: RunReport) => Promise<void>;
  readonly note: (text: string) => void;
}

export function createPrinter({ streams, env, format, sources }: PrinterOptions): Printer {
  const isJson = format === "json";
  const print = (text: string): Promise<void> => streams.stdout.write(text);
  const complain = (lines: readonly string[]): Promise<void> => streams.stderr.write(toText(lines));
  const styleOf = (name: "stdout" | "stderr"): Style => createStyle(streams[name], env);
  let isProposed = false;
  const printDocument = async (input: DocumentInput): Promise<number> => {
    const { renderAs } = await import("./render/document.ts");
    await print(await renderAs(format === "human" ? "json" : format, input, sources));
    return input.exitCode;
  };
  const refusal: Printer["refusal"] = async (verb, facts, exitCode) => {
    if (isJson) return printDocument({ verb, refusal: facts, exitCode });
    const { renderRefusal } = await import("./render/refusal.ts");
    await complain(renderRefusal(facts, styleOf("stderr")));
    return exitCode;
  };
  return {
    text: async (text, exitCode) => {
      await (exitCode === EXIT.done ? streams.stdout : streams.stderr).write(text);
      return exitCode;
    },
    report: async (report, { exitCode, publishWith }) => {
      if (format !== "human") {
        await printDocument({ verb: report.verb, report, exitCode });
        return report.kind === "refused" && !isJson ? refusal(report.verb, report.refusal, exitCode) : exitCode;
      }
      const lines = await renderReport(report, styleOf("stdout"), { isProposed, publishWith });
      if (lines.length > 0) await print(toText(lines));
      return report.kind === "refused" ? refusal(report.verb, report.refusal, exitCode) : exitCode;
    },
    refusal,
    defect: async (verb, error) => {
      const { renderDefect } = await import("./render/refusal.ts");
      await complain(renderDefect(error, styleOf("stderr")));
      return isJson ? printDocument({ verb, refusal: toDefectFacts(error), exitCode: EXIT.defect }) : EXIT.defect;
    },
    proposal: async (report) => {
      const { renderRun } = await import("./render/human.ts");
      await print(toText(renderRun(report, styleOf("stdout"), { part: "proposal" })));
      isProposed = true;
    },
    note: (text) => {
      streams.stderr.write(`${neutraliseLines(text)}\n`);
    },
  };
}

async function renderReport(
  report: Report,
  style: Style,
  { isProposed, publishWith }: { isProposed: boolean; publishWith: string | undefined }
): Promise<string[]> {
  if (report.kind === "run") {
    const { renderRun } = await import("./render/human.ts");
    const part = isProposed ? "outcome" : "whole";
    return renderRun(report, style, { part, ...(publishWith === undefined ? {} : { publishWith }) });
  }
  if (report.kind === "refused") {
    if (report.partial?.plan === undefined || isProposed) return [];
    const { renderRun } = await import("./render/human.ts");
    return renderRun(toShown(report.verb, report.partial), style, { part: "proposal" });
  }
  if (report.kind === "explain") {
    const { renderExplain } = await import("./render/explain.ts");
    return renderExplain(report, style);
  }
  if (report.kind === "linter") {
    const { renderLinter } = await import("./render/linter.ts");
    return renderLinter(report, style);
  }
  if (report.kind === "session") {
    const { renderSession } = await import("./render/session.ts");
    return renderSession(report, style);
  }
  if (report.kind === "inspection") {
    return (await import("./render/inspection.ts")).renderInspection(report, style);
  }
  if (report.kind === "verification") {
    const { renderVerification } = await import("./render/verification.ts");
    return renderVerification(report, style);
  }
  if (report.kind === "recovery") {
    const { renderRecovery } = await import("./render/recovery.ts");
    return renderRecovery(report, style);
  }
  if (report.kind === "fleet" || report.kind === "fleet-plan") {
    const { renderFleet, renderFleetPlan } = await import("./render/fleet.ts");
    return report.kind === "fleet" ? renderFleet(report, style) : renderFleetPlan(report, style);
  }
  if (report.kind === "doctor") {
    const { renderDoctor } = await import("./render/doctor.ts");
    return renderDoctor(report, style);
  }
  const { renderCheck } = await import("./render/check.ts");
  return renderCheck(report, style);
}

/** What a refused run had gathered, as far as it came. */
function toShown(verb: Verb, partial: Partial<RunReport>): RunReport {
  const gate = { open: false, because: "refused" } as const;
  return { kind: "run", verb, dryRun: false, gate, findings: [], evidence: [], commands: [], ...partial };
}

function toDefectFacts(error: unknown): RefusalFacts {
  const said = error instanceof Error ? error.message : String(error);
  const message = said === "" ? "a fault without a message" : said;
  const trace = error instanceof Error ? (error.stack ?? "") : "";
  return {
    code: "HI_DEFECT",
    message,
    next: "report it with this trace: the fault is ours",
    details: { trace },
    exitCode: EXIT.defect,
  };
}

function toText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
