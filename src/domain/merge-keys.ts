import type { ConfigEdit } from "./config-edit.ts";
import type { Settlement } from "./conflict.ts";
import type { OwnedKey } from "./desired.ts";
import type { Json } from "./json.ts";
import { isJsonEqual, toPointerSegments } from "./json.ts";
import { mergeValues, toValueEdits } from "./merge-values.ts";
import { callsOurs, findEdited } from "./own-element.ts";
import type { Action, KeyPlan, Reason } from "./plan.ts";
import type { RecordedKey } from "./receipt.ts";

/** What is known of the keys of one merged file. */
export interface KeyFacts {
  readonly wanted: readonly OwnedKey[];
  /** From the receipt: what we published and still own. */
  readonly owned: readonly RecordedKey[];
  /** From the receipt: what the user took out on purpose. */
  readonly removed: readonly OwnedKey[];
  readonly get: (pointer: string) => Json | undefined;
  /** Whether two array elements are the same entry; by value, except in modules (same import). */
  readonly isSameElement: (left: Json, right: Json) => boolean;
  /** Pointers for which the user takes ours over the project's value. */
  readonly takes: (key: OwnedKey) => boolean;
  /** `hi restore` names the file: keys taken out on purpose come back, and edited ones are ours again. */
  readonly restore: boolean;
  /** What was chosen for a key that was edited here and changed in ours, where no merge can decide; nothing by default. */
  readonly settle?: (key: OwnedKey) => Settlement | undefined;
  /** Whoever reads the file takes a null for an empty list. */
  readonly takesNull?: boolean;
  /** Which keys that are no longer wanted may be taken out at all; every one where it is not given. */
  readonly mayTakeOut?: (key: OwnedKey) => boolean;
}

/** One key's fate, with the edit that carries it out and what the receipt will say of it. */
export interface KeyDecision {
  readonly plan: KeyPlan;
  readonly edit?: ConfigEdit;
  /** The same as `edit` in smaller steps, one after another, where the format has a place for each. */
  readonly edits?: readonly ConfigEdit[];
  readonly owns?: RecordedKey;
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
  const toEdit = (value: Json): ConfigEdit => ({ ...set, value });
  return planEdited(key, { facts, owned, current, toEdit, place: key.pointer });
}

interface EditedKey {
  readonly facts: KeyFacts;
  readonly owned: RecordedKey;
  readonly current: Json;
  /** Puts a value in the place of the edited one. */
  readonly toEdit: (value: Json) => ConfigEdit;
  /** Where the edited value stands. */
  readonly place: string;
}

/** Ours, edited here: kept and recorded as what it is now, merged with what ours became, or a conflict. */
function planEdited(key: OwnedKey, edited: EditedKey): KeyDecision {
  const { facts, owned, current, toEdit, place } = edited;
  const theirs = toText(current);
  if (facts.restore) {
    return { plan: { ...toPlan(key, "update", "restored"), theirs }, edit: toEdit(key.value), owns: key };
  }
  const { pointer } = owned;
  const keeping = { ...toPlan(key, "keep", "local-edit"), theirs };
  if (isJsonEqual(owned.value, key.value)) {
    return { plan: keeping, owns: { pointer, value: owned.value, kept: current } };
  }
  const merged = mergeValues({ base: owned.value, current, wanted: key.value });
  if (!merged.ok) return settle(key, edited);
  const owns = isJsonEqual(merged.value, key.value) ? key : { ...key, kept: merged.value };
  if (isJsonEqual(merged.value, current)) return { plan: keeping, owns };
  const edits = toValueEdits(place, current, merged.value);
  return { plan: { ...toPlan(key, "update", "merged"), theirs }, edit: toEdit(merged.value), edits, owns };
}

/** Both changed the same thing: as it was chosen, else open. */
function settle(key: OwnedKey, { facts, owned, current, toEdit }: EditedKey): KeyDecision {
  const sides = { theirs: toText(current), base: toText(owned.value) };
  const chosen = facts.settle?.(key);
  if (chosen === "take") {
    return { plan: { ...toPlan(key, "update", "taken"), ...sides }, edit: toEdit(key.value), owns: key };
  }
  if (chosen === "keep") {
    const plan = { ...toPlan(key, "conflict", "local-edit-and-template-changed"), ...sides };
    return { plan, owns: { ...key, kept: current } };
  }
  const plan = { ...toPlan(key, "conflict", "both-changed"), ...sides };
  return { plan, owns: { pointer: owned.pointer, value: owned.value, kept: current } };
}

