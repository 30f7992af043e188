import path from "node:path";

import { SEVERITIES } from "../contracts/scanner.ts";
import type { ScannerSeverity } from "../contracts/scanner.ts";
import { toBaselineFingerprint } from "./baseline.ts";
import type { Baseline, DetectedFinding } from "./baseline.ts";
import type { ScanKind } from "./embedded/detectors.ts";
import { isSuppressedInline } from "./inline-suppressions.ts";
import type { InlineSuppressions } from "./inline-suppressions.ts";
import { matchPatterns } from "./match-patterns.ts";
import type { ScanConfig } from "./scan-config.ts";

export interface FilterRules {
  readonly kind: ScanKind;
  readonly config: ScanConfig;
  /** The threshold in force; undefined for everything. */
  readonly severity: ScannerSeverity | undefined;
  readonly minConfidence: number | undefined;
  readonly baseline: Baseline;
  /** Of each reported file, its path from the project root. */
  readonly toProjectPath: (file: string) => string;
  /** Of each reported file, what comments in it suppress. */
  readonly inlineOf: (file: string) => InlineSuppressions;
}

/** What is told, and how many were held back by whose word. */
export interface Filtered {
  readonly findings: readonly DetectedFinding[];
  readonly heldBack: ReadonlyMap<string, number>;
}

/**
 * From what engines found to what is told, in this order: inline, enabled and disabled rules, severity overrides,
 * confidence, hops, threshold, ignored rules, suppressions, baseline. @throws ScanFault for a pattern that is none
 */
export async function filterFindings(detected: readonly DetectedFinding[], rules: FilterRules): Promise<Filtered> {
  const { config } = rules;
  const heldBack = new Map<string, number>();
  const hold = (why: string, keeps: (finding: DetectedFinding) => boolean) => (finding: DetectedFinding) => {
    const isKept = keeps(finding);
    if (!isKept) heldBack.set(why, (heldBack.get(why) ?? 0) + 1);
    return isKept;
  };
  const overridden = detected
    .filter(hold("inline", (finding) => !isSuppressedInline(rules.inlineOf(finding.file), finding)))
    .filter((finding) => isEnabled(finding, config))
    .map((finding) => ({ ...finding, severity: config.severityOverrides.get(finding.rule_id) ?? finding.severity }))
    .filter(({ confidence }) => rules.minConfidence === undefined || confidence >= rules.minConfidence)
    .filter(({ taint_hops: hops }) => config.maxHops === undefined || hops === undefined || hops <= config.maxHops)
    .filter(({ severity }) => rules.kind === "secrets" || isAtLeast(severity, rules.severity))
    .filter(hold("ignored rule", (finding) => !isIgnored(finding, rules)));
  const isSuppressed = await findSuppressed(overridden, config);
  const findings = overridden
    .filter(hold("suppression", (finding) => !isSuppressed(finding)))
    .filter(hold("baseline", (finding) => !isKnown(finding, rules)));
  return { findings, heldBack };
}

function isAtLeast(severity: ScannerSeverity, least: ScannerSeverity | undefined): boolean {
  return least === undefined || SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);
}

function isEnabled({ rule_id: rule }: DetectedFinding, { enableRules, disableRules }: ScanConfig): boolean {
  return !disableRules.includes(rule) && (enableRules.length === 0 || enableRules.includes(rule));
}

function isIgnored({ rule_id: rule, file }: DetectedFinding, { kind, config, toProjectPath }: FilterRules): boolean {
  if (kind === "secrets") return config.secrets.ignoreRules.includes(rule);
  const place = toProjectPath(file);
  return config.ignoreRules.some((each) => each.rules.includes(rule) && toNormal(each.path) === place);
}

/** As people write it on any system. */
function toNormal(named: string): string {
  return path.posix.normalize(named.replaceAll("\\", "/")).replace(/^\.\//, "");
}

async function findSuppressed(findings: readonly DetectedFinding[], { suppressions }: ScanConfig) {
  const files = [...new Set(findings.map(({ file }) => file))];
  const matched = await matchPatterns(suppressions.map(({ pathPattern }) => ({ pattern: pathPattern, texts: files })));
  return ({ rule_id: rule, file }: DetectedFinding): boolean =>
    suppressions.some(({ ruleId }, at) => ruleId === rule && matched[at]?.has(file));
}

/** By the path from the project root, and by the path as reported, which older files hold. */
function isKnown(finding: DetectedFinding, { baseline, toProjectPath }: FilterRules): boolean {
  if (baseline.fingerprints.size === 0) return false;
  const paths = [toProjectPath(finding.file), finding.file];
  return paths.some((file) => baseline.fingerprints.has(toBaselineFingerprint(finding, file)));
}
