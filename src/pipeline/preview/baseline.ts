import type { ScopeAnswers } from "../../domain/answers.ts";
import { isLintConfig } from "../../domain/executed-code.ts";
import { escapeForPattern } from "../../domain/path-pattern.ts";
import type { ScopePath } from "../../domain/paths.ts";
import { isWithin } from "../../domain/paths.ts";
import type { Plan, PlanEntry } from "../../domain/plan.ts";
import { isChange } from "../../domain/plan.ts";
import type { LintDebt } from "../../domain/preview.ts";
import { toProcessDetails } from "../../domain/process-details.ts";
import type { Route } from "../../domain/route.ts";
import { toAncestors } from "./install-roots.ts";
import { runOxlint, toLintRefusal } from "./run-oxlint.ts";
import type { PreviewRun } from "./run.ts";
import { timed, toFolder, toIgnorePatterns, toRepositoryPath } from "./run.ts";
import { createFindingBuffer, tellFindings, toFinding } from "./tell-findings.ts";

/**
 * Runs the same pinned oxlint on the same copy under the repository's present configuration, nested discovery on, so
 * that the debt can be told apart into new and same. A present configuration that does not load is no reason to stop:
 * there is then nothing to compare with, and that is said.
 * @throws Refusal HI_PREVIEW_PROCESS, HI_PREVIEW_MALFORMED
 */
export async function runBaseline(run: PreviewRun): Promise<LintDebt["baseline"]> {
  const copied = run.candidate.copied.map(({ path }) => path);
  const configs = listPresentConfigs(copied, run.plan);
  const scopes = run.routes.filter(({ path }) => findDirectory(path, configs) !== undefined);
  if (scopes.length === 0) return "none";
  return timed(run, "baseline", () =>
    withPresentFiles(run, async () => {
      for (const [at, scope] of scopes.entries()) {
        run.world.progress.detail(`linting ${scope.path} as it is now`, { at: at + 1, of: scopes.length });
        if (!(await lintPresent(run, scope, configs))) return "failed";
      }
      return "oxlint";
    })
  );
}

/** Every oxlint configuration that stands in the live repository now; `listed` are its paths. */
export function listPresentConfigs(listed: readonly string[], plan: Pick<Plan, "entries">): readonly string[] {
  const planned = plan.entries.filter((entry) => toBefore(entry) !== undefined).map(({ path }) => path);
  return [...new Set([...listed, ...planned])].filter(isLintConfig);
}

/** The scopes that a present configuration speaks for. */
export function listCompared({ answers }: Pick<Plan, "answers">, configs: readonly string[]): readonly ScopeAnswers[] {
  return answers.scopes.filter(({ path }) => findDirectory(path, configs) !== undefined);
}

/** Where the project would run its linter for the scope: the nearest configuration at or above it, else the scope itself. */
function findDirectory(scope: ScopePath, configs: readonly string[]): ScopePath | undefined {
  const folders = new Set(configs.map(toFolderOf));
  const above = toAncestors(scope).find((folder) => folders.has(folder));
  return above ?? ([...folders].some((folder) => isWithin(scope, folder)) ? scope : undefined);
}

function toFolderOf(path: string): ScopePath {
  const end = path.lastIndexOf("/");
  return (end === -1 ? "." : path.slice(0, end)) as ScopePath;
}

/** False where the configuration does not load. */
async function lintPresent(run: PreviewRun, scope: Route, configs: readonly string[]): Promise<boolean> {
  const directory = findDirectory(scope.path, configs) ?? scope.path;
  const folders = configs.map(toFolderOf);
  const inside = toInside(directory, scope.path);
  const ignores = toIgnorePatterns(run, scope).map((pattern) => prefix(inside, pattern));
  const call = { row: "baseline", values: [ignores, inside], cwd: toFolder(run, directory) } as const;
  const buffer = createFindingBuffer();
  const ran = await runOxlint(run, call, (diagnostic) => {
    // Where no configuration applies, oxlint uses rules of its own, which nobody chose.
    const path = toRepositoryPath(directory, diagnostic.path);
    if (folders.some((folder) => isWithin(folder, path))) {
      buffer.add(toFinding(scope, directory, diagnostic));
    }
  });
  await tellFindings(run, buffer.findings(), run.ledger.addBaseline);
  if (ran.reply.kind === "configuration" || ran.reply.kind === "type-aware") {
    const { output } = toProcessDetails(ran.outcome);
    run.findings.push({
      code: "preview-baseline-failed",
      severity: "warning",
      path: scope.path,
      args: { output: String(output) },
    });
    return false;
  }
  if (ran.reply.kind !== "linted" && ran.reply.kind !== "no-files") throw toLintRefusal(ran, configs[0] ?? directory);
  return true;
}

function toInside(directory: ScopePath, scope: ScopePath): string {
  if (directory === scope) return ".";
  return directory === "." ? scope : scope.slice(directory.length + 1);
}

/** A pattern of the scope, as seen from a folder above it. */
function prefix(inside: string, pattern: string): string {
  if (inside === ".") return pattern;
  return `/${escapeForPattern(inside)}${pattern.startsWith("/") ? "" : "/"}${pattern}`;
}

/** Lends the candidate out with the changed files as they are in the live repository, and puts the planned ones back. */
async function withPresentFiles<Value>(run: PreviewRun, work: () => Promise<Value>): Promise<Value> {
  const changes = listSwaps(run.plan);
  for (const { entry, before } of changes) await put(run, entry, before);
  const value = await work();
  for (const { entry } of changes) {
    await put(run, entry, entry.action === "delete" ? undefined : { bytes: entry.after, mode: entry.mode });
  }
  return value;
}

interface Content {
  readonly bytes: Uint8Array | undefined;
  readonly mode: number;
}

function listSwaps({ entries }: Plan): readonly { readonly entry: PlanEntry; readonly before: Content | undefined }[] {
  return entries.filter(isChange).map((entry) => ({ entry, before: toBefore(entry) }));
}

function toBefore({ before }: PlanEntry): Content | undefined {
  const file = before.kind === "link" ? before.file : before;
  return file?.kind === "file" ? { bytes: file.bytes, mode: file.mode } : undefined;
}

async function put({ candidate, world }: PreviewRun, { path }: PlanEntry, content: Content | undefined): Promise<void> {
  const { bytes, mode = 0o644 } = content ?? {};
  await (bytes ? world.candidates.write(candidate, path, bytes, mode) : world.candidates.remove(candidate, path));
}
