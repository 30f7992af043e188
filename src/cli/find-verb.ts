import type { Verb } from "../domain/request.ts";
import { VERBS } from "../domain/request.ts";

/** The verb that a command line means, as far as it can be told from its words. */
export function findVerb(argv: readonly string[]): Verb | undefined {
  return VERBS.find((known) => known.split(" ").every((word) => argv.includes(word)));
}
