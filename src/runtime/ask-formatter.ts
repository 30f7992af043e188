import type { PostEditFailure } from "../contracts/post-edit-result.ts";
import type { RelativePath } from "../domain/paths.ts";
import type { ProcessOutcome } from "../domain/process.ts";
import { findProcessFailure, runTool, toFailure } from "./run-tool.ts";
import { toLocal } from "./scope-tools.ts";
import type { ScopeTools } from "./scope-tools.ts";

/** Said, with exit 2, where every file it was given is ignored. */
const NOTHING_TO_FORMAT = "Expected at least one target file";
const OLD_NODE = /Unknown file extension|TypeScript config files require Node\.js/;
const BAD_CONFIGURATION = /^Failed to (?:load configuration file|parse configuration)\./m;
/** Exit 1 lists what it would change; exit 2 is a file that does not parse, which the linter reports with its place. */
const LISTED = 1;
const UNPARSABLE = 2;

/** Asks the formatter's command line whether it works at all for these files, writing nothing; undefined where it does. */
export async function askFormatter(
  tools: ScopeTools,
  files: readonly RelativePath[]
): Promise<PostEditFailure | undefined> {
  const { formatter, route, session, cwd } = tools;
  if (!formatter || route.formatConfig === undefined) return undefined;
  if (!("entry" in formatter)) return formatter;
  const names = files.map((file) => toLiteralPattern(toLocal(tools, file)));
  const args = ["-c", toLocal(tools, route.formatConfig), "--disable-nested-config", "--list-different", ...names];
  return findFailure(await runTool(formatter, args, { ...session, cwd }));
}

/** The formatter takes a name as a glob where no file has it, so a name is handed over as the glob of itself. */
function toLiteralPattern(file: string): string {
  return `./${file.replaceAll(/[*?[\]{}]/g, "[$&]")}`;
}

function findFailure(outcome: ProcessOutcome): PostEditFailure | undefined {
  const failure = findProcessFailure(outcome);
  if (failure || outcome.ending === "ok") return failure;
  const text = `${outcome.stdout}\n${outcome.stderr}`;
  if (OLD_NODE.test(text)) return toFailure("node-version", outcome);
  if (BAD_CONFIGURATION.test(text)) return toFailure("configuration", outcome);
  const isListed = outcome.exitCode === LISTED && outcome.stderr.trim() === "";
  const isTold = isListed || outcome.exitCode === UNPARSABLE || text.includes(NOTHING_TO_FORMAT);
  return isTold ? undefined : toFailure("process", outcome);
}
