import type { ScopePath } from "../domain/paths.ts";
import type { LintDebt, PartialPreview, PreviewResult } from "../domain/preview.ts";
import type { ProvenCandidate } from "./contain.ts";
import { runBaseline } from "./preview/baseline.ts";
import { bringDependencies, preferTools } from "./preview/dependencies.ts";
import { measureFormat } from "./preview/format-debt.ts";
import { lintScopes, measureFixes } from "./preview/lint-scopes.ts";
import { readRoutes } from "./preview/routes.ts";
import { NO_RULES, readRules } from "./preview/rule-list.ts";
import type { PreviewRun, PreviewWorld } from "./preview/run.ts";
import { startRun, timed } from "./preview/run.ts";

export interface PreviewOptions {
  /** `off` runs nothing at all: no install, no tool, no code of the project's. */
  readonly mode: "on" | "off";
  /** Nothing is fetched; what the cache does not have is refused. */
  readonly offline: boolean;
  /** Takes what was gathered until the preview was refused. */
  readonly keep?: (partial: PartialPreview) => void;
}

/**
 * Shows what adoption would report, on the proven candidate and nowhere else (seed 003 AC-011, AC-012). Findings never
 * block; what cannot be run, read or compared does, with the evidence. The live repository is shown to be as it was.
 * @throws Refusal HI_PREVIEW_DEPENDENCIES, HI_PREVIEW_PROCESS, HI_PREVIEW_CONFIGURATION, HI_PREVIEW_MALFORMED,
 * HI_PACKAGE_MANAGER_MISSING, HI_CACHE_UNSAFE, HI_TOOL_REFUSED, HI_LIVE_CHANGED, HI_INTERRUPTED
 */
export async function preview(
  proven: ProvenCandidate,
  plan: PreviewRun["plan"],
  { mode, offline, keep }: PreviewOptions,
  world: PreviewWorld
): Promise<PreviewResult> {
  if (mode === "off") return { mode: "off" };
  const run = startRun({ candidate: proven.candidate, plan, offline }, world);
  try {
    const { debt, liveUnchanged } = await showAdoption(run);
    return { mode: "on", debt, liveUnchanged, ...toGathered(run) };
  } catch (error) {
    keep?.({ mode: "on", partial: true, ...toGathered(run) });
    throw error;
  }
}

async function showAdoption(run: PreviewRun) {
  const { live } = run.world.preview;
  const { liveRoot, copied } = run.candidate;
  const witness = await timed(run, "hash", () => live.witness(liveRoot, listPackageFolders(run)));
  const debt = run.plan.answers.scopes.length === 0 ? NO_DEBT : await measureDebt(run);
  const liveUnchanged = await timed(run, "verify", () => live.verify(liveRoot, witness, copied));
  return { debt, liveUnchanged };
}

/** What there is to tell at any moment, in the end or where it was refused. */
function toGathered({ timings, processes, plan, notLinted, installs, proofs, findings }: PreviewRun) {
  return {
    timings: [...timings].map(([stage, durationMs]) => ({ stage, durationMs: Math.round(durationMs) })),
    processes,
    executes: plan.foreseen?.executes ?? [],
    notLinted,
    installs,
    proofs,
    findings,
  };
}

const NO_DEBT: LintDebt = {
  files: 0,
  findings: 0,
  rows: [],
  baseline: "none",
  gone: 0,
  goneRows: [],
  results: [],
  unlinted: [],
  format: undefined,
};

/**
 * The order matters: the present configuration runs with the project's own packages, the candidate's with the pinned
 * ones; safe fixes change the candidate's sources, so they come last.
 */
async function measureDebt(run: PreviewRun): Promise<LintDebt> {
  run.routes.push(...(await readRoutes(run)));
  await bringDependencies(run);
  await proveAgain(run);
  const baseline = await runBaseline(run);
  await preferTools(run);
  await proveAgain(run);
  const linted = await lintScopes(run);
  const format = await measureFormat(run);
  const hasFindings = linted.some(({ rules }) => rules.size > 0);
  const rules = hasFindings ? await timed(run, "fix", () => readRules(run)) : NO_RULES;
  const fixedScopes = await measureFixes(run, linted, rules);
  const files = linted.reduce((total, scope) => total + scope.files, 0);
  return run.ledger.toDebt({ files, baseline, format, fixedScopes, describe: rules.describe });
}

/**
 * What was brought in is part of the candidate, so containment is proven of it too before a tool reads it: every link
 * of every package, and no inode of the live tree (seed 003 AC-011). @throws Refusal HI_NOT_CONTAINED
 */
async function proveAgain(run: PreviewRun): Promise<void> {
  const evidence = await timed(run, "prove", () => run.world.candidates.examine(run.candidate));
  run.proofs.push(evidence);
}

/** Folders with a manifest: each may have a `node_modules` of its own. */
function listPackageFolders({ candidate }: PreviewRun): readonly ScopePath[] {
  const manifests = candidate.copied.map(({ path }) => path).filter((path) => /(?:^|\/)package\.json$/.test(path));
  const folders = manifests.map((path) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "."));
  return [...new Set([".", ...folders])] as ScopePath[];
}
