import type { ProcessOutcome } from "./process.ts";
import { Refusal } from "./refusal.ts";

/** Most of each end of a stream that a refusal shows, in UTF-16 code units: the cause may stand at either. */
const MOST_OF_AN_END = 2048;

/** What a refusal says of a foreign process: exact command, directory, exit status or signal, bounded output. */
export function toProcessDetails(
  outcome: ProcessOutcome
): Readonly<Record<string, string | number | readonly string[]>> {
  const { ending, command, cwd, exitCode, signal, stdout, stderr } = outcome;
  return {
    command,
    directory: cwd,
    ending,
    ...(exitCode === undefined ? {} : { exit: exitCode }),
    ...(signal === undefined ? {} : { signal }),
    output: [stdout, stderr]
      .map(toEnds)
      .filter((text) => text !== "")
      .join("\n"),
  };
}

function toEnds(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= 2 * MOST_OF_AN_END) return trimmed;
  return `${trimmed.slice(0, MOST_OF_AN_END)}\n…\n${trimmed.slice(-MOST_OF_AN_END)}`;
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
