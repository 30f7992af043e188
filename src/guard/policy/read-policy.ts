import { POLICY_FILES } from "../../contracts/guard.ts";
import type { GuardPolicy } from "../../contracts/guard.ts";
import { Refusal } from "../../domain/refusal.ts";
import { readBlobs } from "../repository/read-objects.ts";
import type { ObjectPlace, TreeEntry } from "../repository/read-objects.ts";
import { parsePolicy } from "./parse-policy.ts";

/**
 * The policy of a commit, never of the work tree: `hi.policy.yml`, and where there is none `judgelock.yml`.
 * @throws Refusal HI_POLICY_MISSING (3), HI_POLICY_YAML, HI_POLICY_INVALID
 */
export async function readPolicy(place: ObjectPlace, entries: ReadonlyMap<string, TreeEntry>): Promise<GuardPolicy> {
  for (const file of POLICY_FILES) {
    const entry = entries.get(file);
    if (entry === undefined) continue;
    if (!entry.mode.startsWith("100")) throw toMissing(`${file} is no regular file in that commit.`);
    const bytes = (await readBlobs(place, [entry.oid])).get(entry.oid);
    if (bytes === undefined) throw toMissing(`${file} of that commit is not in this clone.`);
    return parsePolicy(file, bytes);
  }
  throw toMissing("The commit has no policy: neither hi.policy.yml nor judgelock.yml.");
}

function toMissing(message: string): Refusal {
  return new Refusal({
    code: "HI_POLICY_MISSING",
    message,
    next: "write hi.policy.yml with the line `version: 1` and the commands that verify a session below validation.commands, and commit it",
    exitCode: 3,
  });
}
