import type { GuardPolicy } from "../../contracts/guard.ts";
import { matchesAny } from "../decide/path-matcher.ts";
import { compileGlob } from "../policy/compile-globs.ts";

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
  const sources = patterns.map(compileGlob);
  return (path) => matchesAny(sources, path);
}
