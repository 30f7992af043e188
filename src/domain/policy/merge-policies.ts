import type { PluginEntry, Policy, Rules, WrittenPolicy } from "./policy.ts";
import { isRecord, sayKind } from "./policy.ts";
import { DEFAULT_PLUGINS, toPluginName, toPluginOf, toRuleId } from "./rule-names.ts";

/**
 * What a configuration and those that it extends come to, as oxlint 1.80.0 merges them: the configuration before what it
 * extends, a later one of its list before an earlier one; overrides of what is extended first. `env`, `globals`,
 * `settings` and `ignorePatterns` are never inherited.
 * @throws TypeError where `extends` holds anything but configurations, or leads round in a circle
 */
export function flattenPolicy(written: WrittenPolicy, open: readonly WrittenPolicy[] = []): Policy {
  if (open.includes(written)) throw new TypeError("`extends` leads round in a circle");
  const { extends: bases = [], ...own } = written;
  let policy: Policy = own;
  for (const base of bases.toReversed()) {
    if (typeof base === "string") throw new TypeError(`\`extends\` holds the text ${JSON.stringify(base)}`);
    if (!isRecord(base)) throw new TypeError(`\`extends\` holds ${sayKind(base)}, which is no plain object`);
    policy = mergeUnder(policy, flattenPolicy(base, [...open, written]));
  }
  return policy;
}

/** The first configuration over the second. */
export function mergeUnder(policy: Policy, base: Policy): Policy {
  const { plugins: own, ...rest } = policy;
  const plugins = own || base.plugins ? union(own, base.plugins) : undefined;
  const jsPlugins = uniquePlugins([...(policy.jsPlugins ?? []), ...(base.jsPlugins ?? [])]);
  const overrides = [...(base.overrides ?? []), ...(policy.overrides ?? [])];
  return {
    ...rest,
    ...(plugins ? { plugins } : {}),
    ...(jsPlugins.length > 0 ? { jsPlugins } : {}),
    ...(overrides.length > 0 ? { overrides } : {}),
    ...mergeRecords("categories", policy, base),
    ...mergeRecords("options", policy, base),
    ...(policy.rules || base.rules ? { rules: mergeRules(policy.rules, base.rules) } : {}),
  };
}

function mergeRecords(key: "categories" | "options", policy: Policy, base: Policy): Partial<Policy> {
  return policy[key] || base[key] ? { [key]: { ...base[key], ...policy[key] } } : {};
}

/** Plugins of both; where one of them says nothing, the default ones stand for it. */
export function union(left: readonly string[] | undefined, right: readonly string[] | undefined): readonly string[] {
  return [...new Set([...(left ?? DEFAULT_PLUGINS), ...(right ?? DEFAULT_PLUGINS)].map(toPluginName))];
}

/** A rule is one whatever it is called; the nearer configuration's stands, behind what it leaves of the other's. */
export function mergeRules(rules: Rules = {}, base: Rules = {}): Rules {
  const named = new Set(Object.keys(rules).map(toRuleId));
  const left = Object.entries(base).filter(([name]) => !named.has(toRuleId(name)));
  return Object.fromEntries([...left, ...Object.entries(rules)]);
}

function uniquePlugins(entries: readonly PluginEntry[]): readonly PluginEntry[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** Plugins whose rules the configuration can switch on, as a test of a rule's one name. */
export function toIsEnabled(plugins: readonly string[] | undefined): (id: string) => boolean {
  const names = new Set(["eslint", ...(plugins ?? DEFAULT_PLUGINS).map(toPluginName)]);
  return (id) => names.has(toPluginOf(id));
}
