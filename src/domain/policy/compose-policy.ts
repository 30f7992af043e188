import type { Json } from "../json.ts";
import { flattenPolicy, mergeRules, toIsEnabled, union } from "./merge-policies.ts";
import type { Policy, PolicyOverride, Rules, WrittenPolicy } from "./policy.ts";
import {
  DEFAULT_PLUGINS,
  findCategory,
  listRules,
  toPluginName,
  toPluginOf,
  toRuleId,
  toWritten,
} from "./rule-names.ts";

type IsEnabled = (id: string) => boolean;

/** What the project's policy says of a rule in the files that its overrides do not change. */
interface Voice {
  /** It names the rule, or its category, so that a default has no say. */
  readonly speaksOf: IsEnabled;
  readonly isEnabled: IsEnabled;
  readonly categories: Readonly<Record<string, Json>>;
}

/**
 * The project's policy over the defaults, as one configuration for oxlint. Of every rule that the project's policy names,
 * by itself or by its category, the project's severity and options stand, in the files where it does so; of every other
 * rule the defaults'. oxlint's own `extends` does not come to that: there a rule that a default names stands against the
 * project's category, an override of a default against the project's rule, and a plugin that only a default enables
 * wakes rules that the project wrote down for nothing.
 *
 * `env`, `globals` and `settings` are the project's alone, and so are `ignorePatterns`.
 */
export function composePolicy(project: WrittenPolicy, defaults: readonly WrittenPolicy[]): Policy {
  const policy = flattenPolicy(project);
  const base = flattenPolicy({ extends: defaults });
  const voice = toVoice(policy);
  const plugins = union(base.plugins, policy.plugins);
  const categories = { ...base.categories, ...policy.categories };
  const leaks = toLeaks(base, voice);
  const rules = mergeRules(keepAlive(policy.rules, voice.isEnabled), mergeRules(silence(base.rules, voice), leaks));
  const overrides = [
    ...toQuiet(policy, { plugins, categories }),
    ...(base.overrides ?? []).flatMap((override) => silenceOverride(override, { voice, policy, plugins })),
    ...(policy.overrides ?? []).flatMap((override) => toWoken(override, policy)),
    ...(policy.overrides ?? []).map((override) => keepAliveIn(override, policy)),
  ];
  const jsPlugins = [...(base.jsPlugins ?? []), ...(policy.jsPlugins ?? [])];
  return {
    ...policy,
    plugins,
    ...(jsPlugins.length > 0 ? { jsPlugins } : {}),
    categories,
    rules,
    overrides,
    ...(base.options || policy.options ? { options: { ...base.options, ...policy.options } } : {}),
  };
}

function toVoice({ rules, plugins, categories = {} }: Policy): Voice {
  const isEnabled = toIsEnabled(plugins);
  const named = new Set(Object.keys(keepAlive(rules, isEnabled)).map(toRuleId));
  return {
    isEnabled,
    categories,
    speaksOf: (id) => named.has(id) || (isEnabled(id) && Object.hasOwn(categories, findCategory(id) ?? "")),
  };
}

/**
 * Rules that do something: oxlint passes over one of a plugin that is not enabled. One that is switched off stays all
 * the same, so that what is said with it holds when a default enables the plugin.
 */
function keepAlive(rules: Rules | undefined, isEnabled: IsEnabled): Rules {
  const isAlive = ([name, value]: readonly [string, Json]): boolean => {
    const id = toRuleId(name);
    return isEnabled(id) || findCategory(id) === undefined || isOff(value);
  };
  return Object.fromEntries(Object.entries(rules ?? {}).filter(isAlive));
}

function isOff(value: Json): boolean {
  const severity = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  return severity === "off" || severity === "allow" || severity === 0;
}

/** What is left of a default's rules where the project's policy speaks. */
function silence(rules: Rules | undefined, { speaksOf }: Voice): Rules {
  return Object.fromEntries(Object.entries(rules ?? {}).filter(([name]) => !speaksOf(toRuleId(name))));
}

interface Around {
  readonly voice: Voice;
  readonly policy: Policy;
  /** What the composed configuration enables everywhere. */
  readonly plugins: readonly string[];
}

