import picomatch from "picomatch";

import type { GuardPolicy } from "../../contracts/guard.ts";

/** What the policy's patterns say of a path from the git root. */
export interface PathSets {
  readonly isTest: (path: string) => boolean;
  readonly isSnapshot: (path: string) => boolean;
  readonly isProtected: (path: string) => boolean;
  readonly isIgnored: (path: string) => boolean;
}

/** Compiles the policy's globs once: `dot`, no negation, case counts, a name with a line break is a name like any other. */
export function toPathSets({ paths }: GuardPolicy): PathSets {
  return {
    isTest: toMatcher(paths.testPatterns),
    isSnapshot: toMatcher(paths.snapshotPatterns),
    isProtected: toMatcher(paths.protectedPatterns),
    isIgnored: toMatcher(paths.ignoredPatterns),
  };
}

function toMatcher(patterns: readonly string[]): (path: string) => boolean {
  // `**` must also cross a name that holds a line break, which `.` alone does not.
  const matchers = patterns.map((pattern) => picomatch(pattern, { dot: true, nonegate: true, flags: "s" }));
  return (path) => matchers.some((matches) => matches(path));
}
