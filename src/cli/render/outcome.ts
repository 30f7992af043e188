import { isBasePath, isRecord } from "../../domain/base.ts";
import { isChange } from "../../domain/plan.ts";
import { RECEIPT_PATH, SETTINGS_PATH } from "../../domain/receipt.ts";
import type { RunReport } from "../../domain/report.ts";
import { renderCommands, renderInstallCode } from "./foreseen.ts";
import { toKeptCounts, toPlanCounts } from "./plan.ts";
import { toShellWord } from "./shell-word.ts";
import type { Style } from "./style.ts";
import { count } from "./words.ts";

/** What was proven of the candidate, in one line; the evidence itself is in the JSON report. */
export function renderProof({ containment, cleanup }: RunReport, style: Style): string[] {
  if (containment === undefined) return [];
  const examined = containment.checks.reduce((sum, check) => sum + check.examined, 0);
  const proven = `Candidate: contained (${containment.checks.length} checks, ${examined} looks)`;
  const gone = cleanup === undefined ? "" : `, and gone (${count(cleanup.removedEntries, "entry", "entries")} removed)`;
  return [style.paint("dim", proven + gone)];
}

/** How the run ended, and what to do next; `publishWith` is the command that publishes what a dry run has shown. */
export function renderOutcome(report: RunReport, style: Style, publishWith: string | undefined): string[] {
  const isStopped = !report.gate.open && report.gate.because === "conflicts";
  const started = report.dryRun && report.plan && !isStopped ? renderCommands(report.plan) : [];
  return ["", ...renderGate(report, style, publishWith), ...started, ...renderInstall(report, style)];
}

function renderGate(report: RunReport, style: Style, publishWith: string | undefined): string[] {
  const { gate, published, plan, dryRun } = report;
  if (published) {
    const words = [
      `${published.written.length} written (${toWhat(published.written)})`,
      ...(published.removed.length > 0 ? [`${published.removed.length} removed`] : []),
    ];
    return [style.paint("good", `${style.glyphs.ok} Published: ${words.join(", ")}`)];
  }
  if (gate.open) return [];
  const changes = (plan?.entries ?? []).filter(isChange).length;
  switch (gate.because) {
    case "conflicts":
      return [style.paint("warn", "Conflicts to settle: nothing was written."), ...toChoices(plan)];
    case "reads-only":
      return publishWith === undefined ? [] : [`To publish exactly this: ${publishWith}`];
    case "dry-run":
      return [`Dry run: ${plan ? toPlanCounts(plan) : "no plan"}; nothing was changed.${toNext(publishWith)}`];
    case "debt":
      return [`Not published: the lint debt is over the limit; nothing was written.`];
    case "declined":
      return ["Declined: nothing was written."];
    case "nothing-to-do":
      return [style.paint("good", `${style.glyphs.ok} Nothing to do: ${toCalm(plan)}`)];
    default:
      return changes > 0 && !dryRun ? ["Refused: nothing was written."] : [];
  }
}

/** How conflicts are settled; markers are named only where they can stand in every one. */
function toChoices(plan: RunReport["plan"]): string[] {
  const conflicts = (plan?.entries ?? []).flatMap((entry) => entry.conflicts ?? []);
  const canMark = conflicts.every(({ mayBeMarked }) => mayBeMarked);
  return [
    "Next: hi update in a terminal asks of each, or choose for all of them:",
    "  hi update --on-conflict keep     yours stays",
    "  hi update --on-conflict take     ours replaces it",
    ...(canMark ? ["  hi update --on-conflict markers  both, between markers"] : []),
  ];
}

/** What was written: the paths that a check counts, and beside them what `hi` itself keeps. */
function toWhat(written: readonly string[]): string {
  const isOwn = (path: string): boolean => path === SETTINGS_PATH || isRecord(path);
  const paths = written.filter((path) => !isOwn(path)).length;
  const bases = written.filter(isBasePath).length;
  return [
    ...(paths === 0 ? [] : [count(paths, "path")]),
    ...(bases === 0 ? [] : [`${count(bases, "file")} for the next merge`]),
    ...(written.includes(SETTINGS_PATH) ? ["the settings"] : []),
    ...(written.includes(RECEIPT_PATH) ? ["the receipt"] : []),
  ].join(", ");
}

const toNext = (publishWith: string | undefined): string =>
  publishWith === undefined ? "" : ` To publish: ${publishWith}`;

function toCalm(plan: RunReport["plan"]): string {
  const kept = plan ? toKeptCounts(plan) : "";
  return kept === "" ? "every path is in step" : `${kept} kept`;
}

const INSTALL_FIRST = "Next: install what was added; until then lint, format and the agents' hooks do not work";

function renderInstall({ commands, installed, published, dryRun, plan }: RunReport, style: Style): string[] {
  if (commands.length === 0) return [];
  const lines = [...commands.map((command) => `  ${command.map(toShellWord).join(" ")}`), ...renderInstallCode(plan)];
  if (installed === true) return ["Installed with", ...lines];
  if (installed === false) return [style.paint("bad", "The install command failed; run it yourself:"), ...lines];
  if (published) return [INSTALL_FIRST, ...lines];
  return dryRun ? ["A real run would name (or with --install start):", ...lines] : [];
}
