import type { ConfigEdit } from "./config-edit.ts";
import type { Json } from "./json.ts";
import { isJsonEqual, toPointer, toPointerSegments } from "./json.ts";

/** A value as published, as it is, and as it is wanted; undefined for absence. */
interface ThreeValues<Value> {
  readonly base: Value;
  readonly current: Value;
  readonly wanted: Value;
}

interface JsonObject {
  readonly [key: string]: Json;
}

/** The merged value, or that both sides changed the same thing. */
export type MergedValue = { readonly ok: true; readonly value: Json } | { readonly ok: false };

type Merged = { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false };

/**
 * Merges a value by its structure: what one side left alone is as the other side has it; members and elements are looked
 * at one by one, and what both changed otherwise is a conflict.
 */
export function mergeValues(values: ThreeValues<Json>): MergedValue {
  const merged = merge(values);
  return merged.ok && merged.value !== undefined ? { ok: true, value: merged.value } : { ok: false };
}

function merge({ base, current, wanted }: ThreeValues<Json | undefined>): Merged {
  if (isJsonEqual(base, wanted) || isJsonEqual(current, wanted)) return { ok: true, value: current };
  if (isJsonEqual(base, current)) return { ok: true, value: wanted };
  if (isObject(base) && isObject(current) && isObject(wanted)) return mergeObjects({ base, current, wanted });
  if (isArray(base) && isArray(current) && isArray(wanted)) return mergeArrays({ base, current, wanted });
  return { ok: false };
}

function mergeObjects({ base, current, wanted }: ThreeValues<JsonObject>): Merged {
  const names = [...new Set([...Object.keys(current), ...Object.keys(wanted)])];
  const members: [string, Json][] = [];
  for (const name of names) {
    const merged = merge({ base: get(base, name), current: get(current, name), wanted: get(wanted, name) });
    if (!merged.ok) return merged;
    if (merged.value !== undefined) members.push([name, merged.value]);
  }
  return { ok: true, value: Object.fromEntries(members) };
}

/** Plain elements by value, since they come and go; structures by place, as long as none comes or goes. */
function mergeArrays(values: ThreeValues<readonly Json[]>): Merged {
  const { base, current, wanted } = values;
  if ([base, current, wanted].every(isPlainSet)) return { ok: true, value: mergeSets(values) };
  if (base.length !== current.length || base.length !== wanted.length) return { ok: false };
  const elements: Json[] = [];
  for (const [index, element] of base.entries()) {
    const merged = merge({ base: element, current: current[index], wanted: wanted[index] });
    if (!merged.ok || merged.value === undefined) return { ok: false };
    elements.push(merged.value);
  }
  return { ok: true, value: elements };
}

/** Without what ours took out, and with what ours brought, each behind the one that it follows in ours. */
function mergeSets({ base, current, wanted }: ThreeValues<readonly Json[]>): readonly Json[] {
  const merged = current.filter((element) => !base.includes(element) || wanted.includes(element));
  for (const [index, element] of wanted.entries()) {
    if (base.includes(element) || merged.includes(element)) continue;
    const before = wanted.slice(0, index).findLast((other) => merged.includes(other));
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, element);
  }
  return merged;
}

const isPlainSet = (elements: readonly Json[]): boolean =>
  elements.every((element) => element === null || typeof element !== "object") &&
  new Set(elements).size === elements.length;

/** The smallest edits that turn what stands at a pointer into another value. */
export function toValueEdits(pointer: string, from: Json | undefined, to: Json): readonly ConfigEdit[] {
  if (isJsonEqual(from, to)) return [];
  if (isObject(from) && isObject(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name): readonly ConfigEdit[] => {
      const member = toPointer([...toPointerSegments(pointer), name]);
      const value = get(to, name);
      return value === undefined ? [{ kind: "remove", pointer: member }] : toValueEdits(member, get(from, name), value);
    });
  }
  if (isArray(from) && isArray(to)) {
    if (from.length === to.length) {
      return to.flatMap((value, index) => toValueEdits(`${pointer}/${index}`, from[index], value));
    }
    const kept = from.filter((element) => to.includes(element));
    const isPlain = isPlainSet(from) && isPlainSet(to);
    if (isPlain && kept.every((element, index) => element === to[index])) {
      return toListEdits({ pointer, from, to, kept });
    }
  }
  return [{ kind: "set", pointer, value: to }];
}

/** Of a list in which elements only go, or come at the end. */
function toListEdits({
  pointer,
  from,
  to,
  kept,
}: {
  readonly pointer: string;
  readonly from: readonly Json[];
  readonly to: readonly Json[];
  readonly kept: readonly Json[];
}): readonly ConfigEdit[] {
  const gone = from.filter((element) => !to.includes(element));
  return [
    ...gone.map((value): ConfigEdit => ({ kind: "remove-element", pointer, value })),
    ...to.slice(kept.length).map((value): ConfigEdit => ({ kind: "append", pointer, value })),
  ];
}

const get = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
