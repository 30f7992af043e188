import type { LintPolicy } from "./answers.ts";
import type { Finding } from "./finding.ts";
import type { Json } from "./json.ts";
import type { Threshold } from "./lint-threshold.ts";
import type { Untaken } from "./named-policies.ts";
import type { OxlintCommand } from "./oxlint-command.ts";
import type { ScopePath } from "./paths.ts";
import { toFolder } from "./policy/file-paths.ts";
import { toIsEnabled } from "./policy/merge-policies.ts";
import { movePolicy } from "./policy/move-policy.ts";
import type { Policy, Rules } from "./policy/policy.ts";
import { findCategory, isUnknown, toRuleId } from "./policy/rule-names.ts";
import { TOOLCHAIN } from "./toolchain.ts";

/** A scope's policy as it was read for the plan. */
export interface ReadPolicy {
  readonly scope: ScopePath;
  readonly policy: LintPolicy;
  /** What the project's JSON and all that it extends come to; undefined for a module, which only running would tell. */
  readonly flat?: Policy;
  /** Why it could not be read. */
  readonly problem?: string;
  /** The scope's own calls of oxlint. */
  readonly commands: readonly OxlintCommand[];
  readonly threshold: Threshold;
  /** What its scripts say of a policy that this one does not hold. */
  readonly untaken: Untaken;
}

/** Everything in which the effective configuration differs from the project's policy over the defaults. */
export function findPolicyFindings(read: ReadPolicy): readonly Finding[] {
  const { scope, policy, threshold, untaken } = read;
  const project = policy.kind === "generated" ? policy.project : policy;
  const note = (code: string, severity: Finding["severity"], args: Finding["args"]): Finding => ({
    code,
    severity,
    path: scope,
    args: { ...args, ...(project ? { policy: project.path } : {}) },
  });
  const flags = [...new Set(read.commands.flatMap(({ policyFlags }) => policyFlags))];
  return [
    ...(read.problem === undefined ? [] : [note("policy-unread", "error", { why: read.problem })]),
    ...(untaken.unread.length > 0 ? [note("policy-unread", "warning", { calls: untaken.unread })] : []),
    ...(untaken.others.length > 0 ? [note("policy-several", "warning", { others: untaken.others })] : []),
    ...("conflict" in threshold ? [note("threshold-conflict", "warning", { why: threshold.conflict })] : []),
    ...(flags.length > 0 ? [note("policy-in-flags", "warning", { flags })] : []),
    ...(read.flat && project ? findDifferences({ ...read, flat: read.flat, place: project.path }, note) : []),
  ];
}

interface FlatPolicy extends ReadPolicy {
  readonly flat: Policy;
  readonly place: string;
}

type Note = (code: string, severity: Finding["severity"], args: Readonly<Record<string, Json>>) => Finding;

function findDifferences({ scope, policy, flat, place }: FlatPolicy, note: Note): readonly Finding[] {
  const staysAbove = policy.kind === "generated" && policy.project?.types === false;
  const types = staysAbove ? ["typeAware", "typeCheck"].filter((name) => flat.options?.[name] === true) : [];
  const unheard = listUnheard(flat);
  const unknown = listUnknown(flat);
  const unmovable = findUnmovable(flat, toFolder(place), scope);
  return [
    ...(types.length > 0 ? [note("policy-types-stay", "info", { options: types })] : []),
    ...(unheard.length > 0 ? [note("policy-unheard", "info", { rules: unheard })] : []),
    ...(unknown.length > 0
      ? [note("policy-unknown-rules", "error", { rules: unknown, oxlint: TOOLCHAIN.oxlint })]
      : []),
    ...(unmovable === undefined ? [] : [note("policy-not-moved", "error", { why: unmovable })]),
  ];
}

/** Rules that are switched on for a plugin that is not enabled there: oxlint passes over them. */
function listUnheard({ plugins, rules, overrides = [] }: Policy): readonly string[] {
  const isUnheard = (list: Rules | undefined, enabled: (id: string) => boolean): readonly string[] =>
    Object.entries(list ?? {})
      .filter(([name, value]) => {
        const id = toRuleId(name);
        return !enabled(id) && findCategory(id) !== undefined && !/^(?:off|allow|0)$/.test(String([value].flat()[0]));
      })
      .map(([name]) => name);
  const around = toIsEnabled(plugins);
  const inOverrides = overrides.flatMap((override) => {
    const own = toIsEnabled(override.plugins ?? []);
    return isUnheard(override.rules, (id) => around(id) || own(id));
  });
  return [...new Set([...isUnheard(rules, around), ...inOverrides])].toSorted();
}

/** Rules that the pinned oxlint does not have: it refuses the configuration for them, also where they are off. */
function listUnknown({ rules, overrides = [], jsPlugins = [] }: Policy): readonly string[] {
  const hasOwn = jsPlugins.length > 0 || overrides.some((override) => (override.jsPlugins ?? []).length > 0);
  const named = [rules, ...overrides.map((override) => override.rules)].flatMap((list) => Object.keys(list ?? {}));
  return [...new Set(named.filter((name) => isUnknown(toRuleId(name), hasOwn)))].toSorted();
}

function findUnmovable(policy: Policy, from: string, to: string): string | undefined {
  try {
    movePolicy(policy, { from, to });
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
