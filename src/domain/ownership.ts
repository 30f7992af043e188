import type { Ownership } from "./desired.ts";
import type { Action, Reason } from "./plan.ts";
import type { ReceiptEntry } from "./receipt.ts";

/** What is known of one whole-file path when its fate is decided. Hashes are SHA-256 hex, undefined for absence. */
export interface FileFacts {
  /** What the templates want; undefined when they no longer want the path. */
  readonly wanted: string | undefined;
  /** What is on disk. */
  readonly current: string | undefined;
  /** What the receipt says we published. */
  readonly owned: ReceiptEntry | undefined;
  /** `hi restore` names this path. */
  readonly restore: boolean;
}

/**
 * A decision: the action, why, and whether the receipt keeps its old entry (with the edit or the deletion that was found),
 * takes the new one or drops it.
 */
export interface Decision {
  readonly action: Action;
  readonly reason: Reason;
  readonly receipt: "advance" | "retain" | "kept" | "removed" | "drop";
}

const decision = (action: Action, code: Reason["code"], receipt: Decision["receipt"]): Decision => ({
  action,
  reason: { code },
  receipt,
});

/**
 * Decides what happens to a whole file (`generated`, or `authored`, which is written once and never compared).
 * The law: bytes that the receipt does not own are never overwritten or deleted, nor those that were edited since, but
 * where `hi restore` names them.
 */
export function decideFile(ownership: Exclude<Ownership, "merged">, facts: FileFacts): Decision {
  if (facts.wanted === undefined) return decideOrphan(facts);
  if (facts.current === undefined) return decideAbsent(facts);
  if (ownership === "authored") return decision("keep", "same", facts.owned ? "retain" : "drop");
  if (facts.current === facts.wanted) return decision("keep", "same", "advance");
  if (!facts.owned) return decision("conflict", "project-file", "drop");
  if (facts.current === facts.owned.sha256) return decision("update", "template-changed", "advance");
  if (facts.restore) return decision("update", "restored", "advance");
  return facts.wanted === facts.owned.sha256
    ? decision("keep", "local-edit", "kept")
    : decision("conflict", "local-edit-and-template-changed", "kept");
}

function decideAbsent({ owned, restore }: FileFacts): Decision {
  if (!owned) return decision("create", "new", "advance");
  return restore ? decision("create", "restored", "advance") : decision("keep", "removed-by-user", "removed");
}

/** A path that left the templates: removed only if we made it and it is unchanged, else reported and left. */
function decideOrphan({ current, owned }: FileFacts): Decision {
  if (!owned || current === undefined) return decision("keep", "already-gone", "drop");
  if (owned.class === "authored") return decision("keep", "same", "drop");
  // The same bytes stood there before ours: the file is the project's.
  if (!owned.created) return decision("keep", "orphan-theirs", "drop");
  return current === owned.sha256
    ? decision("delete", "orphan-unchanged", "drop")
    : decision("keep", "orphan-edited", "kept");
}
