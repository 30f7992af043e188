import { isClaimable, isClaimableFile } from "../../domain/claims.ts";
import { toConfigFormat } from "../../domain/config-format.ts";
import type { Conflict, Settlement } from "../../domain/conflict.ts";
import { toConflictId } from "../../domain/conflict.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { Action, KeyPlan, PlanEntry, Reason } from "../../domain/plan.ts";
import { isMadeByUs } from "../../domain/projections.ts";
import type { ReceiptEntry } from "../../domain/receipt.ts";
import { decodeText, encodeText } from "../../domain/text-encoding.ts";
import type { Current } from "../reading/read-current.ts";
import { findKnownSha, readCurrent } from "../reading/read-current.ts";
import type { World } from "../world.ts";
import { planFileEntry } from "./plan-file.ts";
import { planMerged, toUnparseable } from "./plan-merged.ts";
import type { MergeOutput } from "./plan-merged.ts";
import { toEntryBase } from "./target.ts";
import type { EntryContext, Target } from "./target.ts";
import { tellUnselected } from "./tell-unselected.ts";

/** Plans one path. Reads the disk, writes nothing. @throws Refusal HI_UNPARSEABLE, HI_NOT_A_FILE */
export async function planEntry(target: Target, context: EntryContext): Promise<PlanEntry> {
  const current = await readCurrent(context.resolved.root, target.path, context.world);
  if (current.isEscape) return toEscape(target, current);
  if (!target.desired && !mayBeOurs(target)) {
    return { ...toEntryBase(target, current), action: "keep", reason: { code: "foreign-claim" } };
  }
  const ownership = target.desired?.ownership ?? target.owned?.class ?? "generated";
  if (ownership === "merged" && current.bytes) {
    return tellUnselected(await planMergedEntry(target, current, context), context);
  }
  const entry = await planFileEntry(target, current, context);
  return entry.action === "create" ? refuseTwin(entry, context) : tellUnselected(entry, context);
}

/** The receipt is untrusted: what no template can have made is not ours to delete, whatever hash is written there. */
function mayBeOurs({ path, owned }: Target): boolean {
  return owned?.class === "merged" ? isClaimable(path) : isClaimableFile(path);
}

/** A path that differs from the project's only in case is the same file on some disks, so it is the project's on all. */
async function refuseTwin(entry: PlanEntry, { world, resolved }: EntryContext): Promise<PlanEntry> {
  const twin = await world.disk.findCaseTwin(resolved.root, entry.path);
  if (twin === undefined) return entry;
  const { after: _after, afterSha256: _sha256, receipt: _receipt, ...kept } = entry;
  const reason: Reason = { code: "case-twin", args: { twin } };
  const keys = entry.keys?.map((key) => ({ ...key, action: "conflict" as const, reason }));
  return { ...kept, action: "conflict", reason, ...(keys ? { keys } : {}) };
}

async function planMergedEntry(target: Target, current: Current, context: EntryContext): Promise<PlanEntry> {
  const { path, desired, owned } = target;
  const bytes = current.bytes ?? new Uint8Array();
  if (
    !desired &&
    owned?.created &&
    isClaimableFile(path) &&
    owned.sha256 === findKnownSha(current, [owned.sha256], context.world)
  ) {
    const reason: Reason = { code: "orphan-unchanged" };
    return { ...toEntryBase(target, current), action: "delete", reason };
  }
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw toUnparseable(path, decoded.problem);
  const format = desired?.format ?? toConfigFormat(path);
  const merged = planMerged({
    path,
    text: decoded.text,
    editor: await context.world.editors(format),
    desired,
    owned,
    take: context.resolved.answers.take,
    restore: context.restore === path,
    settle: (key) => toKeySettlement(context.settle(toConflictId(path, key))),
  });
  return toMergedEntry(target, { current, merged, world: context.world });
}

/** A configuration between markers is none. */
function toKeySettlement(chosen: Settlement | undefined): Settlement | undefined {
  return chosen === "markers" ? undefined : chosen;
}

function toMergedEntry(
  target: Target,
  { current, merged, world }: { current: Current; merged: MergeOutput; world: World }
): PlanEntry {
  const { desired, owned } = target;
  const after = encodeText(merged.text);
  const afterSha256 = world.hash(after);
  const isChanged = afterSha256 !== current.sha256;
  const action = toMergedAction(merged.keys, isChanged);
  const conflicts = merged.keys.flatMap((key) => toConflicts(target.path, key));
  // A file that we made stays known as ours, though none of its keys is for now.
  const isOurs = desired !== undefined && isMadeByUs(owned);
  const receipt: ReceiptEntry | undefined =
    isOurs || isReceiptWorthy(merged)
      ? {
          class: "merged",
          sha256: isChanged ? afterSha256 : (owned?.sha256 ?? afterSha256),
          generator: desired?.generator ?? owned?.generator ?? "",
          since: owned?.since ?? world.templates.version,
          created: isMadeByUs(owned),
          ...(desired?.evidence ? { evidence: desired.evidence } : {}),
          keys: merged.owns,
          ...(merged.removed.length > 0 ? { removedKeys: merged.removed } : {}),
        }
      : undefined;
  return {
    ...toEntryBase(target, current),
    action,
    reason: toMergedReason(merged.keys, action),
    ...(isChanged ? { after, afterSha256 } : {}),
    keys: merged.keys,
    ...(conflicts.length > 0 ? { conflicts } : {}),
    ...(merged.manual.length > 0 ? { manual: merged.manual } : {}),
    ...(receipt ? { receipt } : {}),
  };
}

function toConflicts(path: RelativePath, { key, reason, base, theirs = "" }: KeyPlan): readonly Conflict[] {
  if (reason.code !== "both-changed") return [];
  const wanted = typeof key.value === "string" ? key.value : JSON.stringify(key.value, null, 2);
  const id = toConflictId(path, key);
  return [{ id, path, pointer: key.pointer, base, current: theirs, wanted, mayBeMarked: false }];
}

const isReceiptWorthy = ({ owns, removed }: MergeOutput): boolean => owns.length > 0 || removed.length > 0;

function toMergedAction(keys: readonly KeyPlan[], isChanged: boolean): Action {
  if (isChanged) return "update";
  return keys.some((key) => key.action === "conflict") ? "conflict" : "keep";
}

/** The reason of the file is that of the first key that carries its action. */
function toMergedReason(keys: readonly KeyPlan[], action: Action): Reason {
  const isTelling = ({ action: own }: KeyPlan): boolean =>
    action === "update" ? own === "create" || own === "update" || own === "delete" : own === action;
  const telling = keys.filter(isTelling).map((key) => key.reason.code);
  const unlike = telling.find((code) => code !== "same");
  return { code: unlike ?? telling[0] ?? "same" };
}

/** A path whose link leaves the repository: reported, never written, and what we owned there stays recorded. */
function toEscape(target: Target, current: Current): PlanEntry {
  return {
    ...toEntryBase(target, current),
    action: target.desired ? "conflict" : "keep",
    reason: { code: "link-outside" },
    ...(target.owned ? { receipt: target.owned } : {}),
  };
}
