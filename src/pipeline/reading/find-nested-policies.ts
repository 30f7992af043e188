import type { ProjectPolicy } from "../../domain/answers.ts";
import { isLintConfig } from "../../domain/executed-code.ts";
import { createOwnerFinder } from "../../domain/file-owner.ts";
import type { Finding } from "../../domain/finding.ts";
import { isSearchOff } from "../../domain/named-policies.ts";
import { isExcludedBy } from "../../domain/path-pattern.ts";
import type { RelativePath, ScopePath } from "../../domain/paths.ts";
import { joinScope } from "../../domain/paths.ts";
import type { ReadPolicy } from "../../domain/policy-findings.ts";

/** Where configurations may lie that oxlint would find by itself, below those of the scopes. */
export interface NestedQuestion {
  /** The repository's files, as far as a preview may need them. */
  readonly listed: readonly RelativePath[];
  readonly scopes: readonly { readonly path: ScopePath; readonly ignore: readonly string[] }[];
  /** Packages that are not selected. */
  readonly embedded: readonly string[];
}

/** Puts configurations of folders below to the policy that they belong to; what cannot be composed is a finding. */
export function placeNested(
  reads: readonly ReadPolicy[],
  question: NestedQuestion
): { readonly reads: readonly ReadPolicy[]; readonly findings: readonly Finding[] } {
  const dealt = dealOut(question);
  const findings: Finding[] = [];
  const placed = reads.map((read): ReadPolicy => {
    const { scope, policy } = read;
    const project = policy.kind === "generated" ? (policy.project ?? toAbsent(read)) : undefined;
    if (project?.isAlone) return read;
    const nested = (dealt.get(scope) ?? []).filter((path) => path !== toProject(policy));
    const composed = project?.kind === "json" ? nested.filter((path) => /\.jsonc?$/.test(path)) : [];
    const left = nested.filter((path) => !composed.includes(path));
    if (left.length > 0) {
      findings.push({ code: "policy-nested", severity: "warning", path: scope, args: { files: left } });
    }
    if (project === undefined || composed.length === 0) return read;
    return { ...read, policy: { kind: "generated", project: { ...project, nested: composed } } };
  });
  return { reads: placed, findings };
}

/** A policy that says nothing, at the place where a new one goes, for those of folders below to be put beside. */
function toAbsent({ scope, commands }: ReadPolicy): ProjectPolicy {
  const isAlone = isSearchOff(commands) ? { isAlone: true as const } : {};
  const path = joinScope(scope, "oxlint.project.json");
  return {
    path,
    kind: "json",
    because: "only folders below it have a policy",
    isNew: true,
    isAbsent: true,
    ...isAlone,
  };
}

function toProject(policy: ReadPolicy["policy"]): RelativePath | undefined {
  return policy.kind === "generated" ? policy.project?.path : policy.path;
}

function dealOut({ listed, scopes, embedded }: NestedQuestion): ReadonlyMap<ScopePath, readonly RelativePath[]> {
  const packages = new Set(embedded);
  const owning = scopes.map(({ path, ignore }) => ({
    path,
    leavesOut: (inside: string): boolean => ignore.some((pattern) => isExcludedBy(pattern, inside)),
  }));
  const owners = createOwnerFinder(owning, (folder) => (packages.has(folder) ? "package" : "plain"));
  const dealt = new Map<ScopePath, RelativePath[]>(scopes.map(({ path }) => [path, []]));
  for (const path of listed.filter(isLintConfig).toSorted()) {
    const owner = owners.ofFile(path)?.path;
    // In the scope's own folder it is the scope's policy, or none.
    if (owner !== undefined && path.slice(0, Math.max(0, path.lastIndexOf("/"))) !== (owner === "." ? "" : owner)) {
      dealt.get(owner)?.push(path);
    }
  }
  return dealt;
}
