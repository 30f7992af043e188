import type { PostEditFailure } from "../contracts/post-edit-result.ts";
import type { ProcessOutcome } from "../domain/process.ts";
import type { Tool } from "./find-tool.ts";
import { findProcessFailure, runTool, toFailure } from "./run-tool.ts";
import type { ToolSession } from "./run-tool.ts";
import type { ToolFiles } from "./tool-files.ts";

/** Said, with exit 2, where every file it was given is ignored. */
const NOTHING_TO_FORMAT = "Expected at least one target file";
const OLD_NODE = /Unknown file extension|TypeScript config files require Node\.js/;
const BAD_CONFIGURATION = /^Failed to (?:load configuration file|parse configuration)\./m;
/** Its exit code for a file that does not parse; the linter reports that as a finding with its place. */
const UNPARSABLE = 2;

/** Formats exactly these files in place; a failure, or undefined where that is done or nothing is to be done. */
export async function formatFiles(
  tool: Tool,
  { cwd, config, files }: ToolFiles,
  session: ToolSession
): Promise<PostEditFailure | undefined> {
  if (files.length === 0) return undefined;
  const args = ["-c", config, "--disable-nested-config", ...files.map(toLiteralPattern)];
  return findFailure(await runTool(tool, args, { ...session, cwd }));
}

/**
 * The formatter takes a name as a glob where no file has it, and then writes to other files: `app/[id].ts`, deleted in
 * the meantime, would become `app/i.ts`. So a name is handed over as the glob that matches nothing else.
 */
function toLiteralPattern(file: string): string {
  return `./${file.replaceAll(/[*?[\]{}]/g, "[$&]")}`;
}

function findFailure(outcome: ProcessOutcome): PostEditFailure | undefined {
  const failure = findProcessFailure(outcome);
  if (failure || outcome.ending === "ok") return failure;
  const text = `${outcome.stdout}\n${outcome.stderr}`;
  if (outcome.exitCode === UNPARSABLE || text.includes(NOTHING_TO_FORMAT)) return undefined;
  if (OLD_NODE.test(text)) return toFailure("node-version", outcome);
  return toFailure(BAD_CONFIGURATION.test(text) ? "configuration" : "process", outcome);
}
