import type { Candidate, ContainmentEvidence } from "../../domain/candidate.ts";
import type { Finding } from "../../domain/finding.ts";
import { createDebtLedger } from "../../domain/lint-debt.ts";
import type { DebtLedger } from "../../domain/lint-debt.ts";
import { escapeForPattern } from "../../domain/path-pattern.ts";
import type { AbsolutePath, RelativePath } from "../../domain/paths.ts";
import { isWithin } from "../../domain/paths.ts";
import type { Plan } from "../../domain/plan.ts";
import type { PreviewResult, PreviewTiming } from "../../domain/preview.ts";
import { toInterruption } from "../../domain/process-details.ts";
import type { ProcessOutcome } from "../../domain/process.ts";
import type { Route } from "../../domain/route.ts";
import type { ToolCall, World } from "../world.ts";

/** The adapters that a preview uses. */
export type PreviewWorld = Pick<
  World,
  "candidates" | "disk" | "editors" | "hash" | "interrupted" | "preview" | "progress" | "toolchain"
>;

type Stage = PreviewTiming["stage"];
type OnResult = Extract<PreviewResult, { mode: "on" }>;

/** One preview on its way: what it works on, and what it has to tell so far. */
export interface PreviewRun {
  readonly candidate: Candidate;
  readonly plan: Plan;
  readonly world: PreviewWorld;
  readonly offline: boolean;
  /** The command that a person would type again. */
  readonly retry: string;
  readonly ledger: DebtLedger;
  /** How each scope is linted, as scripts, gate and hook have it too. */
  readonly routes: Route[];
  readonly findings: Finding[];
  readonly notLinted: string[];
  readonly timings: Map<Stage, number>;
  readonly processes: OnResult["processes"][number][];
  readonly installs: NonNullable<OnResult["installs"]>[number][];
  readonly proofs: ContainmentEvidence[];
}

export interface RunStart {
  readonly candidate: Candidate;
  readonly plan: Plan;
  readonly offline: boolean;
}

export function startRun({ candidate, plan, offline }: RunStart, world: PreviewWorld): PreviewRun {
  return {
    candidate,
    plan,
    world,
    offline,
    retry: plan.receiptBefore === undefined ? "hi init" : "hi update",
    ledger: createDebtLedger(),
    routes: [],
    findings: [],
    notLinted: [],
    timings: new Map([["copy", candidate.copyMs]]),
    processes: [],
    installs: [],
    proofs: [],
  };
}

/** Does a part of the work and adds its time to its stage. */
export async function timed<Value>(run: PreviewRun, stage: Stage, work: () => Promise<Value>): Promise<Value> {
  if (run.world.interrupted.aborted) throw toInterruption();
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    run.timings.set(stage, (run.timings.get(stage) ?? 0) + performance.now() - startedAt);
  }
}

/** Starts a row of the table in the candidate and writes it down. @throws Refusal HI_INTERRUPTED, HI_TOOL_REFUSED */
export async function start(run: PreviewRun, call: ToolCall): Promise<ProcessOutcome> {
  const { root: candidateRoot, liveRoot } = run.candidate;
  const outcome = await run.world.preview.table.run(call, { candidateRoot, liveRoot });
  note(run, outcome);
  if (outcome.ending === "interrupted") throw toInterruption();
  return outcome;
}

export function note(run: PreviewRun, { ending, command, cwd, exitCode, signal, durationMs }: ProcessOutcome): void {
  run.processes.push({ ending, command, cwd, exitCode, signal, durationMs });
}

/** A folder of the candidate, for a working directory. */
export function toFolder(run: PreviewRun, scope: string): AbsolutePath {
  return (scope === "." ? run.candidate.root : `${run.candidate.root}/${scope}`) as AbsolutePath;
}

/** The bytes of a file of the candidate, links inside it followed. */
export async function readCandidate(run: PreviewRun, path: RelativePath): Promise<Uint8Array | undefined> {
  const state = await run.world.disk.inspect(run.candidate.root, path);
  const file = state.kind === "link" ? state.file : state;
  return file?.kind === "file" ? file.bytes : undefined;
}

/**
 * What the tools leave out in the scope, as gitignore patterns for the command line. A name without a slash would mean it
 * at any depth; these are anchored at the scope. oxlint goes through links, and no route does: what they lead to is looked
 * at where it lies.
 */
export function toIgnorePatterns({ candidate }: PreviewRun, { path, ignore }: Route): readonly string[] {
  const anchored = ignore.map((pattern) => (pattern.includes("/") || pattern === "**" ? pattern : `/${pattern}`));
  const links = candidate.links.filter((link) => isWithin(path, link));
  const inside = links.map((link) => (path === "." ? link : link.slice(path.length + 1)));
  return [...anchored, ...inside.map((link) => `/${escapeForPattern(link)}`)];
}

/** The path of a linted file in the repository, from the directory that the linter ran in. */
export function toRepositoryPath(folder: string, path: string): string {
  const segments: string[] = [];
  for (const segment of `${folder}/${path}`.split(/[/\\]/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return segments.join("/");
}
