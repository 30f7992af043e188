import type { ConfigEdit } from "./config-edit.ts";
import type { Json } from "./json.ts";
import { isJsonEqual, toPointerSegments } from "./json.ts";

interface JsonObject {
  readonly [key: string]: Json;
}

/** The index that a pointer segment names in an array of `length` elements, or undefined. */
export function toArrayIndex(segment: string, length: number): number | undefined {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(segment)) return undefined;
  const index = Number(segment);
  return index < length ? index : undefined;
}

/** The value at a pointer: own members and indexes only, so that `/length` of an array is nothing. */
export function findValue(value: Json | undefined, pointer: string): Json | undefined {
  let here = value;
  for (const segment of toPointerSegments(pointer)) {
    if (here === undefined || here === null || typeof here !== "object") return undefined;
    if (isArray(here)) {
      const index = toArrayIndex(segment, here.length);
      here = index === undefined ? undefined : here[index];
    } else {
      const object = here as JsonObject;
      here = Object.hasOwn(object, segment) ? object[segment] : undefined;
    }
  }
  return here;
}

/** Builds the value that holds `value` at the end of `segments`: `["a", "b"]`, 1 gives `{a: {b: 1}}`. */
export function nestValue(segments: readonly string[], value: Json): Json {
  let nested = value;
  for (const key of segments.toReversed()) nested = ownMember({}, key, nested);
  return nested;
}

/**
 * What a JSON or YAML document must hold after an edit (in a module an append comes first): the editors compare their result with it.
 * Undefined where the edit has no place (a parent that is no object, no such element).
 */
export function toEditedValue(document: Json, edit: ConfigEdit): Json | undefined {
  return change(document, toPointerSegments(edit.pointer), edit);
}

function change(here: Json | undefined, segments: readonly string[], edit: ConfigEdit): Json | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return changeHere(here, edit);
  if (here === undefined) return isAdding(edit) ? change({}, segments, edit) : undefined;
  if (isArray(here)) {
    const index = toArrayIndex(segment, here.length);
    if (index === undefined) return undefined;
    if (edit.kind === "remove" && rest.length === 0) return here.toSpliced(index, 1);
    const item = change(here[index], rest, edit);
    return item === undefined ? undefined : here.with(index, item);
  }
  if (here === null || typeof here !== "object") return undefined;
  const object = here as JsonObject;
  const member = Object.hasOwn(object, segment) ? object[segment] : undefined;
  if (edit.kind === "remove" && rest.length === 0) {
    return member === undefined ? undefined : dropMember(object, segment);
  }
  const item = change(member, rest, edit);
  return item === undefined ? undefined : ownMember(object, segment, item);
}

function changeHere(here: Json | undefined, edit: ConfigEdit): Json | undefined {
  if (edit.kind === "set") return edit.value;
  if (edit.kind === "append" && (here === undefined || here === null)) return [edit.value];
  if (!isArray(here)) return undefined;
  if (edit.kind === "append") return [...here, edit.value];
  if (edit.kind === "replace-element") {
    const index = findLastEqual(here, edit.from);
    return index === -1 ? undefined : here.with(index, edit.to);
  }
  if (edit.kind === "remove-element") {
    const index = findLastEqual(here, edit.value);
    return index === -1 ? undefined : here.toSpliced(index, 1);
  }
  return undefined;
}

/** Ours is the last of several equal elements: it was appended. */
export function findLastEqual(items: readonly Json[], value: Json): number {
  return items.findLastIndex((item) => isJsonEqual(item, value));
}

function isAdding(edit: ConfigEdit): boolean {
  return edit.kind === "set" || edit.kind === "append";
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Copies an object with one member of its own set; safe for `__proto__`. */
function ownMember(object: JsonObject, key: string, value: Json): Json {
  const entries = Object.entries(object).filter(([name]) => name !== key);
  return Object.fromEntries([...entries, [key, value]]) as Json;
}

function dropMember(object: JsonObject, key: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) as Json;
}
