import { existsSync, mkdtempSync, mkdirSync, realpathSync } from "node:fs";
import path from "node:path";

import type { PackageManager } from "../domain/answers.ts";
import { TOOLS_FOLDER } from "../domain/dependency-install.ts";
import type { AbsolutePath } from "../domain/paths.ts";
import type { ProcessOutcome } from "../domain/process.ts";
import { Refusal } from "../domain/refusal.ts";
import type { ToolPlace, ToolProgram, ToolRow } from "../domain/tool-rows.ts";
import { findRow, matchRow, toArguments } from "../domain/tool-rows.ts";
import type { ProcessRunner, ToolCall, ToolRoots, ToolTable } from "../pipeline/world.ts";
import { isSameOrBelow } from "../runtime/io/is-same-or-below.ts";
import { listLaunches, toSearchPath } from "./manager-on-path.ts";
import type { ManagerLaunch } from "./manager-on-path.ts";
import { orUndefined } from "./system-error.ts";
import { toToolEnvironment } from "./tool-environment.ts";

const INSTALL_TIMEOUT_MS = 15 * 60 * 1000;
const TOOL_TIMEOUT_MS = 10 * 60 * 1000;
/** A report of 50,000 findings has about 25 MB. */
const REPORT_BYTES = 512 * 1024 * 1024;
const OUTPUT_BYTES = 16 * 1024 * 1024;

/** Where the tuple's programs begin, below the tool folder's `node_modules`. */
const ENTRIES: Readonly<Record<Exclude<ToolProgram, PackageManager>, string>> = {
  oxlint: "oxlint/bin/oxlint",
  oxfmt: "oxfmt/bin/oxfmt",
  "effect-tsgo": "@effect/tsgo/dist/effect-tsgo.cjs",
};

export interface ToolTableParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
}

/** What is about to be started, as the system will see it. */
export interface StartRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * The only door through which the preview starts anything. A call is turned into argv from its row, and what came out
 * is then matched against the whole table again, so that a wrong value cannot become another command.
 */
export function createToolTable(parts: ToolTableParts): ToolTable {
  return {
    run: (call, roots) => runRow(call, roots, parts),
    findManager: async (manager, roots) => findManager(manager, roots.liveRoot, parts.env),
  };
}

async function runRow(call: ToolCall, roots: ToolRoots, parts: ToolTableParts): Promise<ProcessOutcome> {
  const row = findRow(call.row);
  const request = toStartRequest(row, call, { roots, env: parts.env });
  admit(request, { roots, env: parts.env });
  const isReport = call.onStdout !== undefined;
  return parts.processes.run({
    ...request,
    env: toToolEnvironment(parts.env, {
      program: row.program,
      purpose: toPurpose(call.row),
      searchPath: toSearchPath(parts.env, roots.liveRoot),
      temporary: makeTemporary(row.place, roots),
      ...toTsgolint(row.program, roots),
    }),
    timeoutMs: row.place === "staging" ? INSTALL_TIMEOUT_MS : TOOL_TIMEOUT_MS,
    maxOutputBytes: isReport ? REPORT_BYTES : OUTPUT_BYTES,
    mark: "TMPDIR",
    ...(call.onStdout ? { onStdout: call.onStdout } : {}),
  });
}

function toPurpose(row: string): "project" | "tools" | "other" {
  if (row.endsWith("-project")) return "project";
  return row.endsWith("-tools") ? "tools" : "other";
}

interface Admission {
  readonly roots: ToolRoots;
  readonly env: Readonly<Record<string, string | undefined>>;
}

function toStartRequest(row: ToolRow, call: ToolCall, { roots, env }: Admission): StartRequest {
  const args = toArguments(row, call.values ?? []);
  if (isTool(row.program)) {
    return { file: process.execPath, args: [toEntry(row.program, roots), ...args], cwd: call.cwd };
  }
  const launch = findManager(row.program, roots.liveRoot, env);
  return { file: launch.file, args: [...launch.before, ...args], cwd: call.cwd };
}

/**
 * Lets through what is a row of the table, in a place where that row may run.
 * @throws Refusal HI_TOOL_REFUSED for any other program, argument, flag or directory
 */
