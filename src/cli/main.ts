import path from "node:path";

import type { check } from "../commands/check.ts";
import type { doctor } from "../commands/doctor.ts";
import type { FleetFiles } from "../commands/fleet.ts";
import type { Conflict } from "../domain/conflict.ts";
import { Refusal } from "../domain/refusal.ts";
import type { RefusedReport, Report } from "../domain/report.ts";
import type { ReportTarget, Request, Verb } from "../domain/request.ts";
import { parseCheckArguments } from "./check-arguments.ts";
import { drawsOn } from "./draws-on.ts";
import { EXIT, toExitCode } from "./exit-code.ts";
import { findVerb } from "./find-verb.ts";
import type { Parsed } from "./parse-arguments.ts";
import type { Printer, Streams } from "./printer.ts";
import { createPrinter } from "./printer.ts";
import type { DocumentSources } from "./render/document.ts";
import type { DocumentInput } from "./render/json.ts";
import { isHook, runAlone } from "./run-alone.ts";
import { isOfGuard, runGuardVerb } from "./run-guard-verb.ts";

/** The world as the commands take it. */
type World = Parameters<typeof check>[1];

/** The machine as the doctor takes it. */
type Machine = Parameters<typeof doctor>[2];

type Environment = Readonly<Record<string, string | undefined>>;

/** What the program is started with. */
export interface Invocation {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly streams: Streams;
  readonly readVersion: DocumentSources["readVersion"];
  readonly readPageParts: DocumentSources["readPageParts"];
  readonly openReportFiles: () => Promise<ReportFiles>;
  readonly openWorld: (asks: WorldAsks) => Promise<OpenedWorld>;
  /** For `hi scan`, which has no world. */
  readonly openInterrupts: () => Promise<{ readonly signal: AbortSignal; readonly stop: () => void }>;
  readonly openProgress: (isShown: boolean) => Promise<World["progress"]>;
}

/** Where reports go that are not printed. */
interface ReportFiles {
  /** Before anything runs. @throws Refusal HI_OUTPUT_REFUSED */
  readonly check: (file: string) => void;
  /** @throws Refusal HI_OUTPUT_REFUSED */
  readonly write: (file: string, text: string) => void;
}

/** What only the command line can give a world. */
export interface WorldAsks extends Pick<World, "askInit" | "confirm" | "refuseUnasked" | "settleConflicts"> {
  readonly verb: Verb;
  readonly showsProgress: boolean;
  readonly note: (text: string) => void;
}

export interface OpenedWorld {
  readonly world: World;
  /** For the doctor alone. */
  readonly openMachine: () => Promise<Machine>;
  /** For the verbs of fleets. */
  readonly openFleet: () => Promise<FleetFiles>;
  /** One line on stderr, for whoever waits. */
  readonly note: (text: string) => void;
  readonly close: () => void;
  /** The version of this program, which a session and its seals name. */
  readonly readVersion: () => Promise<string>;
}

/** Words to request, request to report, report to words and exit code. Refusals and defects are caught here, once. */
export async function main(invocation: Invocation): Promise<number> {
  const { argv } = invocation;
  const alone = await runAlone(argv);
  if (alone !== undefined) return alone;
  const quick = parseCheckArguments(argv);
  const isJson = quick ? quick.format === "json" : await asksForJson(argv);
  const printer = createPrinter({ ...invocation, format: isJson ? "json" : "human", sources: invocation });
  try {
    const parsed: Parsed = quick ? { kind: "request", request: quick } : await parse(invocation);
    if (parsed.kind === "text") return await printer.text(parsed.text, parsed.exitCode);
    if (parsed.kind === "scan") return await (await import("./scan.ts")).runScan(parsed.ask, invocation);
    const { request } = parsed;
    const isDocument = request.format !== "human" && request.format !== "json";
    const own = isDocument ? createPrinter({ ...invocation, format: request.format, sources: invocation }) : printer;
    return await runRequest(request, invocation, own);
  } catch (error) {
    const verb = argv[0] === "scan" ? null : (findVerb(argv) ?? null);
    if (error instanceof Refusal) return printer.refusal(verb, error.facts, error.facts.exitCode ?? EXIT.couldNotRun);
    return printer.defect(verb, error);
  }
}