function planElement(key: OwnedKey, facts: KeyFacts): KeyDecision {
  const pointer = arrayOf(key.pointer);
  const array = facts.get(pointer);
  const isMissing = array === undefined || (array === null && facts.takesNull === true);
  if (!isMissing && !Array.isArray(array)) {
    return { plan: { ...toPlan(key, "conflict", "project-value"), theirs: toText(array) } };
  }
  const elements: readonly Json[] = Array.isArray(array) ? array : [];
  const holds = (value: Json): boolean => elements.some((element) => facts.isSameElement(element, value));
  if (holds(key.value)) return { plan: toPlan(key, "keep", "same"), owns: key };
  const { stale, fresh, known, isAccounted } = pairElements(key.pointer, facts);
  const owned = known.find((other) => facts.isSameElement(other.value, key.value)) ?? stale[fresh.indexOf(key)];
  const toReplacement = (from: Json, to: Json = key.value) => ({ kind: "replace-element", pointer, from, to }) as const;
  if (owned && holds(owned.value)) {
    return { plan: toPlan(key, "update", "keys-changed"), edit: toReplacement(owned.value), owns: key };
  }
  const current = owned && findEdited(owned, elements, isAccounted);
  if (owned && current !== undefined) {
    const place = `${pointer}/${elements.indexOf(current)}`;
    return planEdited(key, { facts, owned, current, toEdit: (value) => toReplacement(current, value), place });
  }
  const call = owned ? undefined : elements.find((element) => !isAccounted(element) && callsOurs(key.value, element));
  // A second call beside it would run on every edit as well.
  if (call !== undefined) return { plan: { ...toPlan(key, "conflict", "calls-ours"), theirs: toText(call) } };
  const edit = { kind: "append", pointer, value: key.value } as const;
  return planMissing(key, { facts, wasOwned: owned !== undefined, edit });
}

interface ElementPairs {
  /** Of one array: what we own in it or know to have been taken out, what of that is no longer wanted, and what is new. */
  readonly known: readonly RecordedKey[];
  readonly stale: readonly RecordedKey[];
  readonly fresh: readonly OwnedKey[];
  /** True of an element that stands for one of these as it is. */
  readonly isAccounted: (element: Json) => boolean;
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
    isAccounted: (element) => isIn([...wanted, ...known], { pointer, value: element }),
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

function findOrphanKeys(facts: KeyFacts): readonly RecordedKey[] {
  return facts.owned.filter((key) => {
    if (!isElement(key.pointer)) return !facts.wanted.some((other) => other.pointer === key.pointer);
    const { stale, fresh } = pairElements(key.pointer, facts);
    return stale.indexOf(key) >= fresh.length;
  });
}

function planOrphanKey(key: RecordedKey, facts: KeyFacts): KeyDecision {
  if (facts.mayTakeOut?.(key) === false) return { plan: toPlan(key, "keep", "foreign-claim") };
  if (isElement(key.pointer)) return planOrphanElement(key, facts);
  const current = facts.get(key.pointer);
  if (current === undefined) return { plan: toPlan(key, "keep", "already-gone") };
  if (!isJsonEqual(current, key.value)) {
    return { plan: { ...toPlan(key, "keep", "orphan-edited"), theirs: toText(current) } };
  }
  return { plan: toPlan(key, "delete", "orphan-keys"), edit: { kind: "remove", pointer: key.pointer } };
}

function planOrphanElement(key: RecordedKey, facts: KeyFacts): KeyDecision {
  const pointer = arrayOf(key.pointer);
  const array = facts.get(pointer);
  const elements: readonly Json[] = Array.isArray(array) ? array : [];
  if (elements.some((element) => facts.isSameElement(element, key.value))) {
    return { plan: toPlan(key, "delete", "orphan-keys"), edit: { kind: "remove-element", pointer, value: key.value } };
  }
  const edited = findEdited(key, elements, pairElements(key.pointer, facts).isAccounted);
  if (edited === undefined) return { plan: toPlan(key, "keep", "already-gone") };
  return { plan: { ...toPlan(key, "keep", "orphan-edited"), theirs: toText(edited) } };
}

/** A key as a plan shows it: without what the receipt alone records. */
function toPlan({ pointer, value }: OwnedKey, action: Action, code: Reason["code"]): KeyPlan {
  return {
    key: { pointer, value },
    action,
    reason: { code, args: { key: toPointerSegments(pointer).join(".") } },
  };
}

function toText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
