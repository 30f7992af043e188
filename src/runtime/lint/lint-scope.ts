import { lstatSync } from "node:fs";
import path from "node:path";

import type { PostEditFailure } from "../../contracts/post-edit-result.ts";
import type { OxlintDiagnostic } from "../../domain/oxlint-report.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { Tool } from "../find-tool.ts";
import { lintBatch } from "./lint-batch.ts";
import type { BatchReport } from "./lint-batch.ts";
import type { PlacedTask, RunContext, TaskResult } from "./run-context.ts";
import { findScopeTool, listTaskFiles, toChecked, toFailed, toLocal, toLocalNames } from "./run-context.ts";
import { toBatches } from "./to-batches.ts";
import { toLintFindings } from "./to-lint-findings.ts";

/** Fixes can make way for others; a pair that undoes each other must come to an end. */
const MOST_PASSES = 4;
/** A part of the arguments that are no names. */
const OTHER_ARGUMENTS_BYTES = 2000;

/** Lints one scope with its own tool and its one configuration. @throws ConfigurationError */
export async function lintScope(placed: PlacedTask, context: RunContext): Promise<TaskResult> {
  const { task, cwd } = placed;
  const { files, notes } = listTaskFiles(task, context);
  // Nothing to look at starts nothing.
  if (files.length === 0) return toChecked(task, { files: 0, notes });
  const tool = await findScopeTool("oxlint", placed, context);
  if (!("entry" in tool)) return toFailed(task, tool);
  const run = new LintRun(tool, placed, { context, files });
  const report = context.fix ? await run.fix() : await run.lint(false);
  if ("failure" in report) return { ...toFailed(task, report.failure), changed: run.listChanged() };
  const { findings, binary } = toLintFindings(report.diagnostics, {
    root: context.session.root,
    cwd,
    scope: task.route.path,
  });
  return toChecked(task, { files: report.files - binary, findings, changed: run.listChanged(), notes });
}

class LintRun {
  private readonly tool: Tool;
  private readonly placed: PlacedTask;
  private readonly context: RunContext;
  private readonly files: readonly RelativePath[];
  private readonly changed = new Set<RelativePath>();

  constructor(
    tool: Tool,
    placed: PlacedTask,
    { context, files }: { readonly context: RunContext; readonly files: readonly RelativePath[] }
  ) {
    this.tool = tool;
    this.placed = placed;
    this.context = context;
    this.files = files;
  }

  listChanged(): readonly RelativePath[] {
    return [...this.changed];
  }

  /** Fixes until nothing changes any more; the report is then one of the files as they are. */
  async fix(): Promise<BatchReport> {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const before = this.stamp();
      const report = await this.lint(true);
      const after = this.stamp();
      const changed = this.files.filter((_, index) => before[index] !== after[index]);
      for (const file of changed) this.changed.add(file);
      if ("failure" in report || changed.length === 0) return report;
    }
    return this.lint(false);
  }

  async lint(fix: boolean): Promise<BatchReport> {
    const { cwd, task } = this.placed;
    const { root } = this.context.session;
    const names = toLocalNames(root, cwd, this.files);
    const config = toLocal(root, cwd, task.route.config);
    const room = this.context.roomBytes - OTHER_ARGUMENTS_BYTES - Buffer.byteLength(config);
    const diagnostics: OxlintDiagnostic[] = [];
    let files = 0;
    const pending = [...toBatches(names, room)];
    for (let batch = pending.shift(); batch; batch = pending.shift()) {
      const place = { cwd, config, files: batch };
      const report = await lintBatch(this.tool, place, { fix, session: this.context.session });
      if ("failure" in report) {
        if (!isTooLong(report.failure) || batch.length === 1) return report;
        // This machine takes less than its kind does.
        pending.unshift(batch.slice(0, batch.length / 2), batch.slice(batch.length / 2));
      } else {
        files += report.files;
        for (const diagnostic of report.diagnostics) diagnostics.push(diagnostic);
      }
    }
    return { files, diagnostics };
  }

  private stamp(): readonly string[] {
    return this.files.map((file) => {
      const facts = lstatSync(path.join(this.context.session.root, file), { bigint: true, throwIfNoEntry: false });
      return facts ? `${facts.ino} ${facts.size} ${facts.mtimeNs}` : "gone";
    });
  }
}

export function isTooLong({ output }: PostEditFailure): boolean {
  return /\b(?:E2BIG|ENAMETOOLONG)\b/.test(output);
}
