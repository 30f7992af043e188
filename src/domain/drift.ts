import type { OwnedKey } from "./desired.ts";
import type { Json } from "./json.ts";
import { isJsonEqual } from "./json.ts";
import type { DiffClass } from "./report.ts";

/** What drifted at one owned path. */
export interface Drift {
  readonly class: DiffClass;
  /** Pointers of the keys concerned; empty for a whole file. */
  readonly keys: readonly string[];
}

/** Compares the keys that the receipt owns with what a merged file holds now. */
export function findKeyDrift(keys: readonly OwnedKey[], get: (pointer: string) => Json | undefined): readonly Drift[] {
  const missing = keys.filter((key) => isMissing(key, get)).map((key) => key.pointer);
  const edited = keys.filter((key) => !isMissing(key, get) && !isHeld(key, get)).map((key) => key.pointer);
  return [
    ...(missing.length > 0 ? [{ class: "missing" as const, keys: missing }] : []),
    ...(edited.length > 0 ? [{ class: "local-edit" as const, keys: edited }] : []),
  ];
}

function isMissing({ pointer, value }: OwnedKey, get: (pointer: string) => Json | undefined): boolean {
  if (!pointer.endsWith("/-")) return get(pointer) === undefined;
  return !isHeld({ pointer, value }, get);
}

function isHeld({ pointer, value }: OwnedKey, get: (pointer: string) => Json | undefined): boolean {
  if (!pointer.endsWith("/-")) return isJsonEqual(get(pointer), value);
  const array = get(pointer.slice(0, -2));
  return (
    Array.isArray(array) &&
    array.some((element) => isSameImport(element as Json, value) || isJsonEqual(element as Json, value))
  );
}

/** In a module an element stands for the import it names, whatever the binding is called. */
function isSameImport(left: Json, right: Json): boolean {
  const importOf = (value: Json): Json | undefined =>
    value !== null && typeof value === "object" && !Array.isArray(value) && "as" in value
      ? (value as { readonly [key: string]: Json })["import"]
      : undefined;
  return importOf(left) !== undefined && importOf(left) === importOf(right);
}
