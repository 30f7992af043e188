import { existsSync } from "node:fs";
import path from "node:path";

import { POLICY_FILES } from "../../contracts/guard.ts";
import type { GuardPolicy } from "../../contracts/guard.ts";
import { Refusal } from "../../domain/refusal.ts";
import { readBlobs } from "../repository/read-objects.ts";
import type { ObjectPlace, TreeEntry } from "../repository/read-objects.ts";
import { parsePolicy } from "./parse-policy.ts";

/** Whose policy is asked for. */
interface PolicySource {
  /** As a sentence names it: `HEAD`, `the tip of main`. */
  readonly name: string;
  /** What a person does so that it has one. */
  readonly mend: (file: string) => string;
}

/** The commit that is checked out. */
const AT_HEAD: PolicySource = {
  name: "HEAD",
  mend: (file) => `commit ${file}, then run the same command again`,
};

/**
 * The policy of a commit, never of the work tree: `hi.policy.yml`, and where there is none `judgelock.yml`.
 * @throws Refusal HI_POLICY_MISSING (3), HI_POLICY_YAML, HI_POLICY_INVALID
 */
export async function readPolicy(
  place: ObjectPlace,
  entries: ReadonlyMap<string, TreeEntry>,
  source: PolicySource = AT_HEAD
): Promise<GuardPolicy> {
  for (const file of POLICY_FILES) {
    const entry = entries.get(file);
    if (entry === undefined) continue;
    if (!entry.mode.startsWith("100")) throw toMissing(`${file} is no regular file in ${source.name}.`);
    const bytes = (await readBlobs(place, [entry.oid])).get(entry.oid);
    if (bytes === undefined) throw toMissing(`${file} of ${source.name} is not in this clone.`);
    return parsePolicy(file, bytes);
  }
  const here = POLICY_FILES.find((file) => existsSync(path.join(place.repository.root, file)));
  if (here === undefined) throw toMissing(`${source.name} has no policy: neither ${POLICY_FILES.join(" nor ")}.`);
  const message = `${here} lies here, and ${source.name} does not have it: a policy counts from its commit alone.`;
  throw toMissing(message, source.mend(here));
}

const WRITE =
  "write hi.policy.yml with the line `version: 1` and the commands that verify a session below validation.commands, and commit it; then run the same command again";

function toMissing(message: string, next = WRITE): Refusal {
  return new Refusal({ code: "HI_POLICY_MISSING", message, next, exitCode: 3 });
}
