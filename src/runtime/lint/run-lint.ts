import type { Readable } from "node:stream";

import type { LintFailure, LintResult } from "../../contracts/lint-result.ts";
import { toLintResult } from "../../contracts/lint-result.ts";
import type { CheckKind } from "../../domain/check-kind.ts";
import { SELECTION_PATH } from "../../domain/receipt.ts";
import type { Route } from "../../domain/route.ts";
import { parseScope } from "../../domain/selection.ts";
import { ConfigurationError } from "../configuration-error.ts";
import { confineRoute } from "../confine-route.ts";
import { findOwnersOnDisk } from "../find-owner.ts";
import { createIgnoreReader } from "../git-ignore.ts";
import { readSelection } from "../read-selection.ts";
import type { ToolSession } from "../run-tool.ts";
import { chooseFiles } from "./choose-files.ts";
import type { Choice, Task } from "./choose-files.ts";
import { describeStaged } from "./describe-staged.ts";
import { formatScope } from "./format-scope.ts";
import { lintScope } from "./lint-scope.ts";
import type { WalkPlace } from "./list-files.ts";
import { readNames } from "./read-names.ts";
import type { RunContext, TaskResult } from "./run-context.ts";
import { toFailed } from "./run-context.ts";
import { readStaged } from "./staged-names.ts";
import type { Staged } from "./staged-names.ts";
import { findArgumentRoom } from "./to-batches.ts";
import { TOOLS_AT_ONCE } from "./tool-slots.ts";

/** What a run over the recorded routes is asked for. */
export interface LintRequest {
  readonly checks: readonly CheckKind[];
  /** Applies safe fixes, and writes the format. */
  readonly fix: boolean;
  /** Only these scopes; all where it is empty. */
  readonly scopes: readonly string[];
  /** A list of names from the root, `-` for stdin. */
  readonly filesFrom?: string | undefined;
  /** What the index holds and HEAD does not, as git says. */
  readonly staged: boolean;
  /** Files and folders, relative to the working directory. */
  readonly paths: readonly string[];
  /** Only what is named is looked at: a policy or a manifest among it asks for no scope. */
  readonly exactly?: boolean;
}

/** What a run is given by whoever starts it. */
export interface LintSession extends ToolSession {
  readonly cwd: string;
  readonly stdin: Readable;
  /** Told each time a scope is done. */
  readonly onProgress?: (done: number, all: number) => void;
  /** Told what each scope came to as soon as all before it are done too, so always in one order: by their paths. */
  readonly onScope?: (results: readonly TaskResult[]) => void;
}

/**
 * Runs the recorded routes: every scope with its own tool, its one configuration and its threshold, each once a check.
 * Never rejects for what the repository or a tool does: that is a failure of the result.
 */
export async function runLint(request: LintRequest, session: LintSession): Promise<LintResult> {
  try {
    return await run(request, session);
  } catch (error) {
    if (error instanceof ConfigurationError) return toFailedResult(request, toConfigurationFailure(error));
    throw error;
  }
}

async function run(request: LintRequest, session: LintSession): Promise<LintResult> {
  const { routes } = await readSelection(session.root);
  const chosen = selectRoutes(routes, request.scopes);
  const staged = request.staged ? await readStaged(session) : undefined;
  if (staged && "kind" in staged) return toFailedResult(request, staged);
  const place = {
    root: session.root,
    owners: findOwnersOnDisk(session.root, routes),
    ignores: createIgnoreReader(session.root),
  };
  const work = await choose({ request, session, place, routes: chosen, staged });
  const isWhole = work.tasks.some(({ files }) => files === "all");
  const tracked = staged && isWhole ? await staged.readTracked() : undefined;
  if (tracked && "kind" in tracked) return toFailedResult(request, tracked);
  const roomBytes = findArgumentRoom(session.env);
  const results = await runTasks(work.tasks, { place, session, fix: request.fix, tracked, roomBytes }, session);
  return toLintResult({
    checks: request.checks,
    ...(work.given === undefined ? {} : { given: work.given }),
    scopes: results.map(({ scope }) => scope),
    findings: results.flatMap(({ findings }) => findings),
    failures: results.flatMap(({ failures }) => failures),
    changed: results.flatMap(({ changed }) => changed),
    left: work.left,
    notes: [
      ...new Set([...results.flatMap(({ notes }) => notes), ...work.notes]),
      ...(staged ? describeStaged(staged, work, session.root) : []),
    ],
  });
}

/** Nothing was checked at all. */
function toFailedResult({ checks }: LintRequest, failure: LintFailure): LintResult {
  return toLintResult({ checks, scopes: [], findings: [], failures: [failure], changed: [], left: [], notes: [] });
}

function toConfigurationFailure({ about, message }: ConfigurationError): LintFailure {
  return { kind: "configuration", command: [about], exitCode: null, signal: null, output: message };
}

/** @throws ConfigurationError for a scope that is not selected */
function selectRoutes(routes: readonly Route[], scopes: readonly string[]): readonly Route[] {
  if (scopes.length === 0) return routes;
  return [...new Set(scopes)].map((text) => {
    const parsed = parseScope(text);
    const route = "scope" in parsed ? routes.find(({ path }) => path === parsed.scope) : undefined;
    if (route) return route;
    const known = routes.map(({ path }) => path).join(", ") || "none";
    throw new ConfigurationError(SELECTION_PATH, `${JSON.stringify(text)} is no selected scope; selected: ${known}`);
  });
}

