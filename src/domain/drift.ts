import type { Json } from "./json.ts";
import { isJsonEqual } from "./json.ts";
import { findEdited, isSameElement } from "./own-element.ts";
import type { RecordedKey } from "./receipt.ts";

/** What drifted at one owned path. */
export interface Drift {
  readonly class: "local-edit" | "missing";
  /** Pointers of the keys concerned. */
  readonly keys: readonly string[];
  /** An update has seen the edit and recorded it: nobody has to act. */
  readonly isKept: boolean;
}

type Get = (pointer: string) => Json | undefined;

/** Compares the keys that the receipt owns with what a merged file holds now. */
export function findKeyDrift(keys: readonly RecordedKey[], get: Get): readonly Drift[] {
  const states = keys.map((key) => ({ pointer: key.pointer, state: findState(key, keys, get) }));
  const toDrift = (state: State, drift: Omit<Drift, "keys">): readonly Drift[] => {
    const pointers = states.filter((key) => key.state === state).map((key) => key.pointer);
    return pointers.length === 0 ? [] : [{ ...drift, keys: pointers }];
  };
  return [
    ...toDrift("missing", { class: "missing", isKept: false }),
    ...toDrift("edited", { class: "local-edit", isKept: false }),
    ...toDrift("kept", { class: "local-edit", isKept: true }),
  ];
}

type State = "edited" | "held" | "kept" | "missing";

function findState(key: RecordedKey, keys: readonly RecordedKey[], get: Get): State {
  const now = key.pointer.endsWith("/-") ? findElement(key, keys, get) : get(key.pointer);
  if (now === undefined) return "missing";
  if (isSameElement(now, key.value)) return "held";
  return isJsonEqual(now, key.kept) ? "kept" : "edited";
}

/** The element that is ours, as published or edited. */
function findElement(key: RecordedKey, keys: readonly RecordedKey[], get: Get): Json | undefined {
  const array = get(key.pointer.slice(0, -2));
  const elements: readonly Json[] = Array.isArray(array) ? array : [];
  const isOurs = (element: Json): boolean => isSameElement(element, key.value);
  const isAccounted = (element: Json): boolean =>
    keys.some((other) => other.pointer === key.pointer && isSameElement(element, other.value));
  return elements.find(isOurs) ?? findEdited(key, elements, isAccounted);
}
