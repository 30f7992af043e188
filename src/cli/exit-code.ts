import type { LinterReport } from "../domain/linter-report.ts";
import { isChange } from "../domain/plan.ts";
import type { PlanEntry } from "../domain/plan.ts";
import type { RecoveryReport, Report, RunReport } from "../domain/report.ts";
import type { InspectionReport, VerificationReport } from "../domain/verification-report.ts";

/** The one table of exit codes (docs/decisions/0005); 3 to 7 belong to the guard. */
export const EXIT = {
  done: 0,
  pending: 1,
  couldNotRun: 2,
  writeDenied: 4,
  notVerified: 5,
  guardCorrupt: 7,
  defect: 70,
  interrupted: 130,
} as const;

/** What the exit code depends on beside the report. */
export interface ExitContext {
  /** `--exit-code`: pending changes and conflicts count. */
  readonly exitCode: boolean;
  /** A signal came during the run. */
  readonly interrupted: boolean;
}

/** The exit code of a report, from the one table. */
export function toExitCode(report: Report, context: ExitContext): number {
  switch (report.kind) {
    case "session":
      return report.state === "corrupt" ? EXIT.guardCorrupt : EXIT.done;
    case "inspection":
      return toInspectionExitCode(report);
    case "verification":
      return toVerificationExitCode(report, context);
    case "refused":
      return context.interrupted ? EXIT.interrupted : (report.refusal.exitCode ?? EXIT.couldNotRun);
    case "check":
      return report.rows.length > 0 || hasError(report.findings) ? EXIT.pending : EXIT.done;
    case "recovery":
      // What someone has changed since is kept, and somebody should look at it.
      return toLookedExitCode(isAllBack(report));
    case "fleet-plan":
    case "fleet":
      return context.exitCode && isFleetBehind(report) ? EXIT.pending : EXIT.done;
    case "explain":
      return EXIT.done;
    case "linter":
      return toLookedExitCode(isLinterFine(report));
    case "doctor":
      return hasError(report.findings) ? EXIT.pending : EXIT.done;
    default:
      return toRunExitCode(report, context);
  }
}

const toLookedExitCode = (isFine: boolean): number => (isFine ? EXIT.done : EXIT.pending);

const toInspectionExitCode = ({ status }: InspectionReport): number =>
  status === "blocked" ? EXIT.writeDenied : EXIT.done;

/** A blocking inspection is 4; whatever else keeps a verification from counting is 5. */
function toVerificationExitCode({ failureKind }: VerificationReport, { interrupted }: ExitContext): number {
  if (failureKind === undefined) return EXIT.done;
  if (failureKind === "interrupted" || interrupted) return EXIT.interrupted;
  return failureKind === "policy" ? EXIT.writeDenied : EXIT.notVerified;
}

const isAllBack = ({ recovery }: RecoveryReport): boolean =>
  recovery.paths.every(({ outcome, keys }) => outcome !== "kept" && (keys?.kept ?? []).length === 0);

function isFleetBehind(report: Extract<Report, { kind: "fleet" | "fleet-plan" }>): boolean {
  return report.kind === "fleet" ? report.rows.some(({ state }) => state !== "in-step") : report.refused.length > 0;
}

const hasError = (findings: readonly { readonly severity: string }[]): boolean =>
  findings.some(({ severity }) => severity === "error");

/** A deny and a failure are what was found; of a check, what is wrong with the linter. */
function isLinterFine({ verb, cases, findings }: LinterReport): boolean {
  if (verb === "linter check") return findings.every((finding) => finding.severity !== "error");
  return cases.every((asked) => asked.failure === null && asked.disposition !== "deny");
}

function toRunExitCode(report: RunReport, { exitCode, interrupted }: ExitContext): number {
  // Declined at the prompt: nothing was written, and what comes after `&&` must not run.
  if (!report.gate.open && (report.gate.because === "declined" || report.gate.because === "refused")) {
    return EXIT.couldNotRun;
  }
  if ((report.debtGate?.exceeded ?? []).length > 0) return EXIT.pending;
  // Nothing was written, and what comes after `&&` must not run; but it is a finding, and no refusal.
  if (!report.gate.open && report.gate.because === "conflicts") return EXIT.pending;
  if (report.installed === false) return interrupted ? EXIT.interrupted : EXIT.pending;
  return exitCode && isPending(report) ? EXIT.pending : EXIT.done;
}

function isPending({ plan, published }: RunReport): boolean {
  const entries = plan?.entries ?? [];
  return entries.some(hasConflict) || (published === undefined && entries.some(isChange));
}

/** A whole file, or one of its keys, where the project's own stands against ours. */
export function hasConflict(entry: PlanEntry): boolean {
  return entry.action === "conflict" || (entry.keys ?? []).some((key) => key.action === "conflict");
}
