import { PACKAGE_MANAGERS } from "./answers.ts";
import type { PackageManager } from "./answers.ts";
import type { Finding } from "./finding.ts";

/** A lockfile (or workspace file) at the repository root, and the manager that writes it. */
export interface Lockfile {
  readonly name: string;
  readonly manager: PackageManager;
  /** True where git tracks it; undefined where git was not asked or has no answer. */
  readonly isTracked?: boolean;
}

/** Everything that may say which package manager the repository uses. */
export interface PackageManagerFacts {
  /** `--package-manager`. */
  readonly flag?: PackageManager;
  /** package.json's `packageManager`, or `devEngines.packageManager`, as text such as `pnpm@9.1.0`. */
  readonly field?: string;
  readonly lockfiles: readonly Lockfile[];
  /** `npm_config_user_agent`, set by the manager that started this program. */
  readonly userAgent?: string;
}

export interface PackageManagerDecision {
  readonly manager: PackageManager;
  /** The evidence that decided, as a phrase. */
  readonly because: string;
  /**
   * Empty where the repository itself decides. Otherwise (competing lockfiles, or none) the managers that would fit as
   * well, so that a later run started another way is not taken for a change of the repository.
   */
  readonly alternatives: readonly PackageManager[];
  readonly findings: readonly Finding[];
}

/** What one piece of evidence says. */
interface Vote {
  readonly manager: PackageManager;
  readonly because: string;
  readonly alternatives: readonly PackageManager[];
}

/** Flag, then packageManager field, then lockfile (tracked beats untracked), then user agent, then npm. */
export function decidePackageManager(facts: PackageManagerFacts): PackageManagerDecision {
  const votes = [voteByFlag(facts), voteByField(facts), voteByLockfile(facts), voteByUserAgent(facts)];
  const winner = votes.find((vote) => vote !== undefined) ?? {
    manager: "npm" as const,
    because: "the default: no flag, field, lockfile or user agent says otherwise",
    alternatives: PACKAGE_MANAGERS,
  };
  return { ...winner, findings: [...findMismatches(winner, votes.slice(0, 3)), ...findUnknownField(facts)] };
}

/** Reads `name@version` (or a user agent's `name/version`); undefined where it names none that we know. */
export function toPackageManager(text: string): PackageManager | undefined {
  const [, name, major] = /^([a-z-]+)(?:[@/][^\d]*(\d+))?/.exec(text) ?? [];
  if (name === "yarn") return major !== undefined && Number(major) >= 2 ? "yarn-berry" : "yarn";
  return PACKAGE_MANAGERS.find((known) => known === name);
}

function voteByFlag({ flag }: PackageManagerFacts): Vote | undefined {
  return flag && { manager: flag, because: "the --package-manager flag", alternatives: [] };
}

function voteByField({ field, lockfiles }: PackageManagerFacts): Vote | undefined {
  const named = field === undefined ? undefined : toPackageManager(field);
  if (named === undefined) return undefined;
  // `"packageManager": "yarn"` without a version says nothing of the generation; the lockfile does.
  const isBerry = named === "yarn" && !field?.includes("@") && lockfiles.some((file) => file.manager === "yarn-berry");
  return {
    manager: isBerry ? "yarn-berry" : named,
    because: `package.json's packageManager field (${field})`,
    alternatives: [],
  };
}

function voteByLockfile({ lockfiles }: PackageManagerFacts): Vote | undefined {
  const tracked = lockfiles.filter((file) => file.isTracked);
  const counted = tracked.length > 0 ? tracked : lockfiles;
  const [first] = counted;
  if (first === undefined) return undefined;
  const managers = [...new Set(lockfiles.map((file) => file.manager))];
  const how = first.isTracked ? "lockfile tracked by git" : "lockfile";
  return {
    manager: first.manager,
    because: `${how}: ${first.name}`,
    alternatives: managers.length > 1 ? managers : [],
  };
}

function voteByUserAgent({ userAgent }: PackageManagerFacts): Vote | undefined {
  const manager = userAgent === undefined ? undefined : toPackageManager(userAgent);
  return manager && { manager, because: "the package manager that started this run", alternatives: PACKAGE_MANAGERS };
}

function findMismatches(winner: Vote, votes: readonly (Vote | undefined)[]): readonly Finding[] {
  const others = votes.filter((vote) => vote !== undefined && vote.manager !== winner.manager) as readonly Vote[];
  const rivals = winner.alternatives.length < PACKAGE_MANAGERS.length ? winner.alternatives : [];
  const rival = rivals.find((manager) => manager !== winner.manager);
  const byOthers = others.map((other) => ({ manager: other.manager, because: other.because }));
  const all = byOthers.length > 0 || rival === undefined ? byOthers : [{ manager: rival, because: "another lockfile" }];
  return all.map((other) => ({
    code: "package-manager-mismatch",
    severity: "warning",
    args: { chosen: winner.manager, because: winner.because, other: other.manager, otherBecause: other.because },
  }));
}

function findUnknownField({ field }: PackageManagerFacts): readonly Finding[] {
  if (field === undefined || toPackageManager(field) !== undefined) return [];
  return [{ code: "package-manager-unknown", severity: "warning", path: "package.json", args: { field } }];
}