export function admit(request: StartRequest, admission: Admission): ToolRow {
  const candidates = [...listTools(admission), ...listManagers(admission)];
  for (const { program, file, before } of candidates) {
    if (request.file !== file || !before.every((text, index) => request.args[index] === text)) continue;
    const row = matchRow(program, request.args.slice(before.length));
    if (row !== undefined && isInPlace(row.place, request.cwd, admission.roots)) return row;
  }
  throw new Refusal({
    code: "HI_TOOL_REFUSED",
    message: "The preview was about to start something that is not in its table of tools.",
    next: "report this: it is a defect of this program, and nothing was started",
    details: { command: [request.file, ...request.args], directory: request.cwd },
  });
}

interface Startable extends ManagerLaunch {
  readonly program: ToolProgram;
}

function listTools({ roots }: Admission): readonly Startable[] {
  const programs = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[];
  if (roots.candidateRoot === undefined) return [];
  return programs.map((program) => ({ program, file: process.execPath, before: [toEntry(program, roots)] }));
}

function listManagers({ roots, env }: Admission): readonly Startable[] {
  const managers: readonly PackageManager[] = ["npm", "pnpm", "yarn", "yarn-berry", "bun"];
  return managers.flatMap((program) =>
    listLaunches(program, env, roots.liveRoot).map((launch) => ({ ...launch, program }))
  );
}

function isTool(program: ToolProgram): program is keyof typeof ENTRIES {
  return Object.hasOwn(ENTRIES, program);
}

function toEntry(program: keyof typeof ENTRIES, { candidateRoot }: ToolRoots): string {
  return path.join(candidateRoot ?? "", TOOLS_FOLDER, "node_modules", ENTRIES[program]);
}

/** Real paths: a link below the candidate that leads out of it is no place to run in. */
function isInPlace(place: ToolPlace, cwd: string, { candidateRoot, stagingRoot }: ToolRoots): boolean {
  const real = orUndefined(["ENOENT", "ENOTDIR", "ELOOP"], () => realpathSync(cwd));
  if (real === undefined || real !== cwd) return false;
  if (place === "staging") return stagingRoot !== undefined && isSameOrBelow(stagingRoot, real);
  if (candidateRoot === undefined) return false;
  return place === "tools" ? real === path.join(candidateRoot, TOOLS_FOLDER) : isSameOrBelow(candidateRoot, real);
}

/**
 * The manager that would be started. @throws Refusal HI_PACKAGE_MANAGER_MISSING where PATH has none outside the
 * repository
 */
function findManager(
  manager: PackageManager,
  liveRoot: AbsolutePath,
  env: Readonly<Record<string, string | undefined>>
): ManagerLaunch {
  const [launch] = listLaunches(manager, env, liveRoot);
  if (launch !== undefined) return launch;
  throw toMissingManager(manager);
}

const SHOWN_AS: Readonly<Partial<Record<PackageManager, string>>> = {
  yarn: "yarn (1)",
  "yarn-berry": "yarn (2 or later)",
};

export function toMissingManager(manager: PackageManager): Refusal {
  const name = SHOWN_AS[manager] ?? manager;
  return new Refusal({
    code: "HI_PACKAGE_MANAGER_MISSING",
    message: `The repository uses ${name}, and no such program was found on PATH outside the repository.`,
    next: `install ${name}, or run the same command with --preview off`,
  });
}

/** A folder of this run's own, below what is removed with the candidate or the staging folder. */
function makeTemporary(place: ToolPlace, { candidateRoot, stagingRoot }: ToolRoots): string {
  const parent =
    place === "staging" ? path.join(stagingRoot ?? "", "tmp") : path.join(candidateRoot ?? "", TOOLS_FOLDER, "tmp");
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  return mkdtempSync(path.join(parent, "run-"));
}

function toTsgolint(program: ToolProgram, { candidateRoot }: ToolRoots): { readonly tsgolint?: string } {
  if (program !== "oxlint" || candidateRoot === undefined) return {};
  const modules = path.join(candidateRoot, TOOLS_FOLDER, "node_modules");
  const suffix = process.platform === "win32" ? ".exe" : "";
  const binary = path.join(modules, `@oxlint-tsgolint/${process.platform}-${process.arch}`, `tsgolint${suffix}`);
  return { tsgolint: existsSync(binary) ? binary : path.join(modules, "oxlint-tsgolint/bin/tsgolint.js") };
}
