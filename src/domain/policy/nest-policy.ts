import type { Json } from "../json.ts";
import { composePolicy } from "./compose-policy.ts";
import { flattenPolicy, toIsEnabled, union } from "./merge-policies.ts";
import { confineGlobs, confineIgnores } from "./move-globs.ts";
import { movePlugins } from "./move-policy.ts";
import type { FindPackage } from "./move-policy.ts";
import type { Policy, PolicyOverride, Rules, WrittenPolicy } from "./policy.ts";
import { findCategory, listCategories, listRules, toRuleId, toWritten } from "./rule-names.ts";

/** A policy of the project's in a folder below a scope's own, which oxlint would use there instead of the one above. */
export interface NestedPolicy {
  /** From the scope's folder. */
  readonly folder: string;
  /** As its file has it, paths from its own folder. */
  readonly policy: Policy;
  readonly findPackage?: FindPackage | undefined;
}

/**
 * Adds policies of folders below to a composed one, for a run that looks for none itself: in each folder the nested
 * policy over the defaults stands alone, as oxlint has it, and nothing of the one above. Outer folders come first.
 * Note: `settings` cannot differ by folder; those of the scope's own policy stand.
 */
export function nestPolicies(
  composed: Policy,
  nested: readonly NestedPolicy[],
  defaults: readonly WrittenPolicy[]
): Policy {
  let around = composed;
  const outerFirst = nested.toSorted((left, right) => left.folder.split("/").length - right.folder.split("/").length);
  for (const one of outerFirst) around = nest(around, one, defaults);
  return around;
}

function nest(
  around: Policy,
  { folder, policy, findPackage }: NestedPolicy,
  defaults: readonly WrittenPolicy[]
): Policy {
  const alone = composePolicy(flattenPolicy(policy), defaults);
  const { jsPlugins = [], overrides = [] } = movePlugins(alone, { from: folder, to: ".", findPackage });
  const confined = overrides.flatMap((override) => confineOverride(override, folder));
  const plugins = [...(around.jsPlugins ?? []), ...jsPlugins];
  return {
    ...around,
    ...(plugins.length > 0 ? { jsPlugins: plugins } : {}),
    overrides: [...(around.overrides ?? []), toReset(around, alone, folder), ...confined],
    ignorePatterns: [...(around.ignorePatterns ?? []), ...confineIgnores(policy.ignorePatterns ?? [], folder)],
  };
}

function confineOverride(override: PolicyOverride, folder: string): readonly PolicyOverride[] {
  return confineGlobs(override, folder).map(({ files, excludeFiles = [] }) => {
    const { excludeFiles: _excluded, ...rest } = override;
    return { ...rest, files, ...(excludeFiles.length > 0 ? { excludeFiles } : {}) };
  });
}

/** Says of every rule what it is under the nested policy, so that nothing of the one around is left. */
function toReset(around: Policy, alone: Policy, folder: string): PolicyOverride {
  const plugins = union(around.plugins ?? [], alone.plugins ?? []);
  const named = [around, ...(around.overrides ?? [])].flatMap(({ rules }) => Object.keys(rules ?? {}));
  const known = listCategories().flatMap((category) => listRules(category, (plugin) => plugins.includes(plugin)));
  const core = listCategories().flatMap((category) => listRules(category, (plugin) => plugin === "eslint"));
  const ids = new Set([...known, ...core, ...named.map(toRuleId)]);
  const rules = Object.fromEntries([...ids].map((id) => [toWritten(id), toAlone(id, alone)]));
  return {
    files: confineGlobs({ files: ["**"] }, folder)[0]?.files ?? [],
    plugins,
    rules: { ...rules, ...alone.rules } as Rules,
    env: { ...setAll(around.env, false), ...(alone.env as object | undefined) },
    globals: { ...setAll(around.globals, "off"), ...(alone.globals as object | undefined) },
  };
}

/** What a policy makes of a rule that it does not name: its category's severity, where its plugin is on. */
function toAlone(id: string, { plugins, categories = {}, rules = {} }: Policy): Json {
  const written = Object.keys(rules).find((name) => toRuleId(name) === id);
  if (written !== undefined) return rules[written] ?? "off";
  const category = findCategory(id);
  if (category === undefined || !toIsEnabled(plugins)(id)) return "off";
  return categories[category] ?? (category === "correctness" ? "warn" : "off");
}

function setAll(record: Json | undefined, value: Json): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.keys((record ?? {}) as object).map((key) => [key, value]));
}
