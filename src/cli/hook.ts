import { endHook, hook } from "../commands/hook.ts";
import { EXIT } from "./exit-code.ts";
import { parseHookArguments } from "./hook-arguments.ts";
import { neutralise } from "./render/neutralise.ts";

/**
 * Runs `hi hook …`; undefined where its help is asked for. Whatever goes wrong is one line on stderr and exit code 0:
 * Claude Code takes 2 for "block the edit", and others take any code for trouble with the edit. Only a decision that is
 * misspelt ends with 2, as one that cannot be made does.
 */
export async function runHook(words: readonly string[]): Promise<number | undefined> {
  const asked = parseHookArguments(words);
  if (asked.kind === "help") return undefined;
  if (asked.kind === "usage" && asked.isOfDecision) {
    process.stderr.write(`${neutralise(asked.line)}\n`);
    return EXIT.couldNotRun;
  }
  try {
    return asked.kind === "run" ? await hook(asked.request) : await endHook(neutralise(asked.line));
  } catch (error) {
    return endHook(toFault(error));
  }
}

/** A defect of ours in one line. */
export function toFault(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return neutralise(`hi: ${said || "a fault without a message"}; the edit was not checked`);
}
