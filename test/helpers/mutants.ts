import type { Json } from "../../src/domain/json.ts";

interface JsonObject {
  readonly [key: string]: Json;
}

/** Which mutant of a document: numbers that choose the place, the kind of change and the value. */
export interface Mutation {
  readonly place: number;
  readonly kind: number;
  readonly value: number;
}

/** Values that somebody would put in the place of another. */
const STRANGE: readonly Json[] = [
  null,
  true,
  -1,
  1e308,
  "",
  "../../outside",
  "/etc/passwd",
  ".git/hooks/pre-commit",
  "src/a.ts",
  String.raw`C:\x`,
  "a\0b",
  "0".repeat(64),
  [],
  {},
  [[[]]],
  { path: "../x" },
];

/** Every place of a document: how to get there from its root. */
function listPlaces(value: Json, at: readonly string[] = []): readonly (readonly string[])[] {
  if (value === null || typeof value !== "object") return [at];
  const members = Object.entries(value as JsonObject);
  return [at, ...members.flatMap(([name, member]) => listPlaces(member, [...at, name]))];
}

type Change = (old: Json) => Json | undefined;

function replaceAt(value: Json, [name, ...rest]: readonly string[], change: Change): Json | undefined {
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    const item = replaceAt(value[Number(name)] as Json, rest, change);
    return item === undefined ? value.toSpliced(Number(name), 1) : value.with(Number(name), item);
  }
  const entries = Object.entries(value as JsonObject).flatMap(([key, member]): [string, Json][] => {
    if (key !== name) return [[key, member]];
    const changed = replaceAt(member, rest, change);
    return changed === undefined ? [] : [[key, changed]];
  });
  return Object.fromEntries(entries);
}

/** A document with one value taken out, replaced, doubled or altered. */
export function mutate(document: Json, { place, kind, value }: Mutation): Json {
  const places = listPlaces(document);
  const strange = STRANGE[value % STRANGE.length] ?? null;
  const changes: readonly Change[] = [
    () => undefined,
    () => strange,
    (old) => (Array.isArray(old) ? [...old, ...old] : [old, strange]),
    (old) => (typeof old === "string" ? `${old.slice(0, -1)}${old.endsWith("a") ? "b" : "a"}` : strange),
  ];
  const change = changes[kind % changes.length] as Change;
  return replaceAt(document, places[place % places.length] ?? [], change) ?? null;
}
