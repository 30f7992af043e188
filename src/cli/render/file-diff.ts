import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";

import { isBasePath } from "../../domain/base.ts";
import type { PlanEntry } from "../../domain/plan.ts";

/** What stands between the bytes before and after: hunks, or a sentence where hunks would not help. */
export type FileDiff =
  | { readonly kind: "text"; readonly patch: string }
  | { readonly kind: "binary"; readonly before: string; readonly after: string }
  | { readonly kind: "too-large"; readonly bytes: number };

const LARGEST_BYTES = 512 * 1024;
/** Beyond this many changed lines the search for the shortest diff is given up. */
const MAX_EDITS = 20_000;

/** The unified diff of one entry; undefined where no byte changes, and of a base, which repeats another path's bytes. Both sides are compared as they are, line ends included. */
export function toFileDiff(entry: PlanEntry): FileDiff | undefined {
  if (isBasePath(entry.path)) return undefined;
  if (entry.action !== "create" && entry.action !== "update" && entry.action !== "delete") return undefined;
  const before = toBytesBefore(entry);
  const after = entry.after ?? new Uint8Array();
  const texts = [decode(before), decode(after)] as const;
  const [old, now] = texts;
  if (old === undefined || now === undefined) {
    return { kind: "binary", before: toShaBefore(entry), after: entry.afterSha256 ?? "nothing" };
  }
  const bytes = before.length + after.length;
  if (bytes > LARGEST_BYTES) return { kind: "too-large", bytes };
  const names = toNames(entry);
  const patch = structuredPatch(names.old, names.now, old, now, "", "", { context: 3, maxEditLength: MAX_EDITS });
  return patch === undefined
    ? { kind: "too-large", bytes }
    : { kind: "text", patch: formatPatch(patch, FILE_HEADERS_ONLY) };
}

/** Names as git writes them; `/dev/null` for a side that does not exist. */
function toNames({ path, action }: PlanEntry): { readonly old: string; readonly now: string } {
  return {
    old: action === "create" ? "/dev/null" : `a/${path}`,
    now: action === "delete" ? "/dev/null" : `b/${path}`,
  };
}

function toBytesBefore({ before }: PlanEntry): Uint8Array {
  if (before.kind === "file") return before.bytes;
  return before.kind === "link" && before.file ? before.file.bytes : new Uint8Array();
}

function toShaBefore({ before }: PlanEntry): string {
  if (before.kind === "file") return before.sha256;
  return before.kind === "link" && before.file ? before.file.sha256 : "nothing";
}

/** The text of bytes that are UTF-8 without NUL; undefined for anything that has to be compared by hash. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
