import type { Answers } from "../../domain/answers.ts";
import type { Finding } from "../../domain/finding.ts";
import { toGateCommand } from "../../domain/gate-command.ts";
import { GATE_COMMANDS, listRunning, LOCAL_GATE_CONFIGS } from "../../domain/gate-config.ts";
import type { AbsolutePath } from "../../domain/paths.ts";
import type { World } from "../world.ts";
import { readCommitHooks } from "./read-commit-hooks.ts";
import { stands } from "./stands.ts";

/**
 * A commit gate that git does not run in this clone. Managers that run no install scripts leave the hooks out and say
 * nothing, so we do; a clone that needs none, such as a build machine's, is still in step. A person's own file may also
 * run something in the gate's place, which is theirs to decide, but never in silence.
 */
export async function findGateFindings(
  root: AbsolutePath,
  answers: Answers,
  world: World
): Promise<readonly Finding[]> {
  const { commitGate, isGit, packageManager } = answers;
  if (commitGate !== "lefthook") return [];
  const replaced = await findReplaced(root, answers, world);
  if (!isGit || (await world.surroundings.hasCommitHook(root, "lefthook"))) return replaced;
  const command = toGateCommand(packageManager).join(" ");
  return [{ code: "gate-not-installed", severity: "warning", args: { command } }, ...replaced];
}

/** The gate's commands whose place one of a `lefthook-local` file takes: that file wins over all others. */
async function findReplaced(root: AbsolutePath, { gateNames }: Answers, world: World): Promise<readonly Finding[]> {
  const there = await Promise.all(LOCAL_GATE_CONFIGS.map((path) => stands(root, path, world)));
  const local = LOCAL_GATE_CONFIGS.find((_, index) => there[index]);
  if (local === undefined) return [];
  const ours = new Set<string>(GATE_COMMANDS.map((name) => gateNames?.[name] ?? name));
  const hooks = await readCommitHooks(root, local, world);
  return hooks.flatMap(({ path, hook }) => {
    const names = listRunning(hook).filter((name) => ours.has(name));
    return names.map((name): Finding => ({ code: "gate-replaced", severity: "warning", path, args: { name } }));
  });
}
