import { stripVTControlCharacters } from "node:util";

import type { PostEditFailure } from "../../contracts/post-edit-result.ts";
import type { ProcessOutcome } from "../../domain/process.ts";
import type { Tool } from "../find-tool.ts";
import { findProcessFailure, toFailure } from "../run-tool.ts";
import type { ToolSession } from "../run-tool.ts";
import { runStreamed } from "./run-streamed.ts";

/** What the formatter is run on: names of one scope, or all of it less some patterns. */
export interface FormatTarget {
  /** The scope's folder, absolute. */
  readonly cwd: string;
  /** Relative to `cwd`, like files and patterns. */
  readonly config: string;
  readonly files: "all" | readonly string[];
  /** Globs that are left out where all is asked for. */
  readonly leftOut: readonly string[];
}

/** What the formatter says; paths relative to `cwd`. */
export type FormatReport =
  | { readonly files: number; readonly unformatted: readonly string[]; readonly unparsed: readonly Unparsed[] }
  | { readonly failure: PostEditFailure };

/** A file that is no code, and where it stops being so; 1-based. */
export interface Unparsed {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const OLD_NODE = /Unknown file extension|TypeScript config files require Node\.js/;
const BAD_CONFIGURATION = /^Failed to (?:load configuration file|parse configuration)\b/m;
const NOTHING_TO_FORMAT = "Expected at least one target file";
/** Said first by every check that came to look at files. */
const CHECKING = "Checking formatting...";

/** Asks which files the formatter would change, and changes none. */
export function checkFormat(tool: Tool, target: FormatTarget, session: ToolSession): Promise<FormatReport> {
  return run(tool, ["--check"], { target, session });
}

/** Formats exactly these files in place. */
export async function writeFormat(
  tool: Tool,
  target: FormatTarget,
  session: ToolSession
): Promise<PostEditFailure | undefined> {
  const report = await run(tool, [], { target, session });
  return "failure" in report ? report.failure : undefined;
}

async function run(
  tool: Tool,
  mode: readonly string[],
  { target, session }: { readonly target: FormatTarget; readonly session: ToolSession }
): Promise<FormatReport> {
  const { cwd, config, files, leftOut } = target;
  const chosen = files === "all" ? [".", ...leftOut.map((pattern) => `!${pattern}`)] : files.map(toLiteralPattern);
  const args = ["-c", config, "--disable-nested-config", ...mode, ...chosen];
  const pieces: Buffer[] = [];
  const outcome = await runStreamed(tool, args, { cwd, session, take: (piece) => pieces.push(piece) });
  // Where CI is set it colours names, whatever NO_COLOR says.
  const stdout = stripVTControlCharacters(Buffer.concat(pieces).toString("utf8"));
  return toReport({ ...outcome, stdout, stderr: stripVTControlCharacters(outcome.stderr) }, mode.length > 0);
}

/**
 * The formatter takes a name as a glob where no file has it, and then writes to other files: `app/[id].ts`, gone in the
 * meantime, would become `app/i.ts`. So a name is handed over as the glob that matches nothing else.
 */
function toLiteralPattern(file: string): string {
  return `./${file.replaceAll(/[*?[\]{}]/g, "[$&]")}`;
}

/** oxfmt 0.66.0: 0 formatted; 1 not formatted, or a configuration that does not load; 2 files that do not parse, or none. */
function toReport(outcome: ProcessOutcome, isCheck: boolean): FormatReport {
  const failure = findProcessFailure(outcome) ?? findKnownFailure(outcome);
  if (failure) return { failure };
  const { stdout, stderr } = outcome;
  const changed = [...stdout.matchAll(/^(.+) \(\d+(?:\.\d+)?m?s\)$/gm)].map(([, file = ""]) => file);
  const unparsed = findUnparsed(stderr);
  const isAnswer = !isCheck || stdout.includes(CHECKING);
  const isExplained = outcome.exitCode === 0 || changed.length > 0 || unparsed.length > 0 || isNothing(outcome);
  if ((outcome.exitCode ?? 0) > 2 || !isAnswer || !isExplained) return { failure: toFailure("process", outcome) };
  const counted = /^Finished in .* on (\d+) files?/m.exec(stdout)?.[1];
  return { files: Number(counted ?? changed.length + unparsed.length), unformatted: changed, unparsed };
}

function findKnownFailure(outcome: ProcessOutcome): PostEditFailure | undefined {
  const text = `${outcome.stdout}\n${outcome.stderr}`;
  if (outcome.ending === "ok") return undefined;
  if (OLD_NODE.test(text)) return toFailure("node-version", outcome);
  return BAD_CONFIGURATION.test(text) ? toFailure("configuration", outcome) : undefined;
}

const isNothing = ({ stderr }: ProcessOutcome): boolean => stderr.includes(NOTHING_TO_FORMAT);

/** The heads of the formatter's own excerpts: `,-[src/a.ts:3:7]`. */
function findUnparsed(stderr: string): readonly Unparsed[] {
  const found = new Map<string, Unparsed>();
  for (const [, file = "", line, column] of stderr.matchAll(/^\s*(?:,-|\| |╭─)\[(.+?)(?::(\d+):(\d+))?\]$/gm)) {
    if (!found.has(file)) found.set(file, { file, line: Number(line ?? 1), column: Number(column ?? 1) });
  }
  return [...found.values()];
}
