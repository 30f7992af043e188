import { isCancel, note, select } from "@clack/prompts";

import type { Conflict, Settlement } from "../domain/conflict.ts";
import type { PromptStreams } from "./prompts.ts";
import { toCancelled } from "./prompts.ts";
import { renderSides } from "./render/conflict-sides.ts";
import { neutralise } from "./render/neutralise.ts";

/** How many lines of each side are shown: three sides and the question fit a screen. */
const MAX_LINES = 8;

/**
 * Shows the three sides of each conflict and asks what becomes of it. Undefined where a person stops: nothing is
 * written then. @throws Refusal HI_CANCELLED
 */
export async function askConflicts(
  conflicts: readonly Conflict[],
  streams: PromptStreams
): Promise<ReadonlyMap<string, Settlement> | undefined> {
  const settled = new Map<string, Settlement>();
  for (const [index, conflict] of conflicts.entries()) {
    note(
      renderSides(conflict, MAX_LINES).join("\n"),
      `${toTitle(conflict)} (${index + 1} of ${conflicts.length})`,
      streams
    );
    const chosen = await select({
      message: `What becomes of ${toTitle(conflict)}?`,
      options: toOptions(conflict),
      ...streams,
    });
    if (isCancel(chosen)) throw toCancelled();
    if (chosen === "abort") return undefined;
    settled.set(conflict.id, chosen);
  }
  return settled;
}

function toTitle({ path, pointer }: Conflict): string {
  return neutralise(pointer === undefined ? path : `${path} ${pointer}`);
}

function toOptions({ mayBeMarked }: Conflict): { value: Settlement | "abort"; label: string; hint: string }[] {
  return [
    { value: "keep", label: "keep", hint: "yours stays, and counts as settled" },
    { value: "take", label: "take", hint: "ours replaces it" },
    ...(mayBeMarked ? [{ value: "markers" as const, label: "markers", hint: "both, to be settled in the file" }] : []),
    { value: "abort", label: "abort", hint: "write nothing" },
  ];
}
