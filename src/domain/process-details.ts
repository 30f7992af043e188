import type { ProcessOutcome } from "./process.ts";
import { Refusal } from "./refusal.ts";

/** Most of each stream that a refusal shows, in UTF-16 code units; the end is kept, where errors stand. */
const MOST_OUTPUT = 4096;

/** What a refusal says of a foreign process: exact command, directory, exit status or signal, bounded output. */
export function toProcessDetails(outcome: ProcessOutcome): Readonly<Record<string, string | number | readonly string[]>> {
  const { ending, command, cwd, exitCode, signal, stdout, stderr } = outcome;
  return {
    command,
    directory: cwd,
    ending,
    ...(exitCode === undefined ? {} : { exit: exitCode }),
    ...(signal === undefined ? {} : { signal }),
    output: [stdout, stderr].map(toEnd).filter((text) => text !== "").join("\n"),
  };
}

function toEnd(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= MOST_OUTPUT ? trimmed : `…${trimmed.slice(-MOST_OUTPUT)}`;
}

/** The user ended the run while a foreign process was at work. */
export function toInterruption(): Refusal {
  return new Refusal({
    code: "HI_INTERRUPTED",
    message: "The run was interrupted; nothing was written to the repository.",
    next: "run the same command again",
    exitCode: 130,
  });
}
