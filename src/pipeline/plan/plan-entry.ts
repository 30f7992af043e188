import { isClaimable, isClaimableFile } from "../../domain/claims.ts";
import { toConfigFormat } from "../../domain/config-format.ts";
import type { DesiredFile, OwnedKey, Ownership } from "../../domain/desired.ts";
import type { Decision } from "../../domain/ownership.ts";
import { decideFile } from "../../domain/ownership.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { Action, KeyPlan, PlanEntry, Reason } from "../../domain/plan.ts";
import { isMadeByUs } from "../../domain/projections.ts";
import type { ReceiptEntry } from "../../domain/receipt.ts";
import { decodeText, encodeText } from "../../domain/text-encoding.ts";
import type { Current } from "../reading/read-current.ts";
import { findKnownSha, readCurrent, toPortableSha } from "../reading/read-current.ts";
import type { Resolved, World } from "../world.ts";
import { planMerged, toUnparseable } from "./plan-merged.ts";
import type { MergeOutput } from "./plan-merged.ts";

/** What every entry is planned from. */
export interface EntryContext {
  readonly resolved: Resolved;
  readonly world: World;
  /** The path that `hi restore` names. */
  readonly restore: RelativePath | undefined;
}

/** One path: what is wanted (undefined for an orphan) and what the receipt owns (undefined for a new path). */
interface Target {
  readonly path: RelativePath;
  readonly desired: DesiredFile | undefined;
  readonly owned: ReceiptEntry | undefined;
}

const DEFAULT_MODE = 0o644;
const EXECUTABLE_MODE = 0o755;

/** Plans one path. Reads the disk, writes nothing. @throws Refusal HI_UNPARSEABLE, HI_NOT_A_FILE */
export async function planEntry(target: Target, context: EntryContext): Promise<PlanEntry> {
  const current = await readCurrent(context.resolved.root, target.path, context.world);
  if (current.isEscape) return toEscape(target, current);
  if (!target.desired && !mayBeOurs(target)) {
    return { ...toEntryBase(target, current), action: "keep", reason: { code: "foreign-claim" } };
  }
  const ownership = target.desired?.ownership ?? target.owned?.class ?? "generated";
  if (ownership === "merged" && current.bytes) return planMergedEntry(target, current, context);
  const entry = planFileEntry(target, current, context);
  return entry.action === "create" ? refuseTwin(entry, context) : entry;
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

function planFileEntry(target: Target, current: Current, { world, resolved, restore }: EntryContext): PlanEntry {
  const { path, desired, owned } = target;
  const ownership = desired?.ownership ?? owned?.class ?? "generated";
  const after = desired ? encodeText(desired.content) : undefined;
  const afterSha256 = after ? world.hash(after) : undefined;
  const isMissingManifest = desired?.mustExist === true && current.bytes === undefined;
  const decided = decideFile(ownership === "merged" ? "generated" : ownership, {
    wanted: isMissingManifest ? undefined : afterSha256,
    current: findKnownSha(current, [afterSha256, owned?.sha256, owned?.keptSha256], world),
    owned,
    restore: restore === path,
  });
  const isWritten = decided.action === "create" || decided.action === "update";
  const isNew = current.bytes === undefined;
  const advanced = toAdvanced(target, { sha256: afterSha256, isNew, version: world.templates.version });
  const receipt = toReceipt(decided, { desired, owned, advanced, keptSha256: toPortableSha(current, world) });
  return {
    ...toEntryBase(target, current),
    action: decided.action,
    reason: toFileReason(decided, resolved, world),
    ...(isWritten && after && afterSha256 ? { after, afterSha256 } : {}),
    ...(desired?.keys ? { keys: desired.keys.map((key) => toFileKey(key, decided)) } : {}),
    ...(receipt ? { receipt } : {}),
  };
}

/** The same templates make another file only of other settings, or of another repository round them. */
function toFileReason({ reason }: Decision, { receipt }: Resolved, { templates }: World): Reason {
  const isOfInputs = reason.code === "template-changed" && receipt?.templateDigest === templates.digest;
  return isOfInputs ? { code: "inputs-changed" } : reason;
}

/** What the receipt says of a whole file once it is written. */
function toAdvanced(
  { desired, owned }: Target,
  { sha256 = "", isNew, version }: { sha256: string | undefined; isNew: boolean; version: string }
): ReceiptEntry {
  return {
    class: desired?.ownership ?? owned?.class ?? "generated",
    sha256,
    generator: desired?.generator ?? owned?.generator ?? "",
    since: owned?.since ?? version,
    created: isNew || isMadeByUs(owned),
    ...(desired?.evidence ? { evidence: desired.evidence } : {}),
    ...(desired?.keys ? { keys: desired.keys } : {}),
  };
}

function toFileKey(key: OwnedKey, { action, reason }: Decision): KeyPlan {
  return { key, action, reason };
}

interface Entries extends Pick<Target, "desired" | "owned"> {
  readonly advanced: ReceiptEntry;
  readonly keptSha256: string | undefined;
}

function toReceipt({ receipt }: Decision, { desired, owned, advanced, keptSha256 }: Entries): ReceiptEntry | undefined {
  if (receipt === "drop" || desired?.isOnce) return undefined;
  if (receipt === "advance") return advanced;
  if (owned === undefined || receipt === "retain") return owned;
  const { keptSha256: _before, ...published } = owned;
  if (receipt === "removed") return { ...published, removedByUser: true };
  return keptSha256 === undefined ? published : { ...published, keptSha256 };
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
  });
  return toMergedEntry(target, { current, merged, world: context.world });
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
    ...(merged.manual.length > 0 ? { manual: merged.manual } : {}),
    ...(receipt ? { receipt } : {}),
  };
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

function toEntryBase({ path, desired, owned }: Target, current: Current) {
  const ownership: Ownership = desired?.ownership ?? owned?.class ?? "generated";
  return {
    path,
    ownership,
    generator: desired?.generator ?? owned?.generator ?? "",
    before: current.state,
    mode: desired?.executable ? EXECUTABLE_MODE : DEFAULT_MODE,
  };
}
