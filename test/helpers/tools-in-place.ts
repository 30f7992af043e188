import { spawn } from "node:child_process";
import { cp, readFile, rm } from "node:fs/promises";
import path from "node:path";

import type { PostEditFinding } from "../../src/contracts/post-edit-result.ts";
import { parseOxlint } from "../../src/runtime/parse-oxlint.ts";
import { toFindings } from "../../src/runtime/to-findings.ts";
import type { HookRepository } from "./hook-repository.ts";

/** What users run after an edit comes to: the file's bytes at rest, and what the linter says of them. */
export interface InPlace {
  readonly bytes: Buffer;
  readonly findings: readonly PostEditFinding[];
}

const MAX_ROUNDS = 20;
const LINT = ["-c", "oxlint.config.ts", "--disable-nested-config"];

/**
 * Runs the formatter and `oxlint --fix` on a copy of the repository, one after the other and in place, until nothing
 * changes any more, and asks what is left; for each of the files. `scope` is repository-relative.
 */
export async function runToolsInPlace(
  repository: HookRepository,
  files: readonly string[],
  scope = "."
): Promise<readonly InPlace[]> {
  const root = `${repository.root}-in-place`;
  await rm(root, { recursive: true, force: true });
  await cp(repository.root, root, { recursive: true, verbatimSymlinks: true });
  const cwd = path.join(root, scope);
  const names = files.map((file) => `./${path.relative(cwd, path.join(root, file))}`);
  const read = (): Promise<readonly Buffer[]> => Promise.all(files.map((file) => readFile(path.join(root, file))));
  let bytes = await read();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await runTool("oxfmt", ["-c", "oxfmt.config.ts", "--disable-nested-config", ...names.map(toPattern)], cwd);
    await runTool("oxlint", [...LINT, "--fix", ...names], cwd);
    const next = await read();
    if (Buffer.concat(next).equals(Buffer.concat(bytes))) break;
    bytes = next;
  }
  const { exitCode, stdout, stderr } = await runTool("oxlint", [...LINT, "--format", "json", ...names], cwd);
  const ending = exitCode === 0 ? "ok" : "exited";
  const reply = parseOxlint({ ending, command: [], cwd, exitCode, signal: undefined, stdout, stderr, durationMs: 0 });
  if (reply.kind === "failure") throw new Error(reply.failure.output);
  const diagnostics = reply.kind === "report" ? reply.diagnostics : [];
  const findings = await toFindings(diagnostics, { root, cwd, known: new Map() });
  const isOther = (file: string): boolean => !files.includes(file);
  return files.map((file, index) => ({
    bytes: bytes[index] ?? Buffer.alloc(0),
    findings: findings.filter((finding) => finding.file === file || isOther(finding.file)),
  }));
}

function toPattern(name: string): string {
  return name.replaceAll(/[*?[\]{}]/g, "[$&]");
}

interface ToolRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function runTool(tool: "oxlint" | "oxfmt", args: readonly string[], cwd: string): Promise<ToolRun> {
  const entry = path.resolve(import.meta.dirname, `../../node_modules/${tool}/bin/${tool}`);
  const child = spawn(process.execPath, [entry, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const texts = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (texts.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (texts.stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ ...texts, exitCode: exitCode ?? -1 }));
  });
}
