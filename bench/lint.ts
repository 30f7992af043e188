import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";

import type { Ratio, Timed } from "./measure.ts";
import { runOnce, summarise } from "./measure.ts";

/** Where `hi lint` is measured: an initialised repository of twenty scopes. */
export interface LintBench {
  readonly root: string;
  readonly projectRoot: string;
  readonly scopes: number;
  readonly pairs: number;
  readonly env: Readonly<Record<string, string>>;
}

const CLEAN = `/** A sum. */
export const add = (left: number, right: number): number => left + right;

export interface Item {
  readonly id: number;
  readonly name: string;
}

export const toNames = (items: readonly Item[]): string[] => items.map((item) => item.name);
`;
/** One file in so many has something to report, as in a repository that is linted already. */
const ONE_IN = 20;

/**
 * `hi lint` over the whole repository, against one bare oxlint process a scope, as many at a time as `hi lint` starts, each
 * with the same configuration, flags and a file for its report.
 */
export async function measureLint(bench: LintBench): Promise<readonly Ratio[]> {
  const { root, projectRoot, pairs, scopes } = bench;
  const modules = path.join(root, "node_modules");
  if (!existsSync(modules)) symlinkSync(path.join(projectRoot, "node_modules"), modules);
  const dirty = await proveWork(bench);
  const hi: Timed = toTimed(bench, [path.join(projectRoot, "dist/hi.mjs"), "lint"]);
  const script: Timed = toTimed(bench, [path.join(root, ".hi/runtime/lint.mjs")]);
  const against = `${scopes} bare oxlint processes, ${availableParallelism()} at a time`;
  const rows: Ratio[] = [];
  const measure = async (name: string, subject: Timed, limit?: number): Promise<void> => {
    const ratios: number[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const { wallMs } = await runOnce(subject, [0, 1]);
      ratios.push(wallMs / (await runBare(bench)));
    }
    rows.push({ name, against, pairs, ...summarise(ratios), ...(limit === undefined ? {} : { limit }) });
  };
  const files = `${dirty.files.toLocaleString("en")} files, ${scopes} scopes`;
  await measure(`hi lint, ${files}, six findings in each`, hi);
  cleanMost(bench);
  await proveWork(bench);
  await measure(`hi lint, ${files}`, hi, 1.1);
  await measure(`.hi/runtime/lint.mjs, ${files}`, script, 1.1);
  return rows;
}

function toTimed({ root, env }: LintBench, args: readonly string[]): Timed {
  return { name: "hi lint", command: [process.execPath, ...args], cwd: root, env };
}

/** Everything must have been looked at, by us and by the bare processes alike. */
async function proveWork(bench: LintBench): Promise<{ readonly files: number }> {
  const { stdout } = await runOnce(toTimed(bench, [path.join(bench.root, ".hi/runtime/lint.mjs"), "--json"]), [0, 1]);
  const result = JSON.parse(stdout) as { scopes: { files: number }[]; findings: unknown[]; failures: unknown[] };
  const files = result.scopes.reduce((total, scope) => total + scope.files, 0);
  await runBare(bench);
  const reports = listScopes(bench).map((scope) => JSON.parse(readFileSync(toReport(bench, scope), "utf8")));
  const bare = reports.reduce((total: number, report) => total + report.number_of_files, 0);
  const findings = reports.reduce((total: number, report) => total + report.diagnostics.length, 0);
  if (files !== bare || result.findings.length !== findings || result.failures.length > 0) {
    throw new Error(`not the same work: ${files}/${bare} files, ${result.findings.length}/${findings} findings`);
  }
  return { files };
}

const listScopes = ({ scopes }: LintBench): readonly string[] =>
  Array.from({ length: scopes }, (_, index) => `packages/p${index}`);

const toReport = ({ root }: LintBench, scope: string): string =>
  path.join(root, "..", `report-${path.basename(scope)}.json`);

/** How long the bare processes take, started as they become free, in milliseconds. */
async function runBare(bench: LintBench): Promise<number> {
  const started = process.hrtime.bigint();
  const pending = [...listScopes(bench)];
  const work = async (): Promise<void> => {
    for (let scope = pending.shift(); scope !== undefined; scope = pending.shift()) await lintBare(bench, scope);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return Number(process.hrtime.bigint() - started) / 1e6;
}

function lintBare(bench: LintBench, scope: string): Promise<void> {
  const oxlint = path.join(bench.projectRoot, "node_modules/oxlint/bin/oxlint");
  const args = [oxlint, "-c", "oxlint.config.ts", "--disable-nested-config", "--format", "json"];
  const report = openSync(toReport(bench, scope), "w");
  const cwd = path.join(bench.root, scope);
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", report, "inherit"] });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      closeSync(report);
      resolve();
    });
  });
}

/** Leaves findings in one file of so many. */
function cleanMost(bench: LintBench): void {
  for (const scope of listScopes(bench)) {
    const folder = path.join(bench.root, scope, "src");
    for (let file = 0; ; file += 1) {
      const name = path.join(folder, `d${Math.floor(file / 50)}`, `f${file}.ts`);
      if (!existsSync(name)) break;
      if (file % ONE_IN === 0) continue;
      unlinkSync(name);
      writeFileSync(name, CLEAN);
    }
  }
}
