import { judgeDebt } from "../domain/debt-gate.ts";
import type { RelativePath } from "../domain/paths.ts";
import type { Plan } from "../domain/plan.ts";
import { isChange, needsInstall } from "../domain/plan.ts";
import type { PartialPreview } from "../domain/preview.ts";
import { Refusal } from "../domain/refusal.ts";
import type { RefusedReport, RunReport } from "../domain/report.ts";
import type { RunRequest } from "../domain/request.ts";
import { contain } from "../pipeline/contain.ts";
import type { ProvenCandidate } from "../pipeline/contain.ts";
import type { CleanupProof } from "../pipeline/dispose.ts";
import { dispose } from "../pipeline/dispose.ts";
import { foresee } from "../pipeline/foresee.ts";
import { materialize } from "../pipeline/materialize.ts";
import { plan as planStage } from "../pipeline/plan.ts";
import { preview } from "../pipeline/preview.ts";
import { publish } from "../pipeline/publish.ts";
import { relook } from "../pipeline/relook.ts";
import type { Resolved, World } from "../pipeline/world.ts";
import { recoverFirst } from "./recover-first.ts";
import { listOpenConflicts, settle } from "./settle.ts";
import type { SettledPlan } from "./settle.ts";

/** A run that may publish: where it starts, and the one path it is bounded to (`hi restore`). */
export interface Run {
  readonly request: RunRequest;
  readonly resolve: () => Promise<Resolved>;
  readonly only?: RelativePath;
  /** Plans in place of the templates (`hi eject`): nothing of it is run, and nothing is asked. */
  readonly plan?: (resolved: Resolved) => Promise<Plan>;
  /** What was chosen of single conflicts, where the run publishes a plan that says so. */
  readonly settled?: SettledPlan["settled"];
  /** Looks at what was planned before anything is made of it; what it throws stops the run. */
  readonly examine?: (plan: Plan) => void;
  /** Takes what was planned and shown, where it is not published here. */
  readonly keep?: (planned: SettledPlan, report: RunReport) => Promise<void>;
}

/** The report as it grows; what is there when a refusal comes is kept as evidence. */
type Draft = { -readonly [Key in keyof RunReport]: RunReport[Key] };

/**
 * resolve → plan → foresee → materialize → contain → preview → dispose → publish, in that order and no other.
 * A refusal ends as a report that keeps the evidence gathered so far; a defect passes through after the cleanup.
 */
export async function runStages(run: Run, world: World): Promise<RunReport | RefusedReport> {
  const { verb, dryRun } = run.request;
  const draft: Draft = { kind: "run", verb, dryRun, gate: CLOSED, findings: [], evidence: [], commands: [] };
  try {
    await walkStages(run, draft, world);
    return draft;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: "refused", verb, refusal: error.facts, partial: draft };
  } finally {
    world.progress.done();
  }
}

const CLOSED = { open: false, because: "refused" } as const;

async function walkStages(run: Run, draft: Draft, world: World): Promise<void> {
  world.progress.stage("Reading the repository");
  const recovered = await recoverFirst(run.request, world);
  draft.findings = recovered;
  // It loads while git is asked about the repository.
  if (!run.plan) world.templates.prepare();
  const first = await run.resolve();
  draft.evidence = first.evidence;
  if (!run.request.dryRun) await world.refuseUnasked?.();
  // A dry run leaves no trace, so it takes no lock; publication would refuse a plan that went stale.
  const lock = run.request.dryRun ? undefined : await world.lock.acquire(first.root, run.request.verb);
  try {
    const again = run.request.yes ? run.resolve : undefined;
    const resolved = lock === undefined ? first : await relook({ resolved: first, again }, world);
    draft.findings = [...recovered, ...resolved.findings];
    world.progress.stage("Planning");
    const decided = await planRun(run, resolved, world);
    const { plan } = decided;
    draft.plan = plan;
    draft.findings = [...draft.findings, ...plan.findings];
    if (listOpenConflicts(plan).length > 0) {
      draft.gate = { open: false, because: "conflicts" };
      return;
    }
    if (plan.entries.some(isChange)) await proveAndPublish({ run, plan, draft, world });
    else draft.gate = { open: false, because: "nothing-to-do" };
    await run.keep?.(decided, draft);
    await install(run, { plan, draft, world });
  } finally {
    await lock?.release();
  }
}

