import path from "node:path";

import type { PostEditFailure, PostEditPart } from "../contracts/post-edit-result.ts";
import type { RelativePath } from "../domain/paths.ts";
import type { Route } from "../domain/route.ts";
import { confineRoute } from "./confine-route.ts";
import { findTool } from "./find-tool.ts";
import type { Tool, ToolPackage } from "./find-tool.ts";
import { formatFiles } from "./format-files.ts";
import { MAX_SOURCE_BYTES, readRegularFile } from "./io/read-regular.ts";
import { fixFiles, verifyFiles } from "./lint-files.ts";
import { findNodeFailure } from "./node-version.ts";
import type { ToolSession } from "./run-tool.ts";
import { toFindings } from "./to-findings.ts";
import type { ToolFiles } from "./tool-files.ts";

/** The edited files of one scope. */
export interface ScopeEdit {
  readonly route: Route;
  readonly files: readonly RelativePath[];
  /** Those that may be rewritten; the others are reported on only. */
  readonly rewritable: readonly RelativePath[];
}

export type ScopeResult = PostEditPart;

/**
 * Formats, applies safe fixes and verifies, in this order and each by the scope's own tool with the scope's one
 * configuration (seed 003 AC-001, AC-002). A formatter that fails does not keep the linter from speaking.
 */
export async function checkScope(edit: ScopeEdit, session: ToolSession): Promise<ScopeResult> {
  const cwd = await confineRoute(session.root, edit.route);
  if (typeof cwd !== "string") return { findings: [], rerun: [], files: edit.files, failures: [cwd], changed: [] };
  const scope = new ScopeRun(edit, session, cwd);
  const before = await scope.readBytes();
  const nodeFailure = findNodeFailure(listConfigs(edit.route), process.versions.node);
  const verified = nodeFailure ? { failures: [nodeFailure] } : await scope.run();
  const result = { findings: [], rerun: [], files: edit.files, ...verified };
  return { ...result, changed: await scope.listChanged(before) };
}

function listConfigs({ config, formatConfig }: Route): readonly RelativePath[] {
  return formatConfig === undefined ? [config] : [config, formatConfig];
}

class ScopeRun {
  private readonly edit: ScopeEdit;
  private readonly session: ToolSession;
  /** A real path, inside the root. */
  private readonly cwd: string;

  constructor(edit: ScopeEdit, session: ToolSession, cwd: string) {
    this.edit = edit;
    this.session = session;
    this.cwd = cwd;
  }

  async run(): Promise<Partial<ScopeResult> & { readonly failures: readonly PostEditFailure[] }> {
    const formatFailure = await this.format();
    const failures = formatFailure ? [formatFailure] : [];
    if (formatFailure?.kind === "timeout") return { failures };
    const linter = await this.findTool("oxlint");
    if (!("entry" in linter)) return { failures: [...failures, linter] };
    const fixFailure = await fixFiles(linter, this.place(this.edit.route.config, this.edit.rewritable), this.session);
    if (fixFailure) return { failures: [...failures, fixFailure] };
    const reply = await verifyFiles(linter, this.place(this.edit.route.config, this.edit.files), this.session);
    if (reply.kind === "failure") return { failures: [...failures, reply.failure] };
    if (reply.kind === "nothing") return { failures, files: [] };
    const findings = await toFindings(reply.diagnostics, { root: this.session.root, cwd: this.cwd });
    return { failures, findings, rerun: this.toRerun(findings.map((finding) => finding.file)) };
  }

  /** The bytes of what may be rewritten; a file that is gone by now is not. */
  async readBytes(): Promise<ReadonlyMap<RelativePath, Buffer>> {
    const bytes = new Map<RelativePath, Buffer>();
    for (const file of this.edit.rewritable) {
      const content = await readRegularFile(path.join(this.session.root, file), MAX_SOURCE_BYTES);
      if (content) bytes.set(file, content);
    }
    return bytes;
  }

  async listChanged(before: ReadonlyMap<RelativePath, Buffer>): Promise<readonly RelativePath[]> {
    const after = await this.readBytes();
    return [...after].filter(([file, bytes]) => before.get(file)?.equals(bytes) === false).map(([file]) => file);
  }

  private async format(): Promise<PostEditFailure | undefined> {
    const config = this.edit.route.formatConfig;
    if (config === undefined || this.edit.rewritable.length === 0) return undefined;
    const formatter = await this.findTool("oxfmt");
    if (!("entry" in formatter)) return formatter;
    return formatFiles(formatter, this.place(config, this.edit.rewritable), this.session);
  }

  private findTool(name: ToolPackage): Promise<Tool | PostEditFailure> {
    return findTool({ name, version: this.edit.route.versions[name] }, { root: this.session.root, from: this.cwd });
  }

  private place(config: RelativePath, files: readonly RelativePath[]): ToolFiles {
    return { cwd: this.cwd, config: this.toLocal(config), files: files.map((file) => this.toLocal(file)) };
  }

  private toLocal(file: string): string {
    return path.relative(this.cwd, path.join(this.session.root, file)).split(path.sep).join("/");
  }

  private toRerun(files: readonly string[]): ScopeResult["rerun"] {
    if (files.length === 0) return [];
    const config = this.toLocal(this.edit.route.config);
    const names = [...new Set(files)].map((file) => this.toLocal(file));
    return [{ cwd: this.edit.route.cwd, command: ["oxlint", "-c", config, "--disable-nested-config", ...names] }];
  }
}