/**
 * An override of a default where the project's policy speaks. What the project switched off for a plugin that only this
 * override enables is switched off in so many words: oxlint would warn of it by its category.
 */
function silenceOverride(override: PolicyOverride, { voice, policy, plugins }: Around): readonly PolicyOverride[] {
  const isNew = listNew(override, { plugins });
  const off = Object.entries(policy.rules ?? {}).filter(
    ([name, value]) => isOff(value) && isNew(toPluginOf(toRuleId(name)))
  );
  const rules = mergeRules(Object.fromEntries(off), silence(override.rules, voice));
  const isEmpty = Object.keys(rules).length === 0 && !override.env && !override.globals;
  return isEmpty ? [] : [{ ...override, rules }];
}

/**
 * A category of the project's speaks of the plugins that the project enables, and oxlint would apply it to those of the
 * defaults, too: there each rule is given back what the defaults alone would make of it.
 */
function toLeaks(base: Policy, voice: Voice): Rules {
  const isDefault = toIsEnabled(base.plugins);
  const leaks = Object.keys(voice.categories).flatMap((category) => {
    const alone = base.categories?.[category] ?? toImplicit(category);
    const isLeak = (plugin: string): boolean => isDefault(`${plugin}/`) && !voice.isEnabled(`${plugin}/`);
    return listRules(category, isLeak).map((id) => [toWritten(id), alone] as const);
  });
  return Object.fromEntries(leaks);
}

/** oxlint warns of `correctness` where no configuration speaks of it. */
function toImplicit(category: string): Json {
  return category === "correctness" ? "warn" : "off";
}

/** Plugins that an override enables and the policy around it does not. */
function listNew(override: PolicyOverride, policy: Pick<Policy, "plugins">): (plugin: string) => boolean {
  const isAround = toIsEnabled(policy.plugins);
  const isIn = toIsEnabled(override.plugins ?? []);
  return (plugin) => isIn(`${plugin}/`) && !isAround(`${plugin}/`);
}

/**
 * oxlint applies the categories to plugins that an override adds, unless the override lists every plugin there is: then
 * it does not look.
 */
function isOverlooked(override: PolicyOverride, policy: Policy): boolean {
  const isIn = toIsEnabled(override.plugins ?? []);
  return (policy.plugins ?? DEFAULT_PLUGINS).every((plugin) => isIn(`${toPluginName(plugin)}/`));
}

/** What the project's categories make of the plugins that one of its overrides adds, said rule by rule before all of its overrides. */
function toWoken(override: PolicyOverride, policy: Policy): readonly PolicyOverride[] {
  const isNew = listNew(override, policy);
  const { files, excludeFiles, plugins } = override;
  const woken = Object.entries(policy.categories ?? {}).flatMap(([category, severity]) =>
    listRules(category, isNew).map((id) => [toWritten(id), severity] as const)
  );
  if (plugins === undefined || woken.length === 0 || isOverlooked(override, policy)) return [];
  return [{ files, ...(excludeFiles ? { excludeFiles } : {}), plugins, rules: Object.fromEntries(woken) }];
}

/**
 * Before everything else: where the project's override alone would wake nothing, the composed one must not either.
 * `around` is the composed configuration's own.
 */
function toQuiet(policy: Policy, around: Pick<Policy, "categories" | "plugins">): readonly PolicyOverride[] {
  return (policy.overrides ?? []).flatMap((override) => {
    if (override.plugins === undefined || !isOverlooked(override, policy)) return [];
    const { files, excludeFiles, plugins } = override;
    const isNew = listNew(override, around);
    const quiet = Object.keys({ correctness: "warn", ...around.categories }).flatMap((category) =>
      listRules(category, isNew).map((id) => [toWritten(id), "off"] as const)
    );
    if (quiet.length === 0) return [];
    return [{ files, ...(excludeFiles ? { excludeFiles } : {}), plugins, rules: Object.fromEntries(quiet) }];
  });
}

function keepAliveIn(override: PolicyOverride, policy: Policy): PolicyOverride {
  if (override.rules === undefined) return override;
  const isEnabled = toIsEnabled(override.plugins ? union(policy.plugins, override.plugins) : policy.plugins);
  return { ...override, rules: keepAlive(override.rules, isEnabled) };
}
