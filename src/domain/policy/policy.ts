import type { Json } from "../json.ts";

/** A rule's value as it is written: a severity, or a list of one and the rule's options. */
type RuleValue = Json;
export type Rules = Readonly<Record<string, RuleValue>>;

/** A JS plugin as it is written. */
export type PluginEntry = string | { readonly name: string; readonly specifier: string };

/** One element of `overrides`. */
export interface PolicyOverride {
  readonly files: readonly string[];
  readonly excludeFiles?: readonly string[];
  readonly plugins?: readonly string[];
  readonly jsPlugins?: readonly PluginEntry[];
  readonly rules?: Rules;
  readonly env?: Json;
  readonly globals?: Json;
}

/** A lint configuration of oxlint's without `extends`: one file's, or what a chain of them comes to. */
export interface Policy {
  /** Undefined where nobody set it: oxlint then takes DEFAULT_PLUGINS. */
  readonly plugins?: readonly string[];
  readonly jsPlugins?: readonly PluginEntry[];
  readonly categories?: Readonly<Record<string, Json>>;
  readonly rules?: Rules;
  readonly overrides?: readonly PolicyOverride[];
  readonly env?: Json;
  readonly globals?: Json;
  readonly settings?: Json;
  readonly options?: Readonly<Record<string, Json>>;
  readonly ignorePatterns?: readonly string[];
}

/** What a configuration may hold as it is written: paths in a JSON file's `extends`, objects in a module's. */
export interface WrittenPolicy extends Policy {
  readonly extends?: readonly (string | WrittenPolicy)[];
}

const LISTS = new Set(["plugins", "jsPlugins", "overrides", "ignorePatterns", "extends"]);
const RECORDS = new Set(["categories", "rules", "options"]);

/**
 * Takes a value for a policy where it has the outer shape of one; what is in it, oxlint judges. `null` is as good as
 * absent, and what oxlint does not know is kept, for it to refuse.
 * @throws TypeError naming the place
 */
export function toPolicy(value: unknown, place: string): WrittenPolicy {
  if (!isRecord(value)) throw new TypeError(`${place}: a lint policy is a plain object, not ${sayKind(value)}`);
  for (const [key, member] of Object.entries(value)) {
    if (member === null || member === undefined) continue;
    if (LISTS.has(key) && !Array.isArray(member)) throw new TypeError(`${place}: "${key}" is a list`);
    if (RECORDS.has(key) && !isRecord(member)) throw new TypeError(`${place}: "${key}" is an object`);
  }
  const policy = dropEmpty(value);
  for (const [index, override] of ((policy["overrides"] ?? []) as unknown[]).entries()) {
    if (!isRecord(override) || !Array.isArray(override["files"])) {
      throw new TypeError(`${place}: "overrides[${index}].files" is a list`);
    }
  }
  return { ...policy, ...toOverrides(policy) };
}

function toOverrides(policy: Record<string, unknown>): Pick<Policy, "overrides"> {
  const overrides = policy["overrides"] as Record<string, unknown>[] | undefined;
  return overrides ? { overrides: overrides.map((override) => dropEmpty(override) as unknown as PolicyOverride) } : {};
}

function dropEmpty(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, member]) => member !== null && member !== undefined));
}

/**
 * A plain object, of whatever realm, or a module's namespace. What a promise, a map or an instance of a class holds does
 * not show in its keys: it would read as empty.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** `null`, `a list`, `a Promise`: what stands there instead of a plain object. */
export function sayKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  const { constructor } = value as { readonly constructor?: { readonly name?: unknown } };
  return typeof value === "object" ? `a ${String(constructor?.name ?? "thing")}` : `a ${typeof value}`;
}
