import path from "node:path";

import type { LintFailure, LintFinding, LintedScope } from "../../contracts/lint-result.ts";
import { toScopeStatus } from "../../contracts/lint-result.ts";
import type { PostEditFailure } from "../../contracts/post-edit-result.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { Tool } from "../find-tool.ts";
import { findTool } from "../find-tool.ts";
import { findNodeFailure } from "../node-version.ts";
import type { ToolSession } from "../run-tool.ts";
import type { Task } from "./choose-files.ts";
import { FORMATTABLE, LINTABLE } from "./choose-files.ts";
import { listOwnFiles, toUnreachableNotes } from "./list-files.ts";
import type { WalkPlace } from "./list-files.ts";

/** What every scope of a run is checked with. */
export interface RunContext {
  readonly place: WalkPlace;
  readonly session: ToolSession;
  readonly fix: boolean;
  /** Where all of a scope is looked at, only these; undefined is every file. */
  readonly tracked: ReadonlySet<string> | undefined;
  /** What the arguments of one process may take, in bytes. */
  readonly roomBytes: number;
}

/** One task, and the real path of the folder that its tool runs in. */
export interface PlacedTask {
  readonly task: Task;
  readonly cwd: string;
}

/** What one check of one scope came to. */
export interface TaskResult {
  readonly scope: LintedScope;
  readonly findings: readonly LintFinding[];
  readonly failures: readonly LintFailure[];
  readonly changed: readonly RelativePath[];
  readonly notes: readonly string[];
}

/** A scope that was looked at to the end. */
export function toChecked(
  task: Task,
  {
    files,
    findings = [],
    changed = [],
    notes = [],
  }: { readonly files: number } & Partial<Pick<TaskResult, "changed" | "findings" | "notes">>
): TaskResult {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const figures = { files, errors, warnings: findings.length - errors, maxWarnings: toMaxWarnings(task) };
  return {
    scope: { ...toHead(task), status: toScopeStatus(figures), ...figures },
    findings,
    failures: [],
    changed,
    notes,
  };
}

/** A scope that could not be looked at. */
export function toFailed(task: Task, failure: PostEditFailure): TaskResult {
  const figures = { files: 0, errors: 0, warnings: 0, maxWarnings: toMaxWarnings(task) };
  const { route, check } = task;
  return {
    scope: { ...toHead(task), status: "failed", ...figures },
    findings: [],
    failures: [{ ...failure, scope: route.path, check }],
    changed: [],
    notes: [],
  };
}

function toHead({ route, check, files, because }: Task): Pick<LintedScope, "because" | "check" | "path" | "whole"> {
  return { path: route.path, check, whole: files === "all", ...(because === undefined ? {} : { because }) };
}

/** The formatter knows no warnings. */
function toMaxWarnings({ route, check }: Task): number {
  return check === "lint" ? route.maxWarnings : 0;
}

/** The scope's own tool, or why it cannot be used with this configuration. */
export async function findScopeTool(
  name: Tool["name"],
  { task, cwd }: PlacedTask,
  { session }: RunContext
): Promise<Tool | PostEditFailure> {
  const config = name === "oxlint" ? task.route.config : task.route.formatConfig;
  const nodeFailure = findNodeFailure(config === undefined ? [] : [config], process.versions.node);
  return nodeFailure ?? findTool({ name, version: task.route.versions[name] }, { root: session.root, from: cwd });
}

/** The files that a task names, or those that its scope owns. @throws ConfigurationError */
export function listTaskFiles(
  { route, check, files }: Task,
  { place, tracked }: RunContext
): { readonly files: readonly RelativePath[]; readonly notes: readonly string[] } {
  if (files !== "all") return { files, notes: [] };
  const found = listOwnFiles(route, place, { isWanted: check === "lint" ? LINTABLE : FORMATTABLE });
  return {
    files: tracked ? found.files.filter((file) => tracked.has(file)) : found.files,
    notes: toUnreachableNotes(found.unreachable),
  };
}

/** A path of the repository as seen from a tool's folder. */
export function toLocal(root: string, cwd: string, file: string): string {
  return toLocalNames(root, cwd, [file])[0] ?? "";
}

/** The same of many: what lies below the folder, as nearly all does, needs no look at each of its segments. */
export function toLocalNames(root: string, cwd: string, files: readonly string[]): readonly string[] {
  const folder = path.relative(root, cwd).split(path.sep).join("/");
  const inside = folder === "" ? "" : `${folder}/`;
  return files.map((file) =>
    file.startsWith(inside) && file.length > inside.length
      ? file.slice(inside.length)
      : path.relative(cwd, path.join(root, file)).split(path.sep).join("/")
  );
}

/** A path of a tool's report as a path of the repository. */
export function toRepositoryPath(root: string, cwd: string, file: string): RelativePath {
  return path.relative(root, path.resolve(cwd, file)).split(path.sep).join("/") as RelativePath;
}
