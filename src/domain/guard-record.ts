import type { RelativePath } from "./paths.ts";

/** That the guard is asked here, as generated from the settings: what the runtime reads. */
export const GUARD_PATH = ".hi/guard.json" as RelativePath;

/** What decides: can-write and can-stop, copied into a repository. */
export const GUARD_RUNTIME_PATH = ".hi/runtime/guard.mjs" as RelativePath;

/** How often one session of an agent is kept from stopping before the integration lets go. */
export const STOP_BLOCKS = { usual: 3, most: 7 } as const;

/** What the settings say of the guard; an empty object chooses it. */
export interface GuardSettings {
  readonly stopBlocks?: number;
}

/** The record's version (receipts/guard-1.schema.json). */
const SCHEMA_VERSION = 1;

/** What the runtime goes by. */
export interface GuardRecord {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  readonly stopBlocks: number;
}

export function toGuardRecord({ stopBlocks = STOP_BLOCKS.usual }: GuardSettings): GuardRecord {
  return { schemaVersion: SCHEMA_VERSION, stopBlocks };
}

/** Reads a record that may have been edited by hand: a damaged number is the usual one, since no damage disarms a guard. */
export function parseGuardRecord(value: unknown): GuardRecord {
  const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, "stopBlocks");
  const named = isObject ? (value as { readonly stopBlocks: unknown }).stopBlocks : undefined;
  const isFit = Number.isInteger(named) && (named as number) >= 1 && (named as number) <= STOP_BLOCKS.most;
  return { schemaVersion: SCHEMA_VERSION, stopBlocks: isFit ? (named as number) : STOP_BLOCKS.usual };
}
