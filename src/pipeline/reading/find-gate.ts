import type { Answers } from "../../domain/answers.ts";
import type { Finding } from "../../domain/finding.ts";
import { toGateCommand } from "../../domain/gate-command.ts";
import type { AbsolutePath } from "../../domain/paths.ts";
import type { World } from "../world.ts";

/**
 * A commit gate that git does not run in this clone. Managers that run no install scripts leave the hooks out and say
 * nothing, so we do; a clone that needs none, such as a build machine's, is still in step.
 */
export async function findGateFindings(
  root: AbsolutePath,
  { commitGate, isGit, packageManager }: Answers,
  world: World
): Promise<readonly Finding[]> {
  if (commitGate !== "lefthook" || !isGit) return [];
  if (await world.surroundings.hasCommitHook(root, "lefthook")) return [];
  const command = toGateCommand(packageManager).join(" ");
  return [{ code: "gate-not-installed", severity: "warning", args: { command } }];
}