/** The plan with its conflicts settled, and with what a preview of it would run. */
async function planRun(run: Run, resolved: Resolved, world: World): Promise<SettledPlan> {
  const { only, request } = run;
  if (run.plan) return { plan: await run.plan(resolved), onConflict: "keep", settled: new Map() };
  const options = { preview: request.preview, ...(only ? { only } : {}) };
  const settling = run.settled ? { ...request, settled: run.settled } : request;
  const decided = await settle((chosen) => planStage(resolved, { ...options, ...chosen }, world), settling, world);
  run.examine?.(decided.plan);
  const plan = await foresee(decided.plan, { preview: request.preview, listed: resolved.listed }, world);
  return { ...decided, plan };
}

interface Step {
  readonly run: Run;
  readonly plan: Plan;
  readonly draft: Draft;
  readonly world: World;
}

async function proveAndPublish({ run, plan, draft, world }: Step): Promise<void> {
  const { proven, cleanup } = await previewCandidate({ run, plan, draft, world });
  draft.cleanup = cleanup.evidence;
  refuseWhenInterrupted(world);
  if (run.request.dryRun) {
    draft.gate = { open: false, because: "dry-run" };
    return;
  }
  if ((draft.debtGate?.exceeded ?? []).length > 0) {
    draft.gate = { open: false, because: "debt" };
    return;
  }
  world.progress.done();
  if (!run.request.yes && !(await world.confirm(draft))) {
    draft.gate = { open: false, because: "declined" };
    return;
  }
  world.progress.stage("Publishing");
  draft.gate = { open: true };
  draft.published = await publish({ plan, proven, cleanup, verb: run.request.verb }, world);
}

/** Every way out of here, refusals and defects included, has disposed of the candidate and proven it gone. */
async function previewCandidate({ run, plan, draft, world }: Step): Promise<{
  proven: ProvenCandidate;
  cleanup: CleanupProof;
}> {
  world.progress.stage("Making the candidate");
  await world.candidates.sweep(plan.root);
  const candidate = await materialize(plan, world, run.request.preview);
  let proven: ProvenCandidate;
  try {
    draft.candidate = candidate;
    refuseWhenInterrupted(world);
    world.progress.stage("Proving containment");
    proven = await contain(candidate, world);
    draft.containment = proven.evidence;
    const { preview: mode, offline } = run.request;
    const keep = (partial: PartialPreview): void => {
      draft.preview = partial;
    };
    world.progress.stage("Previewing");
    const shown = await preview(proven, plan, { mode, offline, keep }, world);
    draft.preview = shown;
    const verdict = judgeDebt(shown, run.request.debtLimits ?? { failOnNew: false });
    if (verdict) draft.debtGate = verdict;
  } catch (error) {
    draft.cleanup = (await dispose(candidate, world)).evidence;
    throw error;
  }
  world.progress.stage("Proving the cleanup");
  return { proven, cleanup: await dispose(candidate, world) };
}

/** Runs or names the install command, where the plan changed a manifest. */
async function install(run: Run, { plan, draft, world }: Omit<Step, "run">): Promise<void> {
  if (!needsInstall(plan)) return;
  draft.commands = [...draft.commands, plan.install];
  if (!run.request.install || draft.published === undefined) return;
  world.progress.stage(`Running ${plan.install.join(" ")}`);
  draft.installed = await world.install(plan.root, plan.install);
}

function refuseWhenInterrupted(world: World): void {
  if (!world.interrupted.aborted) return;
  throw new Refusal({
    code: "HI_INTERRUPTED",
    message: "The run was interrupted; nothing was written.",
    next: "run the same command again",
    exitCode: 130,
  });
}
