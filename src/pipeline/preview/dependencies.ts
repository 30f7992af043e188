import { TOOLS_FOLDER } from "../../domain/dependency-install.ts";
import type { DependencyInstall } from "../../domain/dependency-install.ts";
import type { ScopePath } from "../../domain/paths.ts";
import { toProcessDetails } from "../../domain/process-details.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { ToolName } from "../../domain/toolchain.ts";
import type { ProvidedInstall } from "../world.ts";
import { findProjectInstalls } from "./install-roots.ts";
import type { PreviewRun } from "./run.ts";
import { note, start, timed, toFolder } from "./run.ts";

const ALWAYS: readonly ToolName[] = ["oxfmt", "oxlint", "oxlint-tsgolint", "typescript", "ultracite"];

/** The tuple's packages that this plan selects: five, and the Effect language service with its pack. */
function listTools(run: PreviewRun): readonly ToolName[] {
  return hasEffect(run) ? ["@effect/tsgo", ...ALWAYS] : ALWAYS;
}

function hasEffect(run: PreviewRun): boolean {
  return run.plan.answers.packs.includes("effect");
}

/**
 * Installs what the lockfiles say and the tool tuple, and brings both into the candidate. The tools stand beside the
 * project's own packages, which still win: that is how the present configuration is run.
 * @throws Refusal HI_PREVIEW_DEPENDENCIES, HI_PACKAGE_MANAGER_MISSING, HI_CACHE_UNSAFE
 */
export async function bringDependencies(run: PreviewRun): Promise<void> {
  const { root } = run.candidate;
  const { dependencies } = run.world.preview;
  for (const install of await timed(run, "install", () => findProjectInstalls(run))) {
    const provided = await provide(run, install, install.path);
    const leftOut = await timed(run, "bring", () => dependencies.bring(provided, root, install.path));
    for (const path of leftOut) run.findings.push({ code: "preview-link-left-out", severity: "info", path, args: {} });
  }
  const versions = Object.fromEntries(listTools(run).map((name) => [name, run.world.toolchain[name]]));
  const manager = run.plan.answers.packageManager;
  const tools = await provide(run, { kind: "tools", manager, versions }, "tools");
  await timed(run, "bring", () => dependencies.bringTools(tools, root));
  if (hasEffect(run)) await timed(run, "install", () => patchForEffect(run));
  await placeTools(run, { names: listTools(run), replace: false });
}

/**
 * Lets the pinned tools win over the project's versions. TypeScript only where the Effect pack needs it: the project's
 * plugins may be written for the version that it has, and no rule of ours reads it.
 */
export async function preferTools(run: PreviewRun): Promise<void> {
  const names = listTools(run).filter((name) => name !== "typescript" || hasEffect(run));
  await placeTools(run, { names, replace: true });
}

async function placeTools(
  run: PreviewRun,
  { names, replace }: { names: readonly ToolName[]; replace: boolean }
): Promise<void> {
  const scopes = run.plan.answers.scopes.map(({ path }) => path);
  const folders = [...new Set<ScopePath>(["." as ScopePath, ...scopes])];
  const placing = { candidateRoot: run.candidate.root, folders, names, replace };
  await timed(run, "bring", () => run.world.preview.dependencies.placeTools(placing));
}

async function provide(run: PreviewRun, install: DependencyInstall, what: string): Promise<ProvidedInstall> {
  const { offline, retry } = run;
  run.world.progress.detail(what === "tools" ? "installing the tools" : "installing the dependencies");
  const context = { liveRoot: run.candidate.liveRoot, offline, retry };
  const provided = await timed(run, "install", () => run.world.preview.dependencies.provide(install, context));
  for (const outcome of provided.outcomes) note(run, outcome);
  run.installs.push({ what, source: provided.source });
  return provided;
}

/** Patches the candidate's own copies of the tools, and no others (seed 003 AC-008, AC-011). */
async function patchForEffect(run: PreviewRun): Promise<void> {
  const outcome = await start(run, { row: "effect-patch", cwd: toFolder(run, TOOLS_FOLDER) });
  if (outcome.ending === "ok") return;
  const { oxlint, "@effect/tsgo": effect } = run.world.toolchain;
  const supported = findSupported(outcome.stdout + outcome.stderr);
  const why = supported === undefined ? "" : `: @effect/tsgo ${effect} supports oxlint ${supported}`;
  throw new Refusal({
    code: "HI_PREVIEW_DEPENDENCIES",
    message: `The Effect rules could not be patched into the candidate's oxlint ${oxlint}${why}.`,
    next: "see what the patch says, or run the same command with --preview off",
    details: toProcessDetails(outcome),
  });
}

/** The versions of oxlint that the patch names where it refuses one. */
function findSupported(said: string): string | undefined {
  return /supported versions: (\d+(?:\.\w+)*(?:, \d+(?:\.\w+)*)*)/.exec(said)?.[1];
}
