import type { PostEditFailure, PostEditFinding } from "../contracts/post-edit-result.ts";
import type { RelativePath } from "../domain/paths.ts";
import type { EditedFile } from "./edited-file.ts";
import { parseOxlint } from "./parse-oxlint.ts";
import type { OxlintReply } from "./parse-oxlint.ts";
import { runTool } from "./run-tool.ts";
import { toLocal } from "./scope-tools.ts";
import type { ScopeTools } from "./scope-tools.ts";
import { toFindings } from "./to-findings.ts";

/** What the linter's command line says of files as they are on disk. */
export interface Report {
  /** Without those that the configuration leaves out. */
  readonly files: readonly EditedFile[];
  readonly findings: ReadonlyMap<RelativePath, readonly PostEditFinding[]>;
  /** About files that were not asked for: a compiler configuration, for one. */
  readonly elsewhere: readonly PostEditFinding[];
}

/**
 * Asks `oxlint --format json` about exactly these files; it writes nothing. This report alone counts: bad configuration,
 * a missing type checker and ignored files are told apart by it.
 */
export async function reportFiles(tools: ScopeTools, files: readonly EditedFile[]): Promise<Report | PostEditFailure> {
  const reply = await askLinter(tools, files);
  if (reply.kind === "failure") return reply.failure;
  if (reply.kind === "nothing") return { files: [], findings: new Map(), elsewhere: [] };
  if (files.length > 1 && reply.fileCount < files.length) return reportOneByOne(tools, files);
  const known = new Map(files.map(({ file, bytes }) => [file, bytes]));
  const findings = await toFindings(reply.diagnostics, { root: tools.session.root, cwd: tools.cwd, known });
  return {
    files,
    findings: new Map(files.map(({ file }) => [file, findings.filter((finding) => finding.file === file)])),
    elsewhere: findings.filter((finding) => !known.has(finding.file as RelativePath)),
  };
}

/** A report counts the files that the configuration leaves out and does not name them. */
async function reportOneByOne(tools: ScopeTools, files: readonly EditedFile[]): Promise<Report | PostEditFailure> {
  const parts: Report[] = [];
  for (const file of files) {
    const part = await reportFiles(tools, [file]);
    if ("kind" in part) return part;
    parts.push(part);
  }
  return {
    files: parts.flatMap((part) => part.files),
    findings: new Map(parts.flatMap((part) => [...part.findings])),
    elsewhere: parts.flatMap((part) => part.elsewhere),
  };
}

/** The scope's one configuration, whatever lies in folders below; names that start with a dash stay names. */
async function askLinter(tools: ScopeTools, files: readonly EditedFile[]): Promise<OxlintReply> {
  const { linter, route, session, cwd } = tools;
  if (!("entry" in linter)) return { kind: "failure", failure: linter };
  const names = files.map(({ file }) => `./${toLocal(tools, file)}`);
  const args = ["-c", toLocal(tools, route.config), "--disable-nested-config", "--format", "json", ...names];
  return parseOxlint(await runTool(linter, args, { ...session, cwd }));
}
