import { isRecord } from "./base.ts";
import type { Plan, PlanEntry } from "./plan.ts";
import type { ReceiptEntry } from "./receipt.ts";
import type { DiffClass, DiffRow } from "./report.ts";

/** Sorts the entries of a plan into the classes of `hi diff`, at most one a path; what is in step has no row. */
export function toDiffRows(plan: Plan): readonly DiffRow[] {
  return plan.entries.flatMap((entry) => {
    if (isRecord(entry.path)) return [];
    const found = findClass(entry, plan.receiptBefore?.files[entry.path]);
    if (found === undefined) return [];
    const keys = entry.keys?.filter((key) => key.reason.code !== "same").map((key) => key.key.pointer);
    const { code: reason, args } = entry.reason;
    return [{ path: entry.path, class: found, reason, ...(args ? { args } : {}), ...(keys?.length ? { keys } : {}) }];
  });
}

function findClass(entry: PlanEntry, recorded: ReceiptEntry | undefined): DiffClass | undefined {
  if (entry.action === "conflict") return "conflict";
  if (entry.action === "create" || entry.action === "update") return "update-available";
  if (entry.action === "delete") return "orphan";
  return findKeptClass(entry, recorded);
}

function findKeptClass(entry: PlanEntry, recorded: ReceiptEntry | undefined): DiffClass | undefined {
  const codes = new Set([entry.reason.code, ...(entry.keys ?? []).map((key) => key.reason.code)]);
  if (codes.has("orphan-edited") || codes.has("orphan-theirs")) return "orphan";
  if (codes.has("removed-by-user")) return "missing";
  if (codes.has("local-edit")) return "local-edit";
  // The disk is already what the templates want, and only the record is behind.
  return recorded && JSON.stringify(recorded) !== JSON.stringify(entry.receipt) ? "stale" : undefined;
}
