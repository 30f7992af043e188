import type { GuardPolicy } from "../../contracts/guard.ts";
import { STATUS_WORDS } from "../../domain/verification-report.ts";
import { killRunningGroups } from "../../runtime/io/process-group.ts";
import type { SealedCommand } from "../decide/seal.ts";
import { toCommandEnvironment } from "./command-environment.ts";
import { runCommand } from "./run-command.ts";

/** What the commands of a policy are run with. */
export interface CommandsOrder {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly policy: GuardPolicy;
  /** Run the others though one failed. */
  readonly continueOnFailure: boolean;
  readonly signal: AbortSignal;
  readonly verb: "verify" | "ci";
  /** One line for whoever waits. */
  readonly tell: (line: string) => void;
}

/** Runs the policy's commands one after the other, up to the first that fails; those that were not run are missing. */
export async function runCommands(order: CommandsOrder): Promise<readonly SealedCommand[]> {
  const { root, policy, continueOnFailure, signal, tell, verb } = order;
  const env = toCommandEnvironment(order.env);
  const retainCharacters = policy.retainCommandOutputCharacters;
  const { commands } = policy.validation;
  const done: SealedCommand[] = [];
  // A second signal ends this process at once; what it started must not outlive it.
  process.once("exit", killRunningGroups);
  for (const [at, command] of commands.entries()) {
    if (signal.aborted) break;
    tell(`${verb}: ${command.name} (${at + 1} of ${commands.length}) …`);
    const ended = await runCommand(command, { root, env, retainCharacters, signal });
    tell(`${verb}: ${command.name}: ${STATUS_WORDS[ended.status]} after ${(ended.durationMs / 1000).toFixed(1)} s`);
    done.push(ended);
    if (ended.status !== "passed" && !continueOnFailure) break;
  }
  process.off("exit", killRunningGroups);
  return done;
}