/** Reports a fault that no call was waiting for; the caller ends the process with the code. */
export async function reportDefect(invocation: Invocation, error: unknown): Promise<number> {
  if (isHook(invocation.argv)) {
    await invocation.streams.stderr.write(`${(await import("./hook.ts")).toFault(error)}\n`);
    return EXIT.done;
  }
  const format = (await asksForJson(invocation.argv)) ? "json" : "human";
  const printer = createPrinter({ ...invocation, format, sources: invocation });
  return printer.defect(findVerb(invocation.argv) ?? null, error);
}

async function asksForJson(argv: readonly string[]): Promise<boolean> {
  return (await import("./parse-arguments.ts")).wantsJson(argv);
}

async function parse({ argv, readVersion }: Invocation): Promise<Parsed> {
  return (await import("./parse-arguments.ts")).parseArguments(argv, await readVersion());
}

async function runRequest(request: Request, invocation: Invocation, printer: Printer): Promise<number> {
  const canAsk = "yes" in request && request.format === "human" && isTerminal(invocation);
  const asks = toAsks(request, { invocation, printer, canAsk });
  const targets = ("outputs" in request && request.outputs) || [];
  refuseOneForBoth(request, targets);
  for (const { file } of targets) (await invocation.openReportFiles()).check(file);
  const opened = await invocation.openWorld(asks);
  const { world } = opened;
  try {
    const report = await runOrRefuse(request, opened);
    const context = { exitCode: request.exitCode, interrupted: world.interrupted.aborted };
    const exitCode = toExitCode(report, context);
    await printer.report(report, { exitCode, ...(await toHint(asks.answered())) });
    // Whoever stops a run wants nothing of it.
    if (exitCode === EXIT.interrupted) return exitCode;
    return await writeReports(targets, { verb: request.verb, report, exitCode }, { invocation, printer });
  } finally {
    world.progress.done();
    opened.close();
  }
}

/** The report would be refused by the plan that was just written there, after all the work. */
function refuseOneForBoth(request: Request, targets: readonly ReportTarget[]): void {
  const planOut = request.verb === "update" ? request.planOut : undefined;
  if (planOut === undefined || !targets.some(({ file }) => path.resolve(file) === path.resolve(planOut))) return;
  const message = `${JSON.stringify(planOut)} is named by --plan-out and by --output.`;
  throw new Refusal({ code: "HI_OUTPUT_REFUSED", message, next: "name another file with --output" });
}

