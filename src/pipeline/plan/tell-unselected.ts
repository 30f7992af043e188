import type { KeyPlan, PlanEntry, Reason } from "../../domain/plan.ts";
import { findUnselected } from "../../domain/unselected.ts";
import type { Choices, Unselected } from "../../domain/unselected.ts";
import type { EntryContext } from "./target.ts";

/** Why something of ours is wanted no longer: the templates left it, or the choice that it came from is not made. */
const ORPHANED: ReadonlySet<Reason["code"]> = new Set([
  "already-gone",
  "orphan-edited",
  "orphan-keys",
  "orphan-theirs",
  "orphan-unchanged",
]);

/** Says in the reasons of what is no longer wanted which choice is no longer made, where that is why. */
export function tellUnselected(entry: PlanEntry, { resolved }: Pick<EntryContext, "resolved">): PlanEntry {
  const isTold = [entry, ...(entry.keys ?? [])].some(({ reason }) => ORPHANED.has(reason.code));
  if (!isTold) return entry;
  const keys = entry.keys?.map((key) => tellKey(key, entry, resolved));
  const unselected = keys ? findCommon(keys, entry.reason) : findUnselected(entry, resolved);
  return { ...entry, reason: withChoice(entry.reason, unselected), ...(keys ? { keys } : {}) };
}

function tellKey(key: KeyPlan, { path, generator }: PlanEntry, choices: Choices): KeyPlan {
  const unselected = findUnselected({ path, generator, pointer: key.key.pointer }, choices);
  return { ...key, reason: withChoice(key.reason, unselected) };
}

function withChoice(reason: Reason, unselected: Unselected | undefined): Reason {
  return ORPHANED.has(reason.code) && unselected ? { ...reason, args: { ...reason.args, ...unselected } } : reason;
}

/** The choice of all keys that have the file's reason, where it is one. */
function findCommon(keys: readonly KeyPlan[], { code }: Reason): Unselected | undefined {
  const told = keys
    .filter(({ reason }) => reason.code === code)
    .map(({ reason: { args = {} } }) => {
      const { key: _key, ...unselected } = args;
      return unselected;
    });
  const [first, ...others] = told;
  const isOne = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return isOne && first && Object.keys(first).length > 0 ? first : undefined;
}
