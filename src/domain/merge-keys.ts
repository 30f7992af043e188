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
  /** Which keys that are no longer wanted may be taken out at all; every one where it is not given. */
  readonly mayTakeOut?: (key: OwnedKey) => boolean;
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
  const { stale, fresh, known } = pairElements(key.pointer, facts);
  const previous = stale[fresh.indexOf(key)];
  if (previous && holds(previous.value)) {
    const edit = { kind: "replace-element", pointer, from: previous.value, to: key.value } as const;
    return { plan: toPlan(key, "update", "keys-changed"), edit, owns: key };
  }
  return planMissing(key, {
    facts,
    wasOwned: previous !== undefined || known.some((other) => facts.isSameElement(other.value, key.value)),
    edit: { kind: "append", pointer, value: key.value },
  });
}

interface ElementPairs {
  /** Of one array: what we own in it or know to have been taken out, what of that is no longer wanted, and what is new. */
  readonly known: readonly OwnedKey[];
  readonly stale: readonly OwnedKey[];
  readonly fresh: readonly OwnedKey[];
}

/** A new element replaces the stale one at the same place: never one that is wanted itself. */
function pairElements(pointer: string, facts: KeyFacts): ElementPairs {
  const inArray = (key: OwnedKey): boolean => key.pointer === pointer;
  const isIn = (keys: readonly OwnedKey[], key: OwnedKey): boolean =>
    keys.some((other) => facts.isSameElement(other.value, key.value));
  const wanted = facts.wanted.filter(inArray);
  const known = [...facts.owned.filter(inArray), ...facts.removed.filter(inArray)];
  const array = facts.get(arrayOf(pointer));
  const held = Array.isArray(array) ? array.map((value: Json) => ({ pointer, value })) : [];
  return {
    known,
    stale: known.filter((key) => !isIn(wanted, key)),
    fresh: wanted.filter((key) => !isIn(known, key) && !isIn(held, key)),
  };
}

/** A key that is not there: new, or taken out on purpose, and then it stays out until restored. */
function planMissing(
  key: OwnedKey,
  { facts, wasOwned, edit }: { facts: KeyFacts; wasOwned: boolean; edit: ConfigEdit }
): KeyDecision {
  const isMember = !isElement(key.pointer);
  const wasRemoved = wasOwned || (isMember && facts.removed.some((other) => other.pointer === key.pointer));
  if (wasRemoved && !facts.restore) return { plan: toPlan(key, "keep", "removed-by-user"), removed: key };
  return { plan: toPlan(key, "create", wasRemoved ? "restored" : "keys-missing"), edit, owns: key };
}

function findOrphanKeys(facts: KeyFacts): readonly OwnedKey[] {
  return facts.owned.filter((key) => {
    if (!isElement(key.pointer)) return !facts.wanted.some((other) => other.pointer === key.pointer);
    const { stale, fresh } = pairElements(key.pointer, facts);
    return stale.indexOf(key) >= fresh.length;
  });
}

function planOrphanKey(key: OwnedKey, facts: KeyFacts): KeyDecision {
  if (facts.mayTakeOut?.(key) === false) return { plan: toPlan(key, "keep", "foreign-claim") };
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
