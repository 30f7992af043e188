import type { EditEvent, Payload } from "./agent.ts";

export function isRecord(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of the named fields that is a text with something in it. */
export function getText(record: unknown, ...names: readonly string[]): string | undefined {
  if (!isRecord(record)) return undefined;
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The texts of a list; empty where it is none. */
export function getTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string" && item !== "") : [];
}

/** An edit of at least one file, or undefined. */
export function toEditEvent(edit: EditEvent): EditEvent | undefined {
  return edit.paths.length > 0 ? { ...edit, paths: [...new Set(edit.paths)] } : undefined;
}
