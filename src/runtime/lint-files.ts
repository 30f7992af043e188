import type { PostEditFailure } from "../contracts/post-edit-result.ts";
import type { Tool } from "./find-tool.ts";
import { findKnownFailure, parseOxlint } from "./parse-oxlint.ts";
import type { OxlintReply } from "./parse-oxlint.ts";
import { findProcessFailure, runTool } from "./run-tool.ts";
import type { ToolSession } from "./run-tool.ts";
import type { ToolFiles } from "./tool-files.ts";

/**
 * Applies safe fixes to exactly these files, in place. What the run prints is no verification: its positions may be
 * those from before the fix. `--fix-suggestions` and `--fix-dangerously` are never used (seed 003 AC-005).
 */
export async function fixFiles(
  tool: Tool,
  place: ToolFiles,
  session: ToolSession
): Promise<PostEditFailure | undefined> {
  if (place.files.length === 0) return undefined;
  const outcome = await runTool(tool, toArguments(place, ["--fix"]), { ...session, cwd: place.cwd });
  return findProcessFailure(outcome) ?? findKnownFailure(outcome);
}

/** Asks what is left, and writes nothing. */
export async function verifyFiles(tool: Tool, place: ToolFiles, session: ToolSession): Promise<OxlintReply> {
  const args = toArguments(place, ["--format", "json"]);
  return parseOxlint(await runTool(tool, args, { ...session, cwd: place.cwd }));
}

/** The scope's one configuration, whatever lies in folders below; names that start with a dash stay names. */
function toArguments({ config, files }: ToolFiles, mode: readonly string[]): readonly string[] {
  return ["-c", config, "--disable-nested-config", ...mode, ...files.map((file) => `./${file}`)];
}