/** The work, and how many names it was chosen from; undefined where everything is asked for. */
interface Work extends Choice {
  readonly given: number | undefined;
}

interface Choosing {
  readonly request: LintRequest;
  readonly session: LintSession;
  readonly place: WalkPlace;
  readonly routes: readonly Route[];
  readonly staged: Staged | undefined;
}

async function choose({ request, session, place, routes, staged }: Choosing): Promise<Work> {
  const { checks, filesFrom, paths, exactly } = request;
  if (filesFrom === undefined && !staged && paths.length === 0) {
    return { tasks: toWholeTasks(routes, checks), left: [], named: [], notes: [], given: undefined };
  }
  const listed = filesFrom === undefined ? [] : await readNames(filesFrom, session);
  const fromList = new Set(listed);
  const deleted = staged?.names.filter((name) => !staged.kept.has(name) && !fromList.has(name));
  const names = [...listed, ...(staged?.names ?? [])];
  const added = listed.length === 0 ? staged?.added : undefined;
  const fromRoot = chooseFiles({ names, deleted: new Set(deleted), added, base: place.root, routes, checks }, place);
  const fromHere = chooseFiles({ names: paths, base: session.cwd, routes, checks, exactly }, place);
  refuseMissing(fromHere);
  return {
    tasks: mergeTasks([...fromRoot.tasks, ...fromHere.tasks]),
    left: [...fromRoot.left, ...fromHere.left],
    named: [...fromRoot.named, ...fromHere.named],
    notes: [...new Set([...fromRoot.notes, ...fromHere.notes])],
    given: listed.length + (staged?.names.length ?? 0) + paths.length,
  };
}

/** A list may name what is gone; a path that a person typed must be there. @throws ConfigurationError */
function refuseMissing({ left }: Choice): void {
  const missing = left.find(({ reason }) => reason === "gone" || reason === "outside");
  const [name = ""] = missing?.names ?? [];
  if (missing?.reason === "gone") throw new ConfigurationError(name, "there is no such file or folder");
  if (missing) throw new ConfigurationError(name, "it is outside the repository");
}

function toWholeTasks(routes: readonly Route[], checks: readonly CheckKind[]): readonly Task[] {
  return routes.flatMap((route) =>
    checks
      .filter((check) => check === "lint" || route.formatConfig !== undefined)
      .map((check) => ({ route, check, files: "all" as const }))
  );
}

/** One task for each scope and check, whichever way it was asked for. */
function mergeTasks(tasks: readonly Task[]): readonly Task[] {
  const merged = new Map<string, Task>();
  for (const task of tasks) {
    const key = `${task.check} ${task.route.path}`;
    const known = merged.get(key);
    if (!known || task.files === "all" || known.files === "all") {
      merged.set(key, known?.files === "all" ? known : task);
    } else merged.set(key, { ...known, files: [...new Set([...known.files, ...task.files])].toSorted() });
  }
  return [...merged.values()];
}

/** Scopes whose files are listed, or whose report is read, while the tools of others run. */
const SCOPES_AHEAD = 2;

/** Scopes side by side; the checks of one scope one after the other, since both may write. */
async function runTasks(
  tasks: readonly Task[],
  context: RunContext,
  { onProgress, onScope }: LintSession
): Promise<readonly TaskResult[]> {
  const routes = [...new Set(tasks.map(({ route }) => route))].toSorted((one, other) =>
    one.path < other.path ? -1 : 1
  );
  const results: (readonly TaskResult[])[] = [];
  let begun = 0;
  let done = 0;
  let told = 0;
  const work = async (): Promise<void> => {
    for (let at = begun++; at < routes.length; at = begun++) {
      results[at] = await runScope(
        tasks.filter((task) => task.route === routes[at]),
        context
      );
      onProgress?.((done += 1), routes.length);
      for (let next = results[told]; next; next = results[told]) {
        onScope?.(next);
        told += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(routes.length, TOOLS_AT_ONCE + SCOPES_AHEAD) }, work));
  return results.flat();
}

async function runScope(tasks: readonly Task[], context: RunContext): Promise<readonly TaskResult[]> {
  const [first] = tasks;
  if (!first) return [];
  const cwd = await confineRoute(context.session.root, first.route);
  if (typeof cwd !== "string") return tasks.map((task) => toFailed(task, cwd));
  const results: TaskResult[] = [];
  for (const task of tasks) {
    const placed = { task, cwd };
    results.push(await (task.check === "lint" ? lintScope(placed, context) : formatScope(placed, context)));
  }
  const [linted] = results;
  const isMoved = context.fix && results.some(({ scope, changed }) => scope.check === "format" && changed.length > 0);
  if (!isMoved || linted?.scope.check !== "lint" || linted.scope.files === 0) return results;
  // The formatter moved what the linter had found.
  const again = await lintScope({ task: first, cwd }, { ...context, fix: false });
  return [{ ...again, changed: linted.changed }, ...results.slice(1)];
}
