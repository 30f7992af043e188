import type {
  ChangedFile,
  GuardPolicy,
  InspectedRepository,
  Inspection,
  InspectionFinding,
} from "../../contracts/guard.ts";
import { POLICY_FILES } from "../../contracts/guard.ts";
import { analyseConfig } from "./analyse-config.ts";
import { DirectiveAnalysis } from "./analyse-directives.ts";
import { LoadedAnalysis } from "./analyse-loaded.ts";
import { analyseSupport } from "./analyse-support.ts";
import { TestAnalysis } from "./analyse-tests.ts";
import { findPathFindings } from "./change-rules.ts";
import type { PathFacts } from "./change-rules.ts";
import { findConfigKind } from "./config/config-kind.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { readIntegrationPaths } from "./integration-paths.ts";
import { toPathSets } from "./path-sets.ts";
import type { PathSets } from "./path-sets.ts";
import { REMEDIATIONS } from "./remediations.ts";
import { toSeverity } from "./severity.ts";

/**
 * Says what changed since the baseline and whether tests, snapshots, assertions, configuration or the policy were
 * weakened by it (seed 004). The same repository and policy give the same findings in the same order. It never throws for
 * what a changed file holds: what cannot be read for certain is a finding. @throws what reading the repository throws
 */
export async function inspect(policy: GuardPolicy, repository: InspectedRepository): Promise<Inspection> {
  const sets = toPathSets(policy);
  const isIntegration = await readIntegrationPaths(repository, policy);
  const facts: PathFacts = {
    policy,
    sets,
    isIntegration,
    existed: async (path) => (await repository.readBaseline(path)) !== undefined,
  };
  const isRelevant = (path: string): boolean =>
    !sets.isIgnored(path) || sets.isProtected(path) || isIntegration(path) || isPolicy(path);
  const changed = repository.changedFiles.filter((file) => toEnds(file).some(isRelevant));
  const drafts: FindingDraft[] = [];
  const tests = new TestAnalysis(repository, policy);
  const directives = new DirectiveAnalysis(repository);
  const loaded = new LoadedAnalysis(repository, sets);
  for (const file of changed) {
    drafts.push(...(await findPathFindings(file, facts)));
    if (file.kind === "unmerged" || toEnds(file).every(sets.isIgnored)) continue;
    if (isTestSource(file, sets)) await tests.analyse(file);
    await directives.analyse(file, sets.isTest(file.path));
    drafts.push(...(await analyseConfig(file, repository, policy)), ...(await loaded.analyse(file)));
  }
  drafts.push(
    ...tests.finish(),
    ...directives.finish(),
    ...(await analyseSupport(changed, { repository, policy, sets }))
  );
  const findings = toFindings(drafts, policy);
  const violations = findings.filter(({ severity }) => severity === "blocking");
  return {
    schemaVersion: 1,
    status: violations.length === 0 ? "passed" : "blocked",
    baselineCommit: repository.baselineCommit,
    currentHead: repository.currentHead,
    trustedPolicyHash: policy.sha256,
    repositoryStateFingerprint: repository.fingerprint,
    changedFiles: repository.changedFiles,
    violations,
    warnings: findings.filter(({ severity }) => severity === "warning"),
  };
}

const toEnds = ({ path, oldPath }: ChangedFile): readonly string[] =>
  oldPath === undefined ? [path] : [oldPath, path];

/** A snapshot is no source, and a configuration among the tests is none of them. */
function isTestSource({ kind, path }: ChangedFile, { isTest, isSnapshot }: PathSets): boolean {
  return isTest(path) && !isSnapshot(path) && (kind === "deleted" || findConfigKind(path) === undefined);
}

const isPolicy = (path: string): boolean => (POLICY_FILES as readonly string[]).includes(path);

/** Each once, in the order of path, place and code; texts are compared by code units, so that no locale matters. */
function toFindings(drafts: readonly FindingDraft[], policy: GuardPolicy): readonly InspectionFinding[] {
  const found = new Map<string, InspectionFinding>();
  for (const { code, path, at, explanation, confidence } of drafts) {
    const key = JSON.stringify([code, path, at?.line, at?.column, explanation]);
    const severity = toSeverity(code, policy);
    found.set(key, { severity, code, path, ...at, explanation, remediation: REMEDIATIONS[code], confidence });
  }
  return [...found.values()].toSorted(compareFindings);
}

function compareFindings(one: InspectionFinding, other: InspectionFinding): number {
  return (
    compareText(one.path, other.path) ||
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0) ||
    compareText(one.code, other.code) ||
    compareText(one.explanation, other.explanation)
  );
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
