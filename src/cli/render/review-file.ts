import { isRecord } from "../../domain/base.ts";
import type { Plan, PlanEntry } from "../../domain/plan.ts";
import { isChange } from "../../domain/plan.ts";
import { hasConflict } from "../exit-code.ts";
import type { FileDiff } from "./file-diff.ts";
import { toFileDiff } from "./file-diff.ts";
import { neutraliseLines } from "./neutralise.ts";
import { ACTION_WORDS, toReasonWords } from "./words.ts";

/** What a review shows of one path. */
export interface ReviewFile {
  readonly path: string;
  readonly action: PlanEntry["action"];
  /** `update`, or `conflict` where only a key of it stands against ours. */
  readonly shown: PlanEntry["action"];
  readonly ownership: PlanEntry["ownership"];
  readonly reason: string;
  readonly added: number;
  readonly removed: number;
  /** Undefined where no byte changes. */
  readonly diff?: FileDiff;
  /** Keys that are not in step, with what is said of them. */
  readonly keys: readonly { readonly name: string; readonly words: string }[];
  readonly manual: readonly string[];
}

/**
 * Every path that a reviewer has to look at: those that change and those in conflict, sorted by path. The receipt and
 * the bases are left out: they only record the others.
 */
export function listReviewFiles(plan: Plan): readonly ReviewFile[] {
  return plan.entries
    .filter(({ path }) => !isRecord(path))
    .filter((entry) => isChange(entry) || hasConflict(entry) || (entry.manual ?? []).length > 0)
    .map(toReviewFile)
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

function toReviewFile(entry: PlanEntry): ReviewFile {
  const diff = toFileDiff(entry);
  const lines = diff?.kind === "text" ? diff.patch.split("\n") : [];
  const count = (sign: string): number => lines.filter((line, at) => at > 1 && line.startsWith(sign)).length;
  const keys = (entry.keys ?? []).filter((key) => key.reason.code !== "same");
  return {
    path: entry.path,
    action: entry.action,
    shown: hasConflict(entry) ? "conflict" : entry.action,
    ownership: entry.ownership,
    reason: toReasonWords(entry.reason, entry.path),
    added: count("+"),
    removed: count("-"),
    ...(diff === undefined ? {} : { diff }),
    keys: keys.map(({ key, reason }) => ({ name: key.pointer, words: toReasonWords(reason, entry.path) })),
    manual: entry.manual ?? [],
  };
}

/** The diff as text, every hidden character visible; or the sentence that stands for it. */
export function toDiffText(diff: FileDiff): { readonly isPatch: boolean; readonly text: string } {
  if (diff.kind === "text") return { isPatch: true, text: neutraliseLines(diff.patch).trimEnd() };
  if (diff.kind === "binary") {
    return { isPatch: false, text: `Binary: sha256 ${diff.before} before, ${diff.after} after` };
  }
  return { isPatch: false, text: `${diff.bytes} bytes: too large to show` };
}

/** `3 to create, 1 conflict` a part at a time, for a table. */
export function countActions(
  files: readonly ReviewFile[]
): readonly { readonly words: string; readonly count: number }[] {
  return (["create", "update", "delete", "conflict"] as const).map((action) => ({
    words: action === "conflict" ? "in conflict" : `to ${ACTION_WORDS[action]}`,
    count: files.filter((file) => (action === "conflict" ? file.shown : file.action) === action).length,
  }));
}