/** What was published stands whether or not it can be reported: a report that cannot be written makes the code 1. */
async function writeReports(
  targets: readonly ReportTarget[],
  input: DocumentInput,
  { invocation, printer }: Pick<AskContext, "invocation" | "printer">
): Promise<number> {
  let { exitCode } = input;
  for (const { file, format } of targets) {
    const { renderAs } = await import("./render/document.ts");
    try {
      (await invocation.openReportFiles()).write(file, await renderAs(format, input, invocation));
      printer.note(`Written: ${file} (${format})`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      printer.note(`${error.facts.code} ${error.facts.message}`);
      exitCode = exitCode === EXIT.done ? EXIT.pending : exitCode;
    }
  }
  return exitCode;
}

/** An interruption that surfaces as an error of the thing it stopped is an interruption all the same. */
async function runOrRefuse(request: Request, opened: OpenedWorld): Promise<Report> {
  const { world } = opened;
  try {
    return await runVerb(request, opened);
  } catch (error) {
    if (error instanceof Refusal) return { kind: "refused", verb: request.verb, refusal: error.facts };
    if (world.interrupted.aborted) return toInterrupted(request.verb);
    throw error;
  }
}

async function runVerb(request: Request, opened: OpenedWorld): Promise<Report> {
  const { world } = opened;
  if (isOfGuard(request)) return runGuardVerb(request, opened);
  switch (request.verb) {
    case "check":
      return (await import("../commands/check.ts")).check(request, world);
    case "diff":
      return (await import("../commands/diff.ts")).diff(request, world);
    case "explain":
      return (await import("../commands/explain.ts")).explain(request, world);
    case "init":
      return (await import("../commands/init.ts")).init(request, world);
    case "update":
      return (await import("../commands/update.ts")).update(request, world);
    case "eject":
      return (await import("../commands/eject.ts")).eject(request, world);
    case "show":
      return (await import("../commands/show.ts")).show(request, world);
    case "doctor":
      return (await import("../commands/doctor.ts")).doctor(request, world, await opened.openMachine());
    case "resume":
      return (await import("../commands/resume.ts")).resume(request, world);
    case "abort":
      return (await import("../commands/abort.ts")).abort(request, world);
    case "undo":
      return (await import("../commands/undo.ts")).undo(request, world);
    case "fleet plan":
      return (await import("../commands/fleet.ts")).fleetPlan(request, await opened.openFleet());
    case "fleet report":
      return (await import("../commands/fleet.ts")).fleetReport(request, await opened.openFleet());
    case "linter init":
      return (await import("../commands/linter-init.ts")).linterInit(request, world);
    case "linter check":
      return (await import("../commands/linter-check.ts")).linterCheck(request, world);
    case "linter run":
      return (await import("../commands/linter-run.ts")).linterRun(request, world);
    default:
      return (await import("../commands/restore.ts")).restore(request, world);
  }
}

/** Whether questions can be put and answered. */
function isTerminal({ streams, env }: Invocation): boolean {
  return streams.stdin.isTTY === true && drawsOn(streams.stderr, env);
}

/** The file that holds the plan which is shown. */
function findPlanName(request: Request): string | undefined {
  if (request.verb === "show") return request.file;
  return request.verb === "update" ? request.planOut : undefined;
}

/** What a dry run's report ends with. */
async function toHint(request: Request): Promise<{ readonly publishWith?: string }> {
  const plan = findPlanName(request);
  if (plan !== undefined) return { publishWith: (await import("./command-line.ts")).toPublishPlan(plan) };
  if (!("yes" in request) || !request.dryRun) return {};
  return { publishWith: (await import("./command-line.ts")).toCommandLine(request, "--yes") };
}

/** Without a terminal nobody can be asked, so publishing takes a word. @throws Refusal HI_NEEDS_YES */
async function refuseSilentPublication(request: Request, canAsk: boolean): Promise<void> {
  if (!("yes" in request) || request.yes || request.dryRun || canAsk) return;
  const { toCommandLine } = await import("./command-line.ts");
  throw new Refusal({
    code: "HI_NEEDS_YES",
    message: "There is no terminal to ask on, so nothing is published without --yes.",
    next: `${toCommandLine(request, "--dry-run")} to look, ${toCommandLine(request, "--yes")} to publish`,
  });
}

interface AskContext {
  readonly invocation: Invocation;
  readonly printer: Printer;
  readonly canAsk: boolean;
}

interface Asks extends WorldAsks {
  /** The request as the answers at the prompts make it: what it takes to have the same plan without being asked. */
  readonly answered: () => Request;
}

function toAsks(request: Request, { invocation, printer, canAsk }: AskContext): Asks {
  const { streams, env } = invocation;
  let answered = request;
  const toPromptStreams = () => ({ input: streams.stdin, output: streams.stderr.stream });
  return {
    verb: request.verb,
    showsProgress: "yes" in request && request.format !== "json" && drawsOn(streams.stderr, env),
    note: printer.note,
    answered: () => answered,
    refuseUnasked: () => refuseSilentPublication(request, canAsk),
    askInit: async (proposal) => {
      // A dry run in a pipeline shows what would be proposed.
      if (!canAsk) return proposal.answers;
      const answers = await (await import("./prompts.ts")).askInit(proposal, toPromptStreams());
      if (request.verb === "init") answered = { ...request, ...answers };
      return answers;
    },
    ...(canAsk
      ? {
          settleConflicts: async (conflicts: readonly Conflict[]) =>
            (await import("./ask-conflicts.ts")).askConflicts(conflicts, toPromptStreams()),
        }
      : {}),
    confirm: async (report) => {
      if (!canAsk) return false;
      await printer.proposal(report);
      return (await import("./prompts.ts")).askToPublish(toPromptStreams());
    },
  };
}

function toInterrupted(verb: Verb): RefusedReport {
  const refusal = {
    code: "HI_INTERRUPTED",
    message: "The run was interrupted.",
    next: "hi check shows whether anything was published; then run the same command again",
    exitCode: EXIT.interrupted,
  };
  return { kind: "refused", verb, refusal };
}
