import type { OwnedKey } from "../../domain/desired.ts";
import type { Decision } from "../../domain/ownership.ts";
import { decideFile } from "../../domain/ownership.ts";
import type { RelativePath } from "../../domain/paths.ts";
import type { KeyPlan, PlanEntry, Reason } from "../../domain/plan.ts";
import { isMadeByUs } from "../../domain/projections.ts";
import type { ReceiptEntry } from "../../domain/receipt.ts";
import { decodeText, encodeText } from "../../domain/text-encoding.ts";
import { hasMarkers } from "../../domain/three-way.ts";
import type { Current } from "../reading/read-current.ts";
import { findKnownSha, toPortableSha } from "../reading/read-current.ts";
import type { Resolved, World } from "../world.ts";
import { mergeFile } from "./merge-file.ts";
import { toEntryBase } from "./target.ts";
import type { EntryContext, Target } from "./target.ts";

/**
 * Plans a whole file: as `decideFile` says; where it was edited here and ours changed too, as their merge says.
 */
export async function planFileEntry(target: Target, current: Current, context: EntryContext): Promise<PlanEntry> {
  const { world, resolved, restore, settle } = context;
  const { path, desired, owned } = target;
  const wanted = desired ? encodeText(desired.content) : undefined;
  const sha256 = wanted ? world.hash(wanted) : undefined;
  const decided = decide(target, { current, sha256, restore, world });
  const isNew = current.bytes === undefined;
  const advanced = toAdvanced(target, { sha256, isNew, version: world.templates.version });
  const base = toEntryBase(target, current);
  if (decided.reason.code === "local-edit-and-template-changed" && wanted && owned) {
    const edited = { root: resolved.root, path, current, wanted, owned, advanced, settle };
    return { ...base, ...(await mergeFile(edited, world)) };
  }
  if (decided.receipt === "kept" && holdsMarkers(current)) return { ...base, ...toUnfinished(owned) };
  const receipt = toReceipt(decided, { desired, owned, advanced, keptSha256: toPortableSha(current, world) });
  return {
    ...base,
    action: decided.action,
    reason: toFileReason(decided, resolved, world),
    ...toWritten(decided, wanted, sha256),
    ...(desired?.keys ? { keys: desired.keys.map((key) => toFileKey(key, decided)) } : {}),
    ...(receipt ? { receipt } : {}),
  };
}

interface Question {
  readonly current: Current;
  /** Of what is wanted. */
  readonly sha256: string | undefined;
  readonly restore: RelativePath | undefined;
  readonly world: World;
}

function decide({ path, desired, owned }: Target, { current, sha256, restore, world }: Question): Decision {
  const ownership = desired?.ownership ?? owned?.class ?? "generated";
  const isMissingManifest = desired?.mustExist === true && current.bytes === undefined;
  return decideFile(ownership === "merged" ? "generated" : ownership, {
    wanted: isMissingManifest ? undefined : sha256,
    current: findKnownSha(current, [sha256, owned?.sha256, owned?.keptSha256], world),
    owned,
    restore: restore === path,
  });
}

function toWritten({ action }: Decision, after: Uint8Array | undefined, afterSha256: string | undefined) {
  const isWritten = action === "create" || action === "update";
  return isWritten && after && afterSha256 ? { after, afterSha256 } : {};
}

/** A merge that nobody has finished is no edit to record. */
function toUnfinished(owned: ReceiptEntry | undefined): Pick<PlanEntry, "action" | "reason" | "receipt"> {
  const { keptSha256: _kept, ...published } = owned ?? {};
  const receipt = owned && (published as ReceiptEntry);
  return { action: "keep", reason: { code: "marks-left" }, ...(receipt ? { receipt } : {}) };
}

function holdsMarkers({ bytes }: Current): boolean {
  const decoded = bytes && decodeText(bytes);
  return decoded?.ok === true && hasMarkers(decoded.text);
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
