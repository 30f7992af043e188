import type { Json } from "./json.ts";
import { canonicalJson } from "./json.ts";
import type { RelativePath } from "./paths.ts";

/** What becomes of a conflict: yours stays, ours is taken, or both stand in the file between markers. */
export type Settlement = "keep" | "take" | "markers";

/** What `--on-conflict` takes. */
export const CONFLICT_CHOICES = ["abort", "keep", "take", "markers"] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/** An edit of what is ours that an update of ours meets, and that no merge can decide. Texts as they are shown. */
export interface Conflict {
  readonly id: string;
  readonly path: RelativePath;
  /** Of a merged file: which of our keys. */
  readonly pointer?: string;
  /** Undefined where what was published last is not kept any more. */
  readonly base: string | undefined;
  readonly current: string;
  readonly wanted: string;
  readonly mayBeMarked: boolean;
}

/** The one name of a conflict in two plans of the same state. */
export function toConflictId(path: RelativePath, key?: { readonly pointer: string; readonly value: Json }): string {
  return key === undefined ? path : `${path}#${key.pointer}=${canonicalJson(key.value)}`;
}

/** Markers are for people: whatever a tool loads would be broken by them. */
export function mayBeMarked(path: RelativePath): boolean {
  return path.endsWith(".md");
}
