import type { ChangedFile, GuardPolicy } from "../../contracts/guard.ts";
import { POLICY_FILES } from "../../contracts/guard.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { PathSets } from "./path-sets.ts";

/** What the rules about paths need to know. */
export interface PathFacts {
  readonly policy: GuardPolicy;
  readonly sets: PathSets;
  readonly isIntegration: (path: string) => boolean;
  /** Whether the baseline has the path. */
  readonly existed: (path: string) => Promise<boolean>;
}

/** What can be said of a changed file by its path and the kind of its change alone; each end of a rename counts. */
export async function findPathFindings(file: ChangedFile, facts: PathFacts): Promise<readonly FindingDraft[]> {
  const ends = file.oldPath === undefined ? [file.path] : [file.oldPath, file.path];
  const byPath = ends.flatMap((path) => findByName(path, facts));
  const unmerged =
    file.kind === "unmerged" ? [draft("UNMERGED_PATH", file.path, "The path has an unresolved merge conflict.")] : [];
  return [...byPath, ...unmerged, ...(await findTestFindings(file, facts))];
}

function findByName(path: string, { policy, sets, isIntegration }: PathFacts): readonly FindingDraft[] {
  if ((POLICY_FILES as readonly string[]).includes(path)) {
    return [draft("CONFIG_CHANGED", path, "The policy that work here is held to was changed.")];
  }
  if (isIntegration(path)) {
    return [
      draft("INTEGRATION_CONFIG_CHANGED", path, "A file that belongs to the guard or to what runs it was changed."),
    ];
  }
  if (sets.isProtected(path)) {
    return [draft("PROTECTED_PATH_CHANGED", path, "A path that the policy protects was changed.")];
  }
  if (sets.isSnapshot(path) && policy.testIntegrity.blockSnapshotChanges) {
    return [draft("SNAPSHOT_CHANGED", path, "A snapshot was changed; it records what the tests expect.")];
  }
  return [];
}

async function findTestFindings(
  file: ChangedFile,
  { policy, sets, existed }: PathFacts
): Promise<readonly FindingDraft[]> {
  const { existingTests, allowNewTests } = policy.testIntegrity;
  const { path, oldPath } = file;
  const found: FindingDraft[] = [];
  if (oldPath !== undefined && sets.isTest(oldPath) && (await existed(oldPath))) {
    const isStillTest = sets.isTest(path);
    const code = isStillTest ? "TEST_RENAMED" : "TEST_DELETED";
    const what = isStillTest ? "was moved to" : "was moved out of the tests, to";
    found.push(draft(code, oldPath, `The test file ${what} ${path}.`));
    return found;
  }
  if (!sets.isTest(path) || sets.isSnapshot(path)) return found;
  const wasThere = await existed(path);
  // What a deleted file tested may stand in others: analyse-tests.ts says.
  if (file.kind === "deleted") return found;
  if (!wasThere && !allowNewTests) {
    found.push(draft("NEW_TEST_NOT_ALLOWED", path, "A test file was added, which the policy does not allow."));
  } else if (wasThere && existingTests === "immutable") {
    found.push(
      draft("EXISTING_TEST_MODIFIED", path, "A test file of the baseline was changed; the policy keeps it as it is.")
    );
  }
  return found;
}

const draft = (code: FindingDraft["code"], path: string, explanation: string): FindingDraft => ({
  code,
  path,
  explanation,
  confidence: "high",
});
