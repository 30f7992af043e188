import type { LintFinding } from "../../contracts/lint-result.ts";
import { SYNTAX_ERROR_RULE } from "../../contracts/post-edit-result.ts";
import { escapeForPattern } from "../../domain/path-pattern.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { Tool } from "../find-tool.ts";
import { checkFormat, writeFormat } from "./format-batch.ts";
import type { FormatReport, FormatTarget, Unparsed } from "./format-batch.ts";
import { isTooLong } from "./lint-scope.ts";
import { listOwnFiles } from "./list-files.ts";
import type { PlacedTask, RunContext, TaskResult } from "./run-context.ts";
import {
  findScopeTool,
  listTaskFiles,
  toChecked,
  toFailed,
  toLocal,
  toLocalNames,
  toRepositoryPath,
} from "./run-context.ts";
import { toBatches } from "./to-batches.ts";

/** A part of the arguments that are no names. */
const OTHER_ARGUMENTS_BYTES = 2000;
const NO_FILE = /(?!)/;

/** Asks one scope's own formatter, and lets it write where fixes are asked for. @throws ConfigurationError */
export async function formatScope(placed: PlacedTask, context: RunContext): Promise<TaskResult> {
  const { task } = placed;
  const { targets, notes } = listTargets(placed, context);
  if (targets.length === 0) return toChecked(task, { files: 0, notes });
  const tool = await findScopeTool("oxfmt", placed, context);
  if (!("entry" in tool)) return toFailed(task, tool);
  const report = await checkAll(tool, targets, context);
  if ("failure" in report) return toFailed(task, report.failure);
  const toPath = (file: string): RelativePath => toRepositoryPath(context.session.root, placed.cwd, file);
  const scope = task.route.path;
  const unparsed = report.unparsed.map((one) => toUnparsedFinding(one, { scope, file: toPath(one.file) }));
  if (!context.fix) {
    const unformatted = report.unformatted.map((file) => toUnformattedFinding(scope, toPath(file)));
    return toChecked(task, { files: report.files, findings: [...unformatted, ...unparsed], notes });
  }
  for (const target of toFileTargets(report.unformatted, placed, context)) {
    const failure = await writeFormat(tool, target, context.session);
    if (failure) return toFailed(task, failure);
  }
  return toChecked(task, { files: report.files, findings: unparsed, changed: report.unformatted.map(toPath), notes });
}

/** What the formatter is asked of: the scope as a whole where it can be told in few words, else its files by name. */
function listTargets(
  placed: PlacedTask,
  context: RunContext
): { readonly targets: readonly FormatTarget[]; readonly notes: readonly string[] } {
  const whole = placed.task.files === "all" && !context.tracked ? toWholeTarget(placed, context) : undefined;
  if (whole) return { targets: [whole], notes: [] };
  const { files, notes } = listTaskFiles(placed.task, context);
  const names = toLocalNames(context.session.root, placed.cwd, files);
  return { targets: toFileTargets(names, placed, context), notes };
}

/** The formatter walks by itself, less what is left out; undefined where that is too much to say. */
function toWholeTarget(placed: PlacedTask, context: RunContext): FormatTarget | undefined {
  const { cwd, task } = placed;
  const { root } = context.session;
  if (context.place.owners.ofFolder(task.route.path) !== task.route) return undefined;
  const { foreign } = listOwnFiles(task.route, context.place, { isWanted: NO_FILE });
  const others = foreign.map((folder) => `${escapeForPattern(toLocal(root, cwd, folder))}/**`);
  const leftOut = [...new Set([...task.route.ignore, ...others])];
  const [first = [], ...more] = toBatches(leftOut, context.roomBytes - OTHER_ARGUMENTS_BYTES);
  return more.length > 0 ? undefined : { cwd, config: toConfig(placed, root), files: "all", leftOut: first };
}

function toFileTargets(names: readonly string[], placed: PlacedTask, context: RunContext): readonly FormatTarget[] {
  const config = toConfig(placed, context.session.root);
  // A name may take three characters for one.
  const batches = toBatches(names, (context.roomBytes - OTHER_ARGUMENTS_BYTES) / 2);
  return batches.map((files) => ({ cwd: placed.cwd, config, files, leftOut: [] }));
}

function toConfig({ cwd, task }: PlacedTask, root: string): string {
  return toLocal(root, cwd, task.route.formatConfig ?? "");
}

async function checkAll(tool: Tool, targets: readonly FormatTarget[], { session }: RunContext): Promise<FormatReport> {
  const unformatted: string[] = [];
  const unparsed: Unparsed[] = [];
  let files = 0;
  const pending = [...targets];
  for (let target = pending.shift(); target; target = pending.shift()) {
    const report = await checkFormat(tool, target, session);
    if ("failure" in report) {
      const halves = isTooLong(report.failure) ? toHalves(target) : [];
      if (halves.length === 0) return report;
      pending.unshift(...halves);
    } else {
      files += report.files;
      unformatted.push(...report.unformatted);
      unparsed.push(...report.unparsed);
    }
  }
  return { files, unformatted, unparsed };
}

function toHalves(target: FormatTarget): readonly FormatTarget[] {
  const { files } = target;
  if (files === "all" || files.length < 2) return [];
  const middle = Math.floor(files.length / 2);
  return [files.slice(0, middle), files.slice(middle)].map((half) => ({ ...target, files: half }));
}

function toUnformattedFinding(scope: string, file: string): LintFinding {
  return {
    scope,
    file,
    rule: "oxfmt(format)",
    severity: "error",
    line: 1,
    column: 1,
    message: "The file is not formatted.",
    help: "Run the scope's `format` script.",
  };
}

function toUnparsedFinding(
  { line, column }: Unparsed,
  { scope, file }: { readonly scope: string; readonly file: string }
): LintFinding {
  const message = "The formatter cannot read the file.";
  return { scope, file, rule: SYNTAX_ERROR_RULE, severity: "error", line, column, message };
}
