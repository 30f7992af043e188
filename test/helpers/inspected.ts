import type { ChangedFile, GuardPolicy, InspectedRepository } from "../../src/contracts/guard.ts";

/** Files by path; a text that is not there is undefined. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

type Changes = Omit<Partial<GuardPolicy["testIntegrity"]>, "existingTests">;

/** A policy with every block on, as `hi session` reads one from a policy file that says nothing but the mode. */
export function toPolicy(
  existingTests: GuardPolicy["testIntegrity"]["existingTests"],
  changes: Changes = {}
): GuardPolicy {
  return {
    file: "hi.policy.yml",
    sha256: "0".repeat(64),
    testIntegrity: {
      existingTests,
      allowNewTests: true,
      blockDeletedTests: true,
      blockSnapshotChanges: true,
      blockSkippedTests: true,
      blockFocusedTests: true,
      blockAssertionRemoval: true,
      blockAssertionWeakening: true,
      blockTimeoutIncreases: true,
      ...changes,
    },
    coverage: { blockThresholdReductions: true, blockNewExclusions: true },
    validation: { protectScripts: true, allowInspectionOnlyCompletion: false, commands: [] },
    paths: {
      testPatterns: [
        "**/*.test.{js,jsx,mjs,cjs,ts,tsx,mts,cts}",
        "**/*.spec.{js,jsx,mjs,cjs,ts,tsx,mts,cts}",
        "**/__tests__/**",
        "test/**",
        "tests/**",
        "**/test_*.py",
        "**/*_test.py",
      ],
      snapshotPatterns: ["**/__snapshots__/**", "**/*.snap"],
      protectedPatterns: ["locked/**"],
      ignoredPatterns: ["node_modules/**", "dist/**", "build/**", ".git/**"],
    },
    retainCommandOutputCharacters: 8000,
    ci: { allowPolicyChanges: false },
  };
}

/** A repository in memory: what it held at the baseline and what its work tree holds, with renames named where told. */
export function toRepository(
  before: Files,
  after: Files,
  renames: Readonly<Record<string, string>> = {}
): InspectedRepository {
  const decode = (files: Files, path: string): Uint8Array | undefined => {
    const held = Object.hasOwn(files, path) ? files[path] : undefined;
    return typeof held === "string" ? new TextEncoder().encode(held) : held;
  };
  return {
    baselineCommit: "1".repeat(40),
    currentHead: "1".repeat(40),
    fingerprint: "2".repeat(64),
    changedFiles: listChanges(before, after, renames),
    baselinePaths: Object.keys(before),
    readBaseline: async (path) => decode(before, path),
    readBaselines: async (paths) =>
      new Map(
        paths.flatMap((path) => {
          const bytes = decode(before, path);
          return bytes ? [[path, bytes] as const] : [];
        })
      ),
    readVersions: async (path) => {
      const bytes = decode(after, path);
      return bytes === undefined ? [] : [{ layer: "worktree", bytes }];
    },
  };
}

function listChanges(before: Files, after: Files, renames: Readonly<Record<string, string>>): readonly ChangedFile[] {
  const renamed = Object.entries(renames).map(([oldPath, path]): ChangedFile => ({
    kind: "renamed",
    path,
    oldPath,
    layers: ["unstaged"],
  }));
  const named = new Set([...Object.keys(renames), ...Object.values(renames)]);
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => !named.has(path));
  const others = paths
    .filter((path) => before[path] !== after[path])
    .map((path): ChangedFile => {
      const kind = toKind(before[path], after[path]);
      return { kind, path, layers: [kind === "added" ? "untracked" : "unstaged"] };
    });
  return [...renamed, ...others];
}

function toKind(before: unknown, after: unknown): ChangedFile["kind"] {
  if (before === undefined) return "added";
  return after === undefined ? "deleted" : "modified";
}
