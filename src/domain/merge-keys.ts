import type { ConfigEdit } from "./config-edit.ts";
import type { OwnedKey } from "./desired.ts";
import type { Json } from "./json.ts";
import { isJsonEqual, toPointerSegments } from "./json.ts";
import type { Action, KeyPlan, Reason } from "./plan.ts";

/** What is known of the keys of one merged file. */
export interface KeyFacts {
  readonly wanted: readonly OwnedKey[];
  /** From the receipt: what we published and still own. */
  readonly owned: readonly OwnedKey[];
  /** From the receipt: what the user took out on purpose. */
  readonly removed: readonly OwnedKey[];
  readonly get: (pointer: string) => Json | undefined;
  /** Whether two array elements are the same entry; by value, except in modules (same import). */
  readonly isSameElement: (left: Json, right: Json) => boolean;
  /** Pointers for which the user takes ours over the project's value. */
  readonly takes: (key: OwnedKey) => boolean;
  /** `hi restore` names the file: keys taken out on purpose come back. */
  readonly restore: boolean;
}

/** One key's fate, with the edit that carries it out and what the receipt will say of it. */
export interface KeyDecision {
  readonly plan: KeyPlan;
  readonly edit?: ConfigEdit;
  readonly owns?: OwnedKey;
  readonly removed?: OwnedKey;
}

const isElement = (pointer: string): boolean => pointer.endsWith("/-");
const arrayOf = (pointer: string): string => pointer.slice(0, -2);

/** Decides every wanted key, then every owned key that is no longer wanted. Never touches a neighbour's value. */
export function planKeys(facts: KeyFacts): readonly KeyDecision[] {
  const wanted = facts.wanted.map((key) => (isElement(key.pointer) ? planElement(key, facts) : planMember(key, facts)));
  return [...wanted, ...findOrphanKeys(facts).map((key) => planOrphanKey(key, facts))];
}

function planMember(key: OwnedKey, facts: KeyFacts): KeyDecision {
  const current = facts.get(key.pointer);
  const owned = facts.owned.find((other) => other.pointer === key.pointer);
  const set = { kind: "set", pointer: key.pointer, value: key.value } as const;
  if (current === undefined) return planMissing(key, { facts, wasOwned: owned !== undefined, edit: set });
  if (isJsonEqual(current, key.value)) {
    return owned ? { plan: toPlan(key, "keep", "same"), owns: key } : { plan: toPlan(key, "keep", "same") };
  }
  if (facts.takes(key) || (owned && isJsonEqual(current, owned.value))) {
    return { plan: { ...toPlan(key, "update", "keys-changed"), theirs: toText(current) }, edit: set, owns: key };
  }
  if (!owned) return { plan: { ...toPlan(key, "conflict", "project-value"), theirs: toText(current) } };
  const isPending = !isJsonEqual(owned.value, key.value);
  const plan = isPending
    ? toPlan(key, "conflict", "local-edit-and-template-changed")
    : toPlan(key, "keep", "local-edit");
  return { plan: { ...plan, theirs: toText(current) }, owns: owned };
}

function planElement(key: OwnedKey, facts: KeyFacts): KeyDecision {
  const pointer = arrayOf(key.pointer);
  const array = facts.get(pointer);
  if (array !== undefined && !Array.isArray(array)) {
    return { plan: { ...toPlan(key, "conflict", "project-value"), theirs: toText(array) } };
  }
  const elements: readonly Json[] = Array.isArray(array) ? array : [];
  const holds = (value: Json): boolean => elements.some((element) => facts.isSameElement(element, value));
  if (holds(key.value)) return { plan: toPlan(key, "keep", "same"), owns: key };
  const previous = findPrevious(key, facts);
  if (previous && holds(previous.value)) {
    const edit = { kind: "replace-element", pointer, from: previous.value, to: key.value } as const;
    return { plan: toPlan(key, "update", "keys-changed"), edit, owns: key };
  }
  return planMissing(key, {
    facts,
    wasOwned: previous !== undefined,
    edit: { kind: "append", pointer, value: key.value },
  });
}

/** The owned element that this wanted one replaces: the one at the same place among the array's owned elements. */
function findPrevious(key: OwnedKey, facts: KeyFacts): OwnedKey | undefined {
  const place = facts.wanted.filter((other) => other.pointer === key.pointer).indexOf(key);
  return facts.owned.filter((other) => other.pointer === key.pointer)[place];
}

/** A key that is not there: new, or taken out on purpose, and then it stays out until restored. */
function planMissing(
  key: OwnedKey,
  { facts, wasOwned, edit }: { facts: KeyFacts; wasOwned: boolean; edit: ConfigEdit }
): KeyDecision {
  const wasRemoved = wasOwned || facts.removed.some((other) => other.pointer === key.pointer);
  if (wasRemoved && !facts.restore) return { plan: toPlan(key, "keep", "removed-by-user"), removed: key };
  return { plan: toPlan(key, "create", wasRemoved ? "restored" : "keys-missing"), edit, owns: key };
}

function findOrphanKeys({ owned, wanted, isSameElement }: KeyFacts): readonly OwnedKey[] {
  const places = new Map<string, number>();
  return owned.filter((key) => {
    const place = places.get(key.pointer) ?? 0;
    places.set(key.pointer, place + 1);
    const same = wanted.filter((other) => other.pointer === key.pointer);
    if (!isElement(key.pointer)) return same.length === 0;
    return place >= same.length && !same.some((other) => isSameElement(other.value, key.value));
  });
}

function planOrphanKey(key: OwnedKey, facts: KeyFacts): KeyDecision {
  if (isElement(key.pointer)) {
    const pointer = arrayOf(key.pointer);
    const array = facts.get(pointer);
    const isThere = Array.isArray(array) && array.some((element) => facts.isSameElement(element as Json, key.value));
    if (!isThere) return { plan: toPlan(key, "keep", "already-gone") };
    return { plan: toPlan(key, "delete", "orphan-keys"), edit: { kind: "remove-element", pointer, value: key.value } };
  }
  const current = facts.get(key.pointer);
  if (current === undefined) return { plan: toPlan(key, "keep", "already-gone") };
  if (!isJsonEqual(current, key.value)) {
    return { plan: { ...toPlan(key, "keep", "orphan-edited"), theirs: toText(current) } };
  }
  return { plan: toPlan(key, "delete", "orphan-keys"), edit: { kind: "remove", pointer: key.pointer } };
}

function toPlan(key: OwnedKey, action: Action, code: Reason["code"]): KeyPlan {
  return { key, action, reason: { code, args: { key: toPointerSegments(key.pointer).join(".") } } };
}

function toText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
