import type { CheckRequest } from "../domain/request.ts";

const FLAGS: ReadonlySet<string> = new Set(["--json", "--exit-code"]);

/**
 * Reads the one command line that is run after every change, without loading the argument parser. Anything out of the
 * ordinary (`--help`, a typing error) is undefined and left to the parser.
 */
export function parseCheckArguments(argv: readonly string[]): CheckRequest | undefined {
  const [verb, ...flags] = argv;
  if (verb !== "check" || flags.some((flag) => !FLAGS.has(flag))) return undefined;
  const format = flags.includes("--json") ? "json" : "human";
  return { verb: "check", format, exitCode: flags.includes("--exit-code") };
}
